package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.testing.LiveTree;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.StringJoiner;
import java.util.zip.GZIPInputStream;
import org.apache.commons.csv.CSVFormat;
import org.apache.commons.csv.CSVParser;
import org.apache.commons.csv.QuoteMode;
import org.junit.jupiter.api.Test;

/** Whole runs to CSV, read by a library that nobody here wrote, against the same as canal-json. */
class CsvFilesITCase extends FileFormatContract {
  private static final CSVFormat AS_BY_DEFAULT =
      CSVFormat.Builder.create()
          .setQuoteMode(QuoteMode.ALL_NON_NULL)
          .setNullString("\\N")
          .setRecordSeparator("\r\n")
          .build();

  CsvFilesITCase() {
    super(new Format("csv", ", compression: gzip", ", csv: {delimiter: '|'}", ".csv.gz"));
  }

  @Override
  List<List<String>> read(List<Path> files, JsonNode columns) throws IOException {
    List<List<String>> records = new ArrayList<>();
    for (Path file : files) {
      try (GZIPInputStream in = new GZIPInputStream(Files.newInputStream(file));
          CSVParser parser = CSVParser.parse(in, StandardCharsets.UTF_8, AS_BY_DEFAULT)) {
        parser.forEach(record -> records.add(record.toList()));
      }
    }
    return records;
  }

  /** With the fields before the columns. */
  @Override
  List<String> expected(JsonNode row, JsonNode columns) {
    List<String> fields = new ArrayList<>();
    fields.add(row.get("type").asText().substring(0, 1));
    fields.add(row.get("table").asText());
    fields.add(row.get("database").asText());
    fields.add(row.get("_tidb").get("commitTs").asText());
    for (JsonNode column : columns) {
      fields.add(text(column, row.get("data").get(0).get(column.get("ColumnName").asText())));
    }
    return fields;
  }

  @Test
  void everyTypeStandsAsTheSchemaFileSays() throws Exception {
    input(
        "id BIGINT UNSIGNED PRIMARY KEY, e ENUM('a','b,\\\"c'), s SET('x','y','z'), b VARBINARY(9),"
            + " n DECIMAL(30,10), f DOUBLE, j JSON, bits BIT(9), v VARCHAR(9)",
        row(
            1001,
            "{\"id\":\"18446744073709551615\",\"e\":\"2\",\"s\":\"5\",\"b\":\"\\u00e6\\u0000\",\"n\":\"-12345678901234567890.0123456789\",\"f\":\"123456789\",\"j\":\"{\\\"k\\\": [1, null]}\",\"bits\":\"257\",\"v\":\"a\\r\\n\\\"b\\\"\"}"),
        row(
            1002,
            "{\"v\":\"\\\\N\",\"id\":\"0\",\"e\":null,\"s\":null,\"b\":null,\"n\":null,\"f\":null,\"j\":null,\"bits\":null}"));
    run(pipeline("csv", ", format: csv, csv: {output-field-header: true}"));

    List<Path> files = LiveTree.files(folder.resolve("csv"), name -> name.endsWith(".csv"));
    assertThat(files).hasSize(1);
    assertThat(Files.readString(files.get(0)))
        .isEqualTo(
            "ticdc-meta$operation,ticdc-meta$table,ticdc-meta$schema,ticdc-meta$commit-ts,id,e,s,b,n,f,j,bits,v\r\n"
                + "\"I\",\"t\",\"shop\",1001,18446744073709551615,\"b,\"\"c\",\"x,z\",\"5gA=\",\"-12345678901234567890.0123456789\",1.23456789e+08,\"{\"\"k\"\": [1, null]}\",257,\"a\r\n\"\"b\"\"\"\r\n"
                + "\"I\",\"t\",\"shop\",1002,0,\\N,\\N,\\N,\\N,\\N,\\N,\\N,\"\\N\"\r\n");
    verified("csv", "2 rows");
    reported("csv");
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
}
