package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.job.ExitCode;
import io.spillway.testing.LiveTree;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.CSVRecord;
import org.apache.commons.csv.QuoteMode;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.Test;

/** Whole runs to CSV, read by a library that nobody here wrote, against the same as canal-json. */
class CsvFilesITCase extends FileFormatFixture {
  private static final CSVFormat AS_BY_DEFAULT =
      CSVFormat.Builder.create()
          .setQuoteMode(QuoteMode.ALL_NON_NULL)
          .setNullString("\\N")
          .setRecordSeparator("\r\n")
          .build();

  @Test
  void recordsAreTheRowsOfCanalJsonAndAreReadBackWithoutState() throws Exception {
    SampleSettings settings = SampleSettings.standard(8).withDdls(true, 20).withReplays(10);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    run(pipeline("json", ""));
    Path csv = pipeline("csv", ", format: csv, compression: gzip");
    run(csv);

    Map<String, List<List<String>>> expected = canalJson(folder.resolve("json"));
    assertThat(expected.values().stream().mapToInt(List::size).sum())
        .isEqualTo(sample.sent().rows().size());
    assertThat(csv(folder.resolve("csv"))).isEqualTo(expected);
    CommandRun verify = CommandRun.of("verify", folder.resolve("csv").toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
    assertThat(verify.out()).contains(sample.sent().rows().size() + " rows", ", 0 duplicates");

    FileUtils.deleteDirectory(folder.resolve("csv.checkpoints").toFile());
    run(csv);
    assertThat(csv(folder.resolve("csv"))).isEqualTo(expected);

    // without state nothing but the bucket knows how its files are written
    FileUtils.deleteDirectory(folder.resolve("csv.checkpoints").toFile());
    refused(pipeline("csv", ", compression: gzip"), ".csv.gz", "storage.format");
    refused(
        pipeline("csv", ", format: csv, compression: gzip, csv: {delimiter: '|'}"), "storage.csv");
  }

  @Test
  void everyTypeStandsAsTheSchemaFileSays() throws Exception {
    Path in = Files.createDirectories(folder.resolve("in"));
    String statement =
        "CREATE TABLE t (id BIGINT UNSIGNED PRIMARY KEY, e ENUM('a','b,\\\"c'), s SET('x','y','z'), b"
            + " VARBINARY(9), n DECIMAL(30,10), f DOUBLE, j JSON, bits BIT(9), v VARCHAR(9))";
    Files.writeString(
        in.resolve("t-0.ndjson"),
        String.join(
            "\n",
            "{\"database\":\"shop\",\"table\":\"t\",\"isDdl\":true,\"type\":\"CREATE\",\"es\":1,\"sql\":\""
                + statement
                + "\",\"_tidb\":{\"commitTs\":1000}}",
            row(
                1001,
                "{\"id\":\"18446744073709551615\",\"e\":\"2\",\"s\":\"5\",\"b\":\"\\u00e6\\u0000\",\"n\":\"-12345678901234567890.0123456789\",\"f\":\"123456789\",\"j\":\"{\\\"k\\\": [1, null]}\",\"bits\":\"257\",\"v\":\"a\\r\\n\\\"b\\\"\"}"),
            row(
                1002,
                "{\"v\":\"\\\\N\",\"id\":\"0\",\"e\":null,\"s\":null,\"b\":null,\"n\":null,\"f\":null,\"j\":null,\"bits\":null}"),
            "{\"isDdl\":false,\"type\":\"TIDB_WATERMARK\",\"es\":1,\"_tidb\":{\"watermarkTs\":2000}}",
            ""));
    run(pipeline("json", ""));
    run(pipeline("csv", ", format: csv, csv: {output-field-header: true}"));

    List<Path> files = LiveTree.files(folder.resolve("csv"), name -> name.endsWith(".csv"));
    assertThat(files).hasSize(1);
    assertThat(Files.readString(files.get(0)))
        .isEqualTo(
            "ticdc-meta$operation,ticdc-meta$table,ticdc-meta$schema,ticdc-meta$commit-ts,id,e,s,b,n,f,j,bits,v\r\n"
                + "\"I\",\"t\",\"shop\",1001,18446744073709551615,\"b,\"\"c\",\"x,z\",\"5gA=\",\"-12345678901234567890.0123456789\",1.23456789e+08,\"{\"\"k\"\": [1, null]}\",257,\"a\r\n\"\"b\"\"\"\r\n"
                + "\"I\",\"t\",\"shop\",1002,0,\\N,\\N,\\N,\\N,\\N,\\N,\\N,\"\\N\"\r\n");
    CommandRun verify = CommandRun.of("verify", folder.resolve("csv").toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
    assertThat(verify.out()).contains("2 rows");
    CommandRun report =
        CommandRun.of(
            "report",
            folder.resolve("csv.yaml").toString(),
            "--out",
            folder.resolve("report.html").toString());
    assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(folder.resolve("report.html"))).contains("shop.t");
  }

  /** Records by table version, with the fields before the columns. */
  private static Map<String, List<List<String>>> csv(Path bucket) throws IOException {
    Map<String, List<List<String>>> rows = new TreeMap<>();
    for (Path file : data(bucket, ".csv.gz")) {
      try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file));
          CSVParser parser = CSVParser.parse(in, StandardCharsets.UTF_8, AS_BY_DEFAULT)) {
        for (CSVRecord record : parser) {
          rows.computeIfAbsent(version(bucket, file), any -> new ArrayList<>())
              .add(record.toList());
        }
      }
    }
    return rows;
  }

  private static Map<String, List<List<String>>> canalJson(Path bucket) throws IOException {
    Map<String, List<List<String>>> rows = new TreeMap<>();
    for (Path file : data(bucket, ".json")) {
      JsonNode columns = columns(bucket.resolve(version(bucket, file)));
      for (String line : Files.readAllLines(file)) {
        JsonNode row = JSON.readTree(line);
        List<String> fields = new ArrayList<>();
        fields.add(row.get("type").asText().substring(0, 1));
        fields.add(row.get("table").asText());
        fields.add(row.get("database").asText());
        fields.add(row.get("_tidb").get("commitTs").asText());
        for (JsonNode column : columns) {
          fields.add(text(column, row.get("data").get(0).get(column.get("ColumnName").asText())));
        }
        rows.computeIfAbsent(version(bucket, file), any -> new ArrayList<>()).add(fields);
      }
    }
    return rows;
  }

  private static String text(JsonNode column, JsonNode value) {
    if (value == null || value.isNull()) {
      return null;
    }
    String text = value.asText();
    switch (column.get("ColumnType").asText()) {
      case "ENUM" -> {
        return column.get("ColumnElems").get(Integer.parseInt(text) - 1).asText();
      }
      case "SET" -> {
        StringJoiner names = new StringJoiner(",");
        for (int i = 0; i < column.get("ColumnElems").size(); i++) {
          if ((Integer.parseInt(text) >> i & 1) == 1) {
            names.add(column.get("ColumnElems").get(i).asText());
          }
        }
        return names.toString();
      }
      case "BLOB", "VARBINARY" -> {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.ISO_8859_1));
      }
      default -> {
        return text;
      }
    }
  }

  private static List<Path> data(Path bucket, String ending) throws IOException {
    return LiveTree.files(bucket, name -> name.startsWith("CDC") && name.endsWith(ending)).stream()
        .sorted()
        .toList();
  }

  /** {@code schema/table/version}. */
  private static String version(Path bucket, Path file) {
    return bucket.relativize(file).subpath(0, 3).toString();
  }
}
