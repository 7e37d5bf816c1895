package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineLoader;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.HeldFiles;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.run.EmbeddedRun;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Two jobs on one bucket. */
@Timeout(400)
class TakeoverITCase {
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final String PIPELINE =
      """
      pipeline: {name: %s, parallelism: 1, checkpoint-interval: 200 ms, checkpoint-dir: %s}
      sources: [{type: files, path: %s, max-drift: %s}]
      storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
      """;

  @TempDir Path folder;

  private String file(String name, String checkpoints, String input, String drift)
      throws Exception {
    Path file = folder.resolve(name + checkpoints + ".yaml");
    Files.writeString(file, PIPELINE.formatted(name, checkpoints, input, drift));
    return file.toString();
  }

  private Partitions sample(long seed, String input, int rows) throws Exception {
    SampleSettings settings =
        SampleSettings.standard(seed).withRows(rows, 0).withDdls(true, 0).withReplays(0);
    return Partitions.sample(settings, folder.resolve(input));
  }

  private SpillwayProcess slowly(String name) throws Exception {
    SpillwayProcess process =
        SpillwayProcess.start(folder, "run", file(name, "chk", "in", "50 ms"));
    Eventually.holds(
        LIMIT, () -> Delivered.checkpointTs(folder.resolve("out")) > 0, () -> "nothing delivered");
    return process;
  }

  /** As a job that was started without the look that {@code run} takes beforehand. */
  @Test
  void aSecondJobOfAnotherPipelineIsRefusedAndTheFirstLosesNothing() throws Exception {
    Partitions sample = sample(91, "in", 20_000);
    sample(92, "other", 20_000);
    try (SpillwayProcess first = slowly("shop")) {
      String second = file("mall", "chk", "other", "1 min");
      EmbeddedRun run =
          new EmbeddedRun(
              PipelineLoader.load(Path.of(second), Map.of()), new PrintWriter(new StringWriter()));
      assertThatThrownBy(() -> run.run(false))
          .satisfies(
              e ->
                  assertThat(ExceptionUtils.findThrowable(e, SuppressRestartsException.class))
                      .isPresent())
          .hasStackTraceContaining("it belongs to pipeline shop");
      assertThat(folder.resolve("out/_spillway/owner.json"))
          .content()
          .as("without the execution graph later attempts can't be told apart")
          .containsPattern("\"execution\" : \"[0-9a-f]{32}\"");
      assertThat(first.ends(LIMIT)).as(first.output()).isTrue();
      assertThat(first.exitCode()).as(first.output()).isEqualTo(ExitCode.OK);
    }
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).as("seed 91").isEmpty();
  }

  @Test
  void aJobWhoseBucketIsTakenOverStopsForGoodAndNamesWhoHasIt() throws Exception {
    sample(93, "in", 60_000);
    Partitions taken = sample(94, "other", 2_000);
    HeldFiles.hold();
    try {
      // its input only trickles, so that it has not ended before the other comes
      String slow = file("shop", "chk", HeldFiles.uri(folder.resolve("in")), "1 min");
      CompletableFuture<CommandRun> first =
          CompletableFuture.supplyAsync(() -> CommandRun.of("run", slow));
      Path owner = folder.resolve("out/_spillway/owner.json");
      Eventually.holds(
          LIMIT,
          () -> Files.exists(owner) && Files.readString(owner).matches("(?s).*\"job\" : \"\\w+.*"),
          () -> "the first claims nothing");
      String fresh = file("shop", "elsewhere", "other", "1 min");
      try (SpillwayProcess second = SpillwayProcess.start(folder, "run", fresh, "--fresh")) {
        CommandRun stopped = first.get(LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(stopped.exitCode()).as(stopped.out()).isEqualTo(ExitCode.FAILED);
        assertThat(stopped.err()).contains("was taken over by pipeline shop (job ");
        assertThat(second.ends(LIMIT)).as(second.output()).isTrue();
        if (second.exitCode() != ExitCode.OK) {
          // the first has written a file between the choice of its number here and the claim
          assertThat(second.output()).contains("another job writes to this bucket");
          CommandRun again = CommandRun.of("run", fresh, "--fresh");
          assertThat(again.exitCode()).as(again.err()).isEqualTo(ExitCode.OK);
        }
      }
    } finally {
      HeldFiles.letGo();
    }
    assertThat(Delivered.checkpointTs(folder.resolve("out")))
        .isGreaterThanOrEqualTo(taken.sent().last());
  }
}
