package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineLoader;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
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

  private Partitions sample(long seed, String input) throws Exception {
    SampleSettings settings =
        SampleSettings.standard(seed).withRows(20_000, 0).withDdls(true, 0).withReplays(0);
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
    Partitions sample = sample(91, "in");
    sample(92, "other");
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
    Partitions sample = sample(93, "in");
    try (SpillwayProcess first = slowly("shop")) {
      CommandRun second = CommandRun.of("run", file("shop", "elsewhere", "in", "1 min"), "--fresh");
      assertThat(second.exitCode()).as(second.err()).isEqualTo(ExitCode.OK);
      assertThat(first.ends(LIMIT)).as(first.output()).isTrue();
      assertThat(first.exitCode()).as(first.output()).isEqualTo(ExitCode.FAILED);
      assertThat(first.output()).contains("was taken over by pipeline shop (job ");
    }
    assertThat(Delivered.checkpointTs(folder.resolve("out")))
        .isGreaterThanOrEqualTo(sample.sent().last());
  }
}
