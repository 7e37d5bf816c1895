package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.HeldFiles;
import io.spillway.testing.LiveTree;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.start.Decision;
import io.spillway.tools.start.PipelineStart;
import io.spillway.tools.testing.BrokenOffRuns;
import io.spillway.tools.testing.Partitions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The same command a second time. */
class StartAgainITCase {
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final String PIPELINE =
      """
      pipeline: {name: %s, parallelism: 1, checkpoint-interval: 200 ms, checkpoint-dir: chk}
      sources: [{type: files, path: in, max-drift: %s}]
      storage: {path: %s, file-size: 64 kb, flush-interval: 300 ms}
      """;

  @TempDir Path folder;

  private String file(String name, String drift, String out) throws Exception {
    Path file = folder.resolve(name + ".yaml");
    Files.writeString(file, PIPELINE.formatted(name, drift, out));
    return file.toString();
  }

  /** One whose input only trickles from now on: a warm process is done with it too soon. */
  private String held() throws Exception {
    HeldFiles.hold();
    Path file = Path.of(file("shop", "1 min", "out"));
    String held = "path: '" + HeldFiles.uri(folder.resolve("in")) + "'";
    Files.writeString(file, Files.readString(file).replace("path: in", held));
    return file.toString();
  }

  @AfterEach
  void letInputGo() {
    HeldFiles.letGo();
  }

