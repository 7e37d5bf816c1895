package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.ExitCode;
import io.spillway.testing.LiveTree;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs from folder {@code in} to files of another format, against the same as canal-json. */
abstract class FileFormatContract {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  private final Format format;

  FileFormatContract(Format format) {
    this.format = format;
  }

  /**
   * @param word as section storage calls it
   * @param shared further keys of the section, behind a comma, whatever the format
   * @param options keys of the format that aren't the default
   * @param extension of data files
   */
  record Format(String word, String shared, String options, String extension) {
    String keys() {
      return shared + ", format: " + word;
    }
  }

  /** The records of some data files in their order, as texts. */
  abstract List<List<String>> read(List<Path> files, JsonNode columns) throws Exception;

  /** The record that a row of canal-json is to have become. */
  abstract List<String> expected(JsonNode row, JsonNode columns);

  @Test
  void recordsAreTheRowsOfCanalJsonAndAreReadBackWithoutState() throws Exception {
    SampleSettings settings = SampleSettings.standard(8).withDdls(true, 20).withReplays(10);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    run(pipeline("json", ""));
    Path pipeline = pipeline("out", format.keys());
    run(pipeline);

    int rows = sample.sent().rows().size();
    Map<String, List<List<String>>> expected = canalJson();
    assertThat(expected.values().stream().mapToInt(List::size).sum()).isEqualTo(rows);
    assertThat(delivered()).isEqualTo(expected);
    verified("out", rows + " rows", ", 0 duplicates");

    FileUtils.deleteDirectory(folder.resolve("out.checkpoints").toFile());
    run(pipeline);
    assertThat(delivered()).isEqualTo(expected);

    // without state nothing but the bucket knows how its files are written
    FileUtils.deleteDirectory(folder.resolve("out.checkpoints").toFile());
    refused(pipeline("out", format.shared()), format.extension(), "storage.format");
    refused(pipeline("out", format.keys() + format.options()), "storage." + format.word());
  }

  /** Records by table version. */
  private Map<String, List<List<String>>> delivered() throws Exception {
    Path bucket = folder.resolve("out");
    Map<String, List<List<String>>> records = new TreeMap<>();
    for (Map.Entry<String, List<Path>> of : byVersion(bucket, format.extension()).entrySet()) {
      records.put(of.getKey(), read(of.getValue(), columns(bucket.resolve(of.getKey()))));
    }
    return records;
  }

  private Map<String, List<List<String>>> canalJson() throws IOException {
    Path bucket = folder.resolve("json");
    Map<String, List<List<String>>> records = new TreeMap<>();
    for (Map.Entry<String, List<Path>> of : byVersion(bucket, ".json").entrySet()) {
      JsonNode columns = columns(bucket.resolve(of.getKey()));
      List<List<String>> all = records.computeIfAbsent(of.getKey(), any -> new ArrayList<>());
      for (Path file : of.getValue()) {
        for (String line : Files.readAllLines(file)) {
          all.add(expected(JSON.readTree(line), columns));
        }
      }
    }
    return records;
  }

  private static Map<String, List<Path>> byVersion(Path bucket, String ending) throws IOException {
    return LiveTree.files(bucket, name -> name.startsWith("CDC") && name.endsWith(ending)).stream()
        .sorted()
        .collect(
            Collectors.groupingBy(
                file -> bucket.relativize(file).subpath(0, 3).toString(),
                TreeMap::new,
                Collectors.toList()));
  }

  /**
   * Writes a pipeline file.
   *
   * @param out folder and name of the pipeline
   * @param storage further keys of the section, behind a comma
   */
  Path pipeline(String out, String storage) throws IOException {
    Path file = folder.resolve(out + ".yaml");
    Files.writeString(
        file,
        """
        pipeline: {name: %s, parallelism: 2, checkpoint-interval: 300 ms}
        sources: [{type: files, path: in}]
        storage: {path: %s, file-size: 64 kb, flush-interval: 500 ms%s}
        """
            .formatted(out, out, storage));
    return file;
  }

  static void run(Path pipeline) {
    CommandRun run = CommandRun.of("run", pipeline.toString());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
  }

  static void refused(Path pipeline, String... reasons) {
    CommandRun run = CommandRun.of("run", pipeline.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains(reasons);
    assertThat(CommandRun.of("validate", pipeline.toString()).out()).contains("would refuse: ");
  }

  /** Command verify finds a bucket in order, and says these words. */
  void verified(String out, String... words) {
    CommandRun verify = CommandRun.of("verify", folder.resolve(out).toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
    assertThat(verify.out()).contains(words);
  }

  /** Command report shows table shop.t of a pipeline. */
  void reported(String out) throws IOException {
    Path page = folder.resolve("report.html");
    CommandRun report =
        CommandRun.of("report", folder.resolve(out + ".yaml").toString(), "--out", page.toString());
    assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(page)).contains("shop.t");
  }

  /**
   * Writes the input of table shop.t.
   *
   * @param columns as its CREATE TABLE has them, in JSON
   */
  void input(String columns, String... rows) throws IOException {
    String create =
        """
        {"database":"shop","table":"t","isDdl":true,"type":"CREATE","es":1,"sql":"CREATE TABLE t (%s)","_tidb":{"commitTs":1000}}
        """
            .formatted(columns);
    String resolved =
        """
        {"isDdl":false,"type":"TIDB_WATERMARK","es":1,"_tidb":{"watermarkTs":2000}}
        """;
    Files.writeString(
        Files.createDirectories(folder.resolve("in")).resolve("t-0.ndjson"),
        create + String.join("\n", rows) + "\n" + resolved);
  }

  /** An insert into shop.t, as canal-json. */
  static String row(long commitTs, String data) {
    return "{\"database\":\"shop\",\"table\":\"t\",\"pkNames\":[\"id\"],\"isDdl\":false,\"type\":\"INSERT\",\"es\":1,\"data\":["
        + data
        + "],\"old\":null,\"_tidb\":{\"commitTs\":"
        + commitTs
        + "}}";
  }

  /**
   * The columns of a table version, as its schema file has them.
   *
   * @param version the version's folder
   */
  private static JsonNode columns(Path version) throws IOException {
    Path meta = version.resolveSibling("meta");
    String prefix = "schema_" + version.getFileName() + "_";
    List<Path> found = LiveTree.files(meta, name -> name.startsWith(prefix));
    assertThat(found).hasSize(1);
    return JSON.readTree(Files.readAllBytes(found.get(0))).get("TableColumns");
  }
}
