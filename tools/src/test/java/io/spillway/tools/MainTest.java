package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MainTest {
  private static final String MINIMAL =
      """
      pipeline: {name: shop, flink: {s3.secret-key: "${KEY}"}}
      sources: [{type: files, path: data}]
      storage: {path: out}
      """;

  @TempDir Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path file;

  @BeforeEach
  void nameFile() {
    file = folder.resolve("pipeline.yaml");
  }

  @Test
  void validFileIsSummarisedWithoutSecrets() throws IOException {
    Files.createDirectory(folder.resolve("data"));
    Files.createFile(folder.resolve("data/shop-0.ndjson"));

    assertThat(validate(MINIMAL)).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .startsWith("ok: " + file + "\n")
        .contains("shop, parallelism Flink's default, checkpoint every 10 s")
        .contains("source:       file://" + folder + "/data, canal-json, resolved watermark")
        .contains("a file at 64 mb or after 5 s, folders by day (UTC)")
        .contains("s3.secret-key=***")
        .doesNotContain("hush");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void kafkaSourcesAreSummarised() throws IOException {
    String yaml =
        """
        pipeline: {name: shop, parallelism: 4, checkpoint-dir: 's3://state/shop'}
        sources:
          - type: kafka
            bootstrap-servers: b:9092
            topics: [x, y]
            start: {timestamp: 0}
            watermark: observed
            properties: {ssl.key.password: hush}
          - {type: kafka, bootstrap-servers: 'b:9092', topic-pattern: z.*, start: latest, end: latest}
        storage: {path: 's3://bucket/out'}
        cursor: {events: {type: kafka, topic: events}}
        """;

    assertThat(validate(yaml, "--offline")).isEqualTo(ExitCode.OK);

    assertThat(out.toString())
        .contains("shop, parallelism 4, checkpoint every 10 s to s3://state/shop\n")
        .contains(
            "topics x, y at b:9092 (group spillway-shop, from 1970-01-01T00:00:00Z, end none)")
        .contains("observed watermark, HARVEST, idle after 30 s\n")
        .contains("topics like z.* at b:9092 (group spillway-shop, from latest, end latest)")
        .contains("cursor:       topic events at b:9092\n")
        .contains("dead letters: s3://bucket/out/_dead-letters\n")
        .doesNotContain("hush");
  }

  @Test
  void everyFaultIsALineOnStandardError() throws IOException {
    assertThat(validate(MINIMAL + "spool: {quota: 1}\nspol: {}\n")).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString())
        .isEqualTo(
            file
                + ":4: spool.quota: \"1\" is not a size (as \"64 mb\", at least 1 kb)\n"
                + file
                + ":5: spol: is not a known key; did you mean \"spool\"?\n");
    assertThat(out.toString()).isEmpty();
  }

  @Test
  void missingFolderIsToldUnlessOffline() throws IOException {
    assertThat(validate(MINIMAL)).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(err.toString())
        .isEqualTo(
            file + ": sources[0].path: folder " + folder.resolve("data") + " does not exist\n");

    assertThat(validate(MINIMAL, "--offline")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).startsWith("ok: ");
  }

  @Test
  void missingFileIsWrongUse() {
    assertThat(run("validate", file.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).isEqualTo("no such file: " + file + "\n");
  }

  @Test
  void traceIsShownOnlyWhenAskedForAndAfterTheMessage() {
    assertThat(run("validate", file.toString(), "--stacktrace")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .startsWith("no such file: " + file + "\n")
        .contains("\tat io.spillway.job.");
  }

  @Test
  void traceCanBeAskedForBeforeTheCommand() {
    assertThat(run("--stacktrace", "validate", file.toString())).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("\tat io.spillway.job.");
  }

  @Test
  void wrongUseNamesTheHelp() {
    assertThat(run()).isEqualTo(ExitCode.USAGE);
    assertThat(run("valdate")).isEqualTo(ExitCode.USAGE);
    assertThat(run("validate")).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString())
        .contains("spillway: which command?\nTry: spillway --help\n")
        .contains(
            "spillway: Unmatched argument at index 0: 'valdate'\nDid you mean: spillway validate")
        .contains("Missing required parameter: 'FILE'\nTry: spillway validate --help\n");
  }

  @Test
  void helpListsTheCommandsAndIsNoError() {
    assertThat(run("--help")).isEqualTo(ExitCode.OK);
    assertThat(out.toString()).contains("Usage: spillway", "validate");
    assertThat(err.toString()).isEmpty();
  }

  private int validate(String yaml, String... options) throws IOException {
    Files.writeString(file, yaml);
    String[] args = new String[options.length + 2];
    args[0] = "validate";
    args[1] = file.toString();
    System.arraycopy(options, 0, args, 2, options.length);
    return run(args);
  }

  private int run(String... args) {
    return Main.run(
        args, Map.of("KEY", "hush"), new PrintWriter(out, true), new PrintWriter(err, true));
  }
}
