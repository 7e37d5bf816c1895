package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.core.execution.SavepointFormatType;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code spillway inspect} on savepoints of a job that stopped half-way. */
class InspectITCase {
  private static final long SEED = 71;
  private static final Pattern SPOOL =
      Pattern.compile("(?m)^spool: (\\d+) rows, (\\d+) bytes, (\\d+) dispatchers$");
  private static final Pattern BALANCE =
      Pattern.compile("(?m)^balance: (\\d+) read, (\\d+) in files, (\\d+) in the spool.*$");

  @TempDir Path folder;

  private static KafkaBroker broker;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
  }

  @Test
  void canonicalSavepointShowsEveryRowThatIsInNoFileYet() throws Exception {
    shows(SavepointFormatType.CANONICAL);
  }

  @Test
  void nativeSavepointShowsTheSame() throws Exception {
    shows(SavepointFormatType.NATIVE);
  }

  /** What is in files and what is in the spool together must be what was read. */
  private void shows(SavepointFormatType format) throws Exception {
    Sent sent = input(format.name());
    Path savepoint;
    // the savepoint is the first checkpoint: it has all files that DDLs have sealed
    try (RunningJob job = RunningJob.start(folder, pipeline(format.name(), "10 min", "10 min"))) {
      savepoint = job.stopOnceItWrites(folder.resolve("out"), format);
    }

    CommandRun all = CommandRun.of("inspect", savepoint.toString());
    CommandRun rows = CommandRun.of("inspect", savepoint.toUri().toString(), "--rows");

    assertThat(all.exitCode()).as(all.err()).isEqualTo(ExitCode.OK);
    Matcher spool = find(SPOOL, all.out());
    Matcher balance = find(BALANCE, all.out());
    assertThat(Long.parseLong(spool.group(1))).isPositive();
    assertThat(spool.group(1)).isEqualTo(balance.group(3));
    assertThat(balance.group()).contains("; difference 0");
    assertThat(all.out())
        .contains("operator spool: parallelism 2 of ")
        .contains("partition inspect-" + format + "-0: next offset ")
        .contains("partition inspect-" + format + "-3: next offset ")
        .containsPattern("(?m)^pending commit of checkpoint 1: [1-9]\\d* files with [1-9]")
        .containsPattern("(?m)^  \\S+ number \\d+: \\d+ rows, \\d+ bytes, [A-Z]+$")
        .contains("watermark 4");
    assertThat(all.out().lines().filter(line -> line.startsWith("dispatcher ")).count())
        .isEqualTo(Long.parseLong(spool.group(3)));

    List<String> lines = rows.out().lines().map(InspectITCase::original).toList();
    assertThat(rows.exitCode()).as(rows.err()).isEqualTo(ExitCode.OK);
    assertThat(lines).hasSize(Integer.parseInt(spool.group(1)));
    assertThat(sent.rows().keySet().containsAll(lines)).as("%s", lines.get(0)).isTrue();
    assertThat(new HashSet<>(lines)).doesNotContainAnyElementsOf(inFiles());
    oneDispatcherAlone(savepoint, all.out(), sent);
  }

  private void oneDispatcherAlone(Path savepoint, String all, Sent sent) {
    String line =
        all.lines().filter(l -> l.matches("dispatcher .*: [1-9].*")).reduce((a, b) -> b).get();
    String id = line.substring("dispatcher ".length(), line.indexOf(':'));

    CommandRun one = CommandRun.of("inspect", savepoint.toString(), "--dispatcher", id);
    CommandRun rows = CommandRun.of("inspect", savepoint.toString(), "--dispatcher", id, "--rows");
    CommandRun none = CommandRun.of("inspect", savepoint.toString(), "--dispatcher", "no.where");

    assertThat(one.out().strip()).isEqualTo(line);
    assertThat(line).contains(": " + rows.out().lines().count() + " rows, ");
    Set<String> tables =
        rows.out()
            .lines()
            .map(row -> sent.parsed().get(original(row)).table())
            .collect(Collectors.toSet());
    assertThat(tables).containsExactly(id);
    assertThat(none.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(none.err()).contains("nothing of dispatcher no.where");
  }

  @Test
  void retainedCheckpointShowsCursorsAndNumbersOfFiles() throws Exception {
    Sent sent = input("retained");
    Path checkpoint;
    try (RunningJob job = RunningJob.start(folder, pipeline("retained", "200 ms", "200 ms"))) {
      job.awaitCheckpointTs(folder.resolve("out"), 1);
      job.awaitCheckpoints(2);
      checkpoint = job.cancel();
    }

    CommandRun all = CommandRun.of("inspect", checkpoint.toString());

    assertThat(all.exitCode()).as(all.err()).isEqualTo(ExitCode.OK);
    assertThat(all.out())
        .containsPattern("(?m)^cursor HARVEST/GLOBAL/: \\d+ ")
        .containsPattern("(?m)^dispatcher .*, versions \\[\\d.*, last file [1-9]");
    Matcher balance = find(BALANCE, all.out());
    assertThat(Long.parseLong(balance.group(2))).isPositive().isLessThanOrEqualTo(sent.allowed());
    assertThat(Delivered.live(folder.resolve("out"), sent)).isEmpty();
  }

  @Test
  void folderWithoutSavepointIsNamed() throws Exception {
    CommandRun run = CommandRun.of("inspect", folder.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("no complete savepoint or checkpoint").contains("_metadata");
  }

  @Test
  void damagedMetadataIsToldWithoutATrace() throws Exception {
    Files.writeString(folder.resolve("_metadata"), "this is no savepoint at all");

    CommandRun run = CommandRun.of("inspect", folder.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("can't read " + folder).doesNotContain("\tat ");
  }

  private Sent input(String name) throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED).withDdls(true, 20).withRows(6_000, 0);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    sample.feed(KafkaTopic.create(broker, "inspect-" + name, sample.count()));
    return sample.sent();
  }

  private static String pipeline(String name, String checkpoints, String flushInterval) {
    return """
        pipeline: {name: shop, parallelism: 2, checkpoint-interval: %s}
        sources: [{type: kafka, bootstrap-servers: '%s', topics: [inspect-%s]}]
        storage: {path: out, file-size: 64 kb, flush-interval: %s}
        """
        .formatted(checkpoints, broker.address(), name, flushInterval);
  }

  private Set<String> inFiles() throws Exception {
    try (var files =
        Files.find(folder.resolve("out"), 9, (f, a) -> f.toString().endsWith(".json"))) {
      Set<String> rows = new HashSet<>();
      for (Path file : files.filter(f -> !f.toString().contains("/meta/")).toList()) {
        rows.addAll(Files.readAllLines(file));
      }
      return rows;
    }
  }

  /** A row as it was sent: beyond ASCII the command writes escapes. */
  private static String original(String row) {
    return Pattern.compile("\\\\u([0-9a-f]{4})")
        .matcher(row)
        .replaceAll(m -> Character.toString(Integer.parseInt(m.group(1), 16)));
  }

  private static Matcher find(Pattern pattern, String text) {
    Matcher matcher = pattern.matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher;
  }
}
