package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.HdfsCluster;
import io.spillway.testing.Sent;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Output, checkpoints and logs in a real HDFS, with Hadoop's own client on the class path as the
 * pages have it.
 */
@Timeout(600)
class HdfsITCase {
  private static final Duration LIMIT = Duration.ofSeconds(240);
  private static final long SEED = 97;
  private static final int LONGEST_MS = 500;

  @TempDir private static Path place;
  private static HdfsCluster hdfs;
  private static CommandServer commands;

  @TempDir private Path folder;

  @BeforeAll
  static void startCluster() throws Exception {
    hdfs = HdfsCluster.shared();
    commands = CommandServer.start(place, Map.of("HADOOP_CLASSPATH", HdfsCluster.classPath()));
  }

  @AfterAll
  static void stopCommands() throws Exception {
    commands.close();
  }

  @Test
  void everyRowIsThereOnceAndMetadataIsThereAtAnyMoment() throws Exception {
    SampleSettings settings = SampleSettings.standard(96).withDdls(true, 10).withRows(20_000, 0);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    Path pipeline = pipeline("shop", "whole", "50 ms");

    hdfs.watch("/whole/metadata");
    run(ExitCode.OK, "run", pipeline.toString());
    HdfsCluster.Watched watched = hdfs.watched();

    assertThat(watched.failure()).isEmpty();
    assertThat(watched.misses()).as("%s", watched).isZero();
    assertThat(watched.contents()).as("%s", watched).isGreaterThan(1);
    assertThat(watched.reads()).isGreaterThan(watched.contents());
    assertThat(faults("whole", sent)).as("seed 96").isEmpty();
    assertThat(hdfs.files("/whole")).noneMatch(file -> file.matches("(.*/)?\\.[^/]*"));
    assertThat(hdfs.files("/whole.checkpoints")).isNotEmpty();
    assertThat(run(ExitCode.OK, "verify", hdfs.url() + "/whole"))
        .contains("checkpoint-ts " + sent.resolved());

    String owner = hdfs.read("/whole/_spillway/owner.json");
    assertThat(run(ExitCode.FAILED, "run", pipeline("other", "whole", "50 ms").toString()))
        .contains("it belongs to pipeline shop");
    assertThat(hdfs.read("/whole/_spillway/owner.json")).isEqualTo(owner);
  }

