package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.decode.CanalJsonDecoder;
import io.spillway.decode.CommitTimes;
import io.spillway.decode.DebeziumJsonDecoder;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.EarlierMessages;
import io.spillway.decode.MessageDecoder;
import io.spillway.decode.SimpleJsonDecoder;
import io.spillway.decode.TableRule;
import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.job.ExitCode;
import io.spillway.tools.sample.SampleFormat;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class SampleCommandTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int PARTITIONS = 4;
  private static final String[] SMALL = {"--rows", "2000", "--ddls", "8", "--seed", "3"};

  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource
  void theSourceThatTheLastLineNamesReadsTheFiles(SampleFormat format) throws IOException {
    CommandRun run = sample("in", "--format", format.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    String[] lines = run.out().strip().split("\n");
    String settings = lines[lines.length - 1].replaceFirst(".* (?=format: )", "");
    assertThat(settings).contains(format.toString());
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file,
        """
        pipeline: {name: shop}
        sources: [{type: files, path: in, %s}]
        storage: {path: out}
        """
            .formatted(settings));
    CommandRun validate = CommandRun.of("validate", "--sample", "1000", "--json", file.toString());
    assertThat(validate.exitCode()).as(validate.out() + validate.err()).isEqualTo(ExitCode.OK);
    JsonNode read = JSON.readTree(validate.out()).get("sample");
    assertThat(read.get("messages").asInt()).isGreaterThan(2000);
    assertThat(read.get("undecodable").asInt()).isZero();
  }

  @ParameterizedTest
  @EnumSource
  void eachFormatSaysTheSameChanges(SampleFormat format) throws IOException {
    sample("canal");
    sample("in", "--format", format.toString());

    List<String> statements = changes(SampleFormat.CANAL_JSON, "canal", 0, "DDL");
    assertThat(statements).hasSizeGreaterThan(8);
    for (int i = 0; i < PARTITIONS; i++) {
      boolean has = i == 0 || format != SampleFormat.CANAL_JSON;
      assertThat(changes(format, "in", i, "DDL")).isEqualTo(has ? statements : List.of());
      for (String kind : List.of("row", "resolved")) {
        assertThat(changes(format, "in", i, kind))
            .isEqualTo(changes(SampleFormat.CANAL_JSON, "canal", i, kind))
            .isNotEmpty();
      }
    }
  }

  private static MessageDecoder decoder(SampleFormat format) {
    return switch (format) {
      case CANAL_JSON -> new CanalJsonDecoder(DispatcherBy.TABLE, TableRule.ANY);
      case DEBEZIUM_JSON ->
          new DebeziumJsonDecoder(DispatcherBy.TABLE, TableRule.ANY, ZoneOffset.UTC);
      case SIMPLE_JSON ->
          new SimpleJsonDecoder(
              DispatcherBy.TABLE, TableRule.ANY, CommitTimes.ANY, EarlierMessages.NONE);
    };
  }

  /** Of one kind, in one partition, read without keys, as the job reads a file. */
  private List<String> changes(SampleFormat format, String name, int partition, String kind)
      throws IOException {
    MessageDecoder decoder = decoder(format);
    SourcePartition source = new SourcePartition("shop", partition);
    Path file = folder.resolve(name).resolve("shop-" + partition + ".ndjson");
    List<String> changes = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      byte[] value = line.getBytes(UTF_8);
      Event event = decoder.decode(source, changes.size(), 0, null, value, 0, value.length);
      changes.add(described(event));
    }
    return changes.stream().filter(change -> change.startsWith(kind + " ")).toList();
  }

  /** What all formats have alike. */
  private static String described(Event event) throws IOException {
    if (event instanceof Row row) {
      JsonNode canal = JSON.readTree(row.buffer(), row.offset(), row.length());
      return "row %d %s %s %s %s"
          .formatted(
              row.commitTs(),
              canal.get("table"),
              canal.get("type"),
              canal.get("data"),
              canal.get("old"));
    } else if (event instanceof SchemaChange ddl) {
      return "DDL %d %s %s".formatted(ddl.commitTs(), ddl.table(), ddl.query());
    } else if (event instanceof Resolved resolved) {
      return "resolved " + resolved.commitTs();
    }
    assertThat(event).isInstanceOf(Skipped.class);
    return "skipped";
  }

  @ParameterizedTest
  @EnumSource
  void theSameOptionsGiveTheSameBytes(SampleFormat format) throws Exception {
    sample("a", "--format", format.toString());
    sample("b", "--format", format.toString());

    assertThat(digest("a")).isEqualTo(digest("b"));
  }

  @Test
  void theBytesWithoutAFormatAreThoseOfEarlierVersions() throws Exception {
    CommandRun run = CommandRun.of("sample", folder.resolve("in").toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(digest("in"))
        .isEqualTo("df23e7bf32fe6f6c6c5123f9b987ac526dc7cf076f32b8ee1ba351f4720b4e01");
  }

  /** A pipeline reads whatever is in the folder. */
  @Test
  void filesOfAnEarlierRunWithMorePartitionsAreRemoved() throws Exception {
    sample("in");
    Path other = Files.writeString(folder.resolve("in/mine.ndjson"), "");

    CommandRun run = sample("in", "--partitions", "1");

    assertThat(run.out()).contains("removed 3 files of an earlier run with more partitions");
    try (var files = Files.list(folder.resolve("in"))) {
      assertThat(files).containsExactlyInAnyOrder(folder.resolve("in/shop-0.ndjson"), other);
    }
    assertThat(sample("in", "--partitions", "1").out()).doesNotContain("removed");
  }

  @Test
  void openProtocolIsRefusedBecauseFilesCanNotHaveIt() {
    CommandRun run = sample("in", "--format", "open-protocol");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .contains("--format", "open-protocol isn't a format of files", "debezium-json");
    assertThat(folder.resolve("in")).doesNotExist();
    String help = CommandRun.of("help", "sample").out().replaceAll("\\s+", " ");
    assertThat(help).contains("open-protocol isn't a format of files");
  }

  @Test
  void aFolderThatCanNotBeWrittenIsNamed() throws IOException {
    Files.writeString(folder.resolve("in"), "a file");

    CommandRun run = sample("in", "--format", "simple-json");

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains(folder.resolve("in").toString());
  }

  private CommandRun sample(String name, String... options) {
    List<String> words = new ArrayList<>(List.of("sample", folder.resolve(name).toString()));
    words.addAll(List.of(SMALL));
    words.addAll(List.of(options));
    return CommandRun.of(words.toArray(String[]::new));
  }

  /** Of all files, one behind the other. */
  private String digest(String name) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (var files = Files.list(folder.resolve(name))) {
      for (Path file : new TreeSet<>(files.toList())) {
        digest.update(Files.readAllBytes(file));
      }
    }
    return HexFormat.of().formatHex(digest.digest());
  }
}
