package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.LiveReader;
import io.spillway.testing.Sent;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed again and again and resumed, with a reader beside it all the time. */
class KillAndResumeITCase {
  private static final long SEED = 21;
  private static final int KILLS = 4;
  private static final int LONGEST_MS = 500;

  /** Between two looks of the reader, which would take a processor for itself. */
  private static final Duration PAUSE = Duration.ofMillis(150);

  private static final Duration START = Duration.ofSeconds(120);

  /** Outlives all kills: read at the pace of the drift, or faster than any machine starts. */
  private static final int ROWS = 150_000;

  /**
   * The drift bounds how fast the input can be read. Files of checkpoints are merged in every other
   * run, which Flink allows to change.
   */
  private static final String PIPELINE =
      """
      pipeline:
        name: shop
        parallelism: 2
        checkpoint-interval: 200 ms
        flink: {execution.checkpointing.file-merging.enabled: "%b"}
      sources: [{type: files, path: in, max-drift: %s}]
      storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
      """;

  @TempDir Path folder;
  private long lastSeen;

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void everyRowIsDeliveredOnceAndEveryReaderOnTheWaySeesAConsistentBucket() throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED).withDdls(true, 60).withRows(ROWS, 0);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    Path file = folder.resolve("pipeline.yaml");
    int looks;
    try (LiveReader reader = new LiveReader(PAUSE, () -> look(sent))) {
      killUntilDone(file);
      looks = reader.requireClean();
    }

    assertThat(looks).isGreaterThan(KILLS);
    assertThat(Delivered.faults(folder.resolve("out"), sent)).as("seed %d", SEED).isEmpty();
    CommandRun verify = CommandRun.of("verify", folder.resolve("out").toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }

  private Optional<String> look(Sent sent) throws Exception {
    List<String> faults = Delivered.live(folder.resolve("out"), sent);
    if (!faults.isEmpty()) {
      return Optional.of("seed " + SEED + ": " + faults);
    }
    long before = lastSeen;
    lastSeen = Delivered.checkpointTs(folder.resolve("out"));
    return lastSeen < before
        ? Optional.of("checkpoint-ts goes back from " + before + " to " + lastSeen)
        : Optional.empty();
  }

  /** Kills it a moment after it has got on, so often; then lets it end. */
  private void killUntilDone(Path file) throws Exception {
    Random random = new Random(SEED);
    for (int kills = 0; kills < KILLS; kills++) {
      Files.writeString(file, PIPELINE.formatted(kills % 2 == 1, "50 ms"));
      int start = kills + 1;
      long before = Delivered.checkpointTs(folder.resolve("out"));
      try (SpillwayProcess process =
          SpillwayProcess.start(folder, "run", file.toString(), "--resume")) {
        Eventually.holds(
            START,
            () -> !process.isAlive() || Delivered.checkpointTs(folder.resolve("out")) > before,
            () -> "nothing new delivered by start " + start + ": " + process.output());
        assertThat(process.ends(Duration.ofMillis(random.nextInt(LONGEST_MS))))
            .as("ended before kill %d: %s", start, process.output())
            .isFalse();
        process.kill();
        assertThat(process.output()).doesNotContain("passed over");
      }
    }
    Files.writeString(file, PIPELINE.formatted(false, "1 min"));
    CommandRun last = CommandRun.of("run", file.toString(), "--resume");
    assertThat(last.exitCode()).as(last.out() + last.err()).isEqualTo(ExitCode.OK);
    assertThat(last.out() + last.err()).doesNotContain("passed over");
  }
}