  @Test
  void afterTheEndNothingIsNewAndNothingIsDeliveredTwice() throws Exception {
    SampleSettings settings = SampleSettings.standard(81).withRows(2000, 0).withReplays(0);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    String file = file("shop", "1 min", "out");
    CommandRun first = CommandRun.of("run", file);
    assertThat(first.exitCode()).as(first.err()).isEqualTo(ExitCode.OK);

    CommandRun second = CommandRun.of("run", file);

    assertThat(second.exitCode()).as(second.err()).isEqualTo(ExitCode.OK);
    assertThat(second.out()).contains("nothing is new");
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();

    // another pipeline in the same checkpoint folder has nothing to go on from
    CommandRun other = CommandRun.of("run", file("mall", "1 min", "mall-out"));
    assertThat(other.exitCode()).as(other.err()).isEqualTo(ExitCode.OK);
    assertThat(other.out()).contains("starting from the beginning");
    assertThat(Delivered.faults(folder.resolve("mall-out"), sample.sent())).isEmpty();

    CommandRun into = CommandRun.of("run", file("mall", "1 min", "out"));
    assertThat(into.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(into.err()).contains("belongs to pipeline shop", "--fresh");
    file("shop", "1 min", "out");

    FileUtils.deleteDirectory(folder.resolve("chk").toFile());
    CommandRun lost = CommandRun.of("run", file);
    assertThat(lost.exitCode()).as(lost.err()).isEqualTo(ExitCode.OK);
    assertThat(lost.out()).contains("out/metadata", "not delivered again");
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();

    FileUtils.deleteDirectory(folder.resolve("chk").toFile());
    FileUtils.deleteDirectory(folder.resolve("out/_spillway").toFile());
    Files.delete(folder.resolve("out/metadata"));
    CommandRun bare = CommandRun.of("run", file);
    assertThat(bare.exitCode()).as(bare.err()).isEqualTo(ExitCode.OK);
    assertThat(bare.out()).contains("not delivered again");
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();

    CommandRun fresh = CommandRun.of("run", file, "--fresh");
    assertThat(fresh.exitCode()).as(fresh.err()).isEqualTo(ExitCode.OK);
    long lines = 0;
    for (Path data : LiveTree.files(folder.resolve("out"), name -> name.matches("CDC.*json"))) {
      lines += Files.readAllLines(data).size();
    }
    assertThat(lines).isEqualTo(2L * sample.sent().rows().size());
  }

  @Test
  void aBucketThatWasEmptiedAfterACancelledRunIsRefusedAtOnceByName() throws Exception {
    SampleSettings settings = SampleSettings.standard(83).withRows(20_000, 0).withReplays(0);
    Partitions.sample(settings, folder.resolve("in"));
    String file = held();
    try (BackgroundRun run = BackgroundRun.start(Path.of(file))) {
      Eventually.holds(LIMIT, () -> Delivered.checkpointTs(folder.resolve("out")) > 0, run::output);
      run.cancel();
      assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
      assertThat(run.output())
          .contains("cancelled through Flink's REST; go on with: bin/spillway run " + file);
    }
    FileUtils.deleteDirectory(folder.resolve("out").toFile());

    CommandRun again = CommandRun.of("run", file);

    assertThat(again.exitCode()).as(again.out()).isEqualTo(ExitCode.FAILED);
    assertThat(again.err()).contains("emptied").containsAnyOf("Put back", "Put the files back");
  }

  @Test
  void aRunThatWasKilledIsGoneOnWithFromTheNewestCheckpointThatIsWhole() throws Exception {
    SampleSettings settings = SampleSettings.standard(82).withRows(40_000, 0).withReplays(0);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    String file = file("shop", "50 ms", "out");
    try (SpillwayProcess process = SpillwayProcess.start(folder, "run", file)) {
      Eventually.holds(
          LIMIT,
          () -> Delivered.checkpointTs(folder.resolve("out")) > 0,
          () -> "nothing delivered");
      long first = Delivered.checkpointTs(folder.resolve("out"));
      // a state knows of what was carried out before it, so one commit is not enough
      Eventually.holds(
          LIMIT,
          () -> Delivered.checkpointTs(folder.resolve("out")) > first,
          () -> "nothing delivered behind the first commit");
      // it comes to its end otherwise, while the second start looks at it
      new ProcessBuilder("kill", "-STOP", Long.toString(process.pid())).start().waitFor();
      CommandRun second = CommandRun.of("run", file);
      assertThat(second.exitCode()).isEqualTo(ExitCode.FAILED);
      assertThat(second.err()).contains("the pipeline runs already, in process");
      process.kill();
    }
    List<Path> whole = LiveTree.files(folder.resolve("chk/shop"), name -> name.equals("_metadata"));
    assertThat(whole).isNotEmpty();
    Path newest = whole.stream().max(Comparator.comparingInt(StartAgainITCase::number)).get();
    // a later one that a power failure has torn
    Path torn = whole.get(0).getParent().resolveSibling("chk-9999");
    Files.createDirectories(torn);
    Files.writeString(torn.resolve("_metadata"), "torn");

    Path page = folder.resolve("report.html");
    CommandRun report = CommandRun.of("report", file, "--out", page.toString());
    assertThat(report.exitCode()).as(report.err()).isEqualTo(ExitCode.OK);
    assertThat(page).content().contains("chk-9999 can&#39;t be read", "not known which rows wait");

    refusesByName("path: out", "path: other", "storage.path: was file:", "/other");
    refusesByName(
        "path: out", "file-index-digits: 6, path: out", "storage.file-index-digits: was 20, is 6");
    refusesByName(
        "storage:", "dispatcher-by: table-and-partition\nstorage:", "dispatcher-by: was table, is");
    refusesByName(
        "path: in,", "path: in, format: debezium-json,", "sources[0].format: was canal-json, is");
    refusesByName("path: in", "path: torn", "nothing that this pipeline reads", "/in");
    anOlderCopyOfTheBucketIsRefusedByName();
    Files.move(folder.resolve("out"), folder.resolve("moved"));
    refusesByName("path: out", "path: out", "has been emptied");
    FileUtils.deleteDirectory(folder.resolve("out").toFile());
    Files.move(folder.resolve("moved"), folder.resolve("out"));
    assertThat(CommandRun.of("validate", file("shop", "1 min", "out")).out())
        .contains("a start would resume from", "passed over");

    String coarser = file("shop", "1 min", "out");
    Files.writeString(
        Path.of(coarser),
        Files.readString(Path.of(coarser)).replace("path: out", "date-separator: none, path: out"));
    CommandRun again = CommandRun.of("run", coarser);

    assertThat(again.exitCode()).as(again.err()).isEqualTo(ExitCode.OK);
    assertThat(again.out()).contains("passed over", "chk-9999", "resuming from");
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();
    assertThat(LiveTree.files(folder.resolve("out"), name -> name.matches("CDC.*json")))
        .as("a folder by date before, none afterwards")
        .anyMatch(path -> path.getParent().getFileName().toString().matches("\\d{4}-\\d\\d-\\d\\d"))
        .anyMatch(path -> path.getParent().getFileName().toString().matches("\\d{10,}"));
    // the kill may have left an older one, too, that was just about to be deleted
    Eventually.holds(
        LIMIT, () -> !Files.exists(newest), () -> "the run that took it over still has " + newest);
  }

  /** As after a backup of it was put back and the checkpoints were not. */
  private void anOlderCopyOfTheBucketIsRefusedByName() throws Exception {
    Path metadata = folder.resolve("out/metadata");
    Path plan = folder.resolve("out/_spillway/last-plan.json");
    String claimed = Files.readString(metadata);
    String begun = Files.readString(plan);
    Files.writeString(metadata, "{\"checkpoint-ts\":7}");
    Files.writeString(plan, begun.replaceFirst("\"number\" : \\d+", "\"number\" : 0"));
    refusesByName("path: out", "path: out", "is an older copy of itself: its checkpoint-ts is 7");
    Files.writeString(metadata, claimed);
    Files.writeString(plan, begun);
  }

  /** Of a checkpoint whose folder is {@code chk-<n>}. */
  private static int number(Path metadata) {
    return Integer.parseInt(metadata.getParent().getFileName().toString().substring(4));
  }

  @Test
  void aStateThatAnOlderOneHasOvertakenIsPassedOverAndEveryRowIsDeliveredOnce() throws Exception {
    SampleSettings settings = SampleSettings.standard(84).withRows(60_000, 0).withReplays(0);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    String file = held();
    BrokenOffRuns runs = new BrokenOffRuns(folder, Path.of(file), () -> {});
    Path newest = runs.overtaken();
    HeldFiles.letGo();
    PipelineStart start = PipelineStart.of(runs.config());

    assertThat(start.from(new org.apache.flink.core.fs.Path(newest.toString())))
        .as("one that is named is refused")
        .isInstanceOfSatisfying(
            Decision.Refuse.class,
            refused ->
                assertThat(refused.why())
                    .contains("overtaken", "without --savepoint", "--recover"));
    CommandRun validated = CommandRun.of("validate", file);
    assertThat(validated.exitCode()).as(validated.out()).isEqualTo(ExitCode.OK);
    assertThat(validated.out()).contains("passed over", "has been overtaken");
    CommandRun again = CommandRun.of("run", file);

    assertThat(again.exitCode()).as(again.err()).isEqualTo(ExitCode.OK);
    assertThat(again.out()).contains("passed over", "has been overtaken");
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();
  }

  /** Nothing is written by a start that refuses: the next one finds all as it was. */
  private void refusesByName(String was, String is, String... words) throws Exception {
    String file = file("shop", "1 min", "out");
    Files.writeString(Path.of(file), Files.readString(Path.of(file)).replace(was, is));
    Files.createDirectories(folder.resolve("torn"));
    Files.writeString(folder.resolve("torn/p-0.ndjson"), "{}\n");
    CommandRun refused = CommandRun.of("run", file);
    assertThat(refused.exitCode()).as(refused.out()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err()).contains(words).contains("--fresh");
    CommandRun validated = CommandRun.of("validate", file);
    assertThat(validated.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(validated.out()).contains("a start would refuse: ").contains(words);
  }
}