  @Test
  void processKilledAnywhereDeliversEachRowOnceAndOnlyWhatNobodyNeedsIsRemoved() throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED).withDdls(true, 20).withRows(60_000, 0);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    Path pipeline = pipeline("shop", "killed", "50 ms");
    Random random = new Random(SEED);
    hdfs.watch("/killed/metadata");
    // at the first note of a plan, and then at the end of one
    for (String mark : List.of("_spillway/last-plan.json", "metadata")) {
      kill(pipeline, "/killed/" + mark, random.nextInt(LONGEST_MS));
    }
    hdfs.create("/killed/shop/nobody/.CDC1.json.inprogress.0f1e2d3c-0000-4000-8000-000000000000");
    String orphans =
        run(
            ExitCode.OK,
            "storage",
            "orphans",
            pipeline.toString(),
            "--older-than",
            "0 s",
            "--delete");
    assertThat(orphans)
        .contains("/killed/shop/nobody/.CDC1.json.inprogress.0f1e2d3c")
        .containsPattern("[1-9]\\d* orphans, \\d+ needed by [1-9] checkpoints")
        .doesNotContain("uploads");
    assertThat(hdfs.files("/killed/shop/nobody")).isEmpty();

    pipeline = pipeline("shop", "killed", "1 min");
    assertThat(run(ExitCode.OK, "run", pipeline.toString()))
        .contains("resuming from " + hdfs.url() + "/killed.checkpoints/");
    HdfsCluster.Watched watched = hdfs.watched();

    assertThat(watched.failure()).isEmpty();
    assertThat(watched.misses()).as("%s", watched).isZero();
    assertThat(watched.contents()).as("%s", watched).isGreaterThan(1);
    assertThat(faults("killed", sent)).as("seed %d", SEED).isEmpty();
    run(ExitCode.OK, "verify", hdfs.url() + "/killed");
  }

  /** A moment after it has written a file. */
  private void kill(Path pipeline, String mark, int afterMs) throws Exception {
    String before = hdfs.read(mark);
    try (SpillwayProcess process = start("", "run", pipeline.toString(), "--resume")) {
      Eventually.holds(
          LIMIT,
          () -> !process.isAlive() || !hdfs.read(mark).equals(before),
          () -> "nothing new delivered");
      assertThat(process.ends(Duration.ofMillis(afterMs))).as(process.output()).isFalse();
      process.kill();
    }
  }

  @Test
  void placesThatCannotBeUsedAreNamedWithTheCure() throws Exception {
    Files.createDirectory(folder.resolve("in"));
    Files.createFile(folder.resolve("in/shop-0.ndjson"));
    String validate = pipeline("shop", "any", "1 s").toString();

    CommandRun missing = CommandRun.of("validate", validate);
    assertThat(missing.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(missing.err())
        .contains("storage.path: " + hdfs.url() + "/any needs Hadoop's client")
        .contains("HADOOP_CLASSPATH");

    hdfs.folder("/any", "0755");
    try (SpillwayProcess nobody = start("nobody", "validate", validate)) {
      assertThat(nobody.ends(LIMIT)).as(nobody.output()).isTrue();
      assertThat(nobody.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(nobody.output())
          .contains("storage.path: no right to list, write and delete at " + hdfs.url() + "/any")
          .contains("user=nobody");
    }
    hdfs.safeMode(true);
    try {
      assertThat(run(ExitCode.ENVIRONMENT, "validate", validate)).contains("is in safe mode");
    } finally {
      hdfs.safeMode(false);
    }
    hdfs.quota("/any", 1);
    assertThat(run(ExitCode.ENVIRONMENT, "validate", validate))
        .contains("a quota leaves no room at " + hdfs.url() + "/any");
  }

  /** Runs a command to the end; gives what it has written. */
  private static String run(int exitCode, String... arguments) throws IOException {
    CommandRun run = commands.run(arguments);
    String said = run.out() + run.err();
    assertThat(run.exitCode()).as(said).isEqualTo(exitCode);
    return said;
  }

  /**
   * A process of its own.
   *
   * @param user who asks HDFS; empty for whoever runs this
   */
  private SpillwayProcess start(String user, String... arguments) throws IOException {
    Map<String, String> environment = new HashMap<>();
    environment.put("HADOOP_CLASSPATH", HdfsCluster.classPath());
    if (!user.isEmpty()) {
      environment.put("HADOOP_USER_NAME", user);
    }
    return SpillwayProcess.start(folder, environment, arguments);
  }

  private List<String> faults(String place, Sent sent) throws Exception {
    Path copy = folder.resolve("copy");
    hdfs.copy("/" + place, copy);
    return new ArrayList<>(Delivered.faults(copy, sent));
  }

  private Path pipeline(String name, String place, String drift) throws IOException {
    return Files.writeString(
        folder.resolve(name + ".yaml"),
        """
        pipeline:
          name: %s
          parallelism: 2
          checkpoint-interval: 200 ms
          # who closes a file asks after 20 ms, not 400, if HDFS has it; then after twice as long
          flink:
            flink.hadoop.dfs.client.block.write.locateFollowingBlock.initial.delay.ms: "20"
            flink.hadoop.dfs.client.block.write.locateFollowingBlock.retries: "10"
        sources: [{type: files, path: in, max-drift: %s}]
        storage: {path: '%s/%s', file-size: 64 kb, flush-interval: 300 ms}
        """
            .formatted(name, drift, hdfs.url(), place));
  }
}
