package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.HostileNames;
import io.spillway.event.CommitTs;
import io.spillway.job.ExitCode;
import io.spillway.testing.LiveTree;
import io.spillway.testing.SpillwayProcess;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A stream whose names and texts mean something to whoever writes, logs or reads them. */
class HostileStreamITCase {
  private static final long SEED = 20261129;
  private static final int MESSAGES = 3000;
  private static final int EACH_DDL = 10;
  private static final long FIRST = CommitTs.ofMillis(1_767_225_600_000L);
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
      sources: [{type: files, path: in, watermark: observed}]
      storage: {path: deep/er/out, file-size: 64 kb, flush-interval: 500 ms}
      errors: {max-dead-letter-rate: 1.0}
      """;

  private static final Duration LIMIT = Duration.ofSeconds(240);

  /** Of the log, with the exceptions that Flink logs on a busy machine, or of the command. */
  private static final Pattern LINE =
      Pattern.compile(
          "\\d\\d:\\d\\d:\\d\\d (WARN|ERROR) .*| +.*|no checkpoint yet: .*"
              + "|([a-z]\\w*\\.)+[A-Z]\\w*Exception(: .*)?"
              + "|(read|delivered|checkpoint-ts) .*|");

  @TempDir Path folder;
  @TempDir Path beside;

  @Test
  void allRowsAreDeliveredOrLettersAndNothingLeavesTheBucket() throws Exception {
    int rows = write();
    Files.writeString(folder.resolve("pipeline.yaml"), PIPELINE);
    Path bucket = folder.resolve("deep/er/out");

    String log = run(folder.resolve("pipeline.yaml"));

    assertThat(log.lines()).allMatch(line -> LINE.matcher(line).matches());
    assertThat(log.codePoints().filter(HostileStreamITCase::isForging)).as(log).isEmpty();
    assertThat(log.lines().filter(line -> line.contains(" WARN "))).as(log).isNotEmpty();
    Set<Long> delivered = timestamps(bucket, "CDC", "/_tidb/commitTs");
    Set<Long> letters = letters(bucket);
    assertThat(delivered).doesNotContainAnyElementsOf(letters);
    assertThat(delivered.size() + letters.size()).as("seed %d", SEED).isEqualTo(rows);
    assertThat(delivered).hasSizeGreaterThan(rows / 20);
    assertThat(letters).hasSizeGreaterThan(rows / 20);
    // what was there before, the bucket and what belongs beside it, and no more
    assertThat(names(folder)).containsOnly("in", "pipeline.yaml", "deep");
    assertThat(names(folder.resolve("deep"))).containsOnly("er");
    assertThat(names(folder.resolve("deep/er"))).allMatch(name -> name.startsWith("out"));
    try (Stream<Path> tree = Files.walk(bucket)) {
      assertThat(
              tree.map(Path::toString)
                  .filter(path -> path.chars().anyMatch(Character::isISOControl)))
          .isEmpty();
    }
    CommandRun verify = CommandRun.of("verify", bucket.toString());
    assertThat(verify.exitCode()).as(verify.out() + verify.err()).isEqualTo(ExitCode.OK);
  }

  /** What makes a line of its own, a colour, or letters that run the other way. */
  private static boolean isForging(int point) {
    return Character.isISOControl(point) && point != '\n'
        || Character.getType(point) == Character.FORMAT
        || point == 0x2028
        || point == 0x2029;
  }

  /** Runs it as people do; gives what they see. */
  private String run(Path pipeline) throws Exception {
    try (SpillwayProcess process = SpillwayProcess.start(beside, "run", pipeline.toString())) {
      assertThat(process.ends(LIMIT)).as(process.output()).isTrue();
      assertThat(process.exitCode()).as("seed %d: %s", SEED, process.output()).isEqualTo(0);
      return process.output();
    }
  }

  /** Writes the input; gives the number of rows, each with a commit timestamp of its own. */
  private int write() throws IOException {
    HostileNames names = new HostileNames(SEED);
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    int rows = 0;
    for (int i = 1; i <= MESSAGES; i++) {
      boolean ddl = i % EACH_DDL == 0;
      lines.write(ddl ? names.ddl(FIRST + i) : names.row(FIRST + i));
      lines.write('\n');
      rows += ddl ? 0 : 1;
    }
    Files.createDirectories(folder.resolve("in"));
    Files.write(folder.resolve("in/p-0.ndjson"), lines.toByteArray());
    return rows;
  }

  private static Set<String> names(Path folder) throws IOException {
    try (Stream<Path> list = Files.list(folder)) {
      Set<String> names = new HashSet<>();
      list.forEach(path -> names.add(path.getFileName().toString()));
      return names;
    }
  }

  private static Set<Long> timestamps(Path root, String prefix, String pointer) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Set<Long> found = new HashSet<>();
    for (Path file : files(root, prefix, ".json")) {
      for (String line : Files.readAllLines(file)) {
        assertThat(found.add(json.readTree(line).at(pointer).asLong())).as(line).isTrue();
      }
    }
    return found;
  }

  /** Commit timestamps of the rows among the letters. */
  private static Set<Long> letters(Path bucket) throws IOException {
    ObjectMapper json = new ObjectMapper();
    Set<Long> found = new HashSet<>();
    for (Path file : files(bucket.resolve("_dead-letters"), "", ".ndjson")) {
      for (String line : Files.readAllLines(file)) {
        var letter = json.readTree(line);
        assertThat(letter.get("reason").asText()).as(line).isNotBlank();
        var message = json.readTree(new String(letter.get("value").binaryValue(), UTF_8));
        if (!message.path("isDdl").asBoolean()) {
          assertThat(found.add(message.at("/_tidb/commitTs").asLong())).as(line).isTrue();
        }
      }
    }
    return found;
  }

  private static List<Path> files(Path root, String prefix, String suffix) throws IOException {
    return LiveTree.files(root, name -> name.startsWith(prefix) && name.endsWith(suffix));
  }
}
