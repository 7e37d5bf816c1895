package io.spillway.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.sample.SampleSettings;
import io.spillway.job.testing.Delivered;
import io.spillway.job.testing.Eventually;
import io.spillway.job.testing.Partitions;
import io.spillway.job.testing.Sent;
import io.spillway.job.testing.SpillwayProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed again and again and resumed, with a reader beside it all the time. */
class KillAndResumeITCase {
  private static final long SEED = 21;
  private static final int LEAST_KILLS = 4;
  private static final int MOST_KILLS = 6;
  private static final Duration START = Duration.ofSeconds(120);

  /** The drift bounds how fast the input can be read, so that it outlives several kills. */
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, checkpoint-interval: 200 ms}
      sources: [{type: files, path: in, max-drift: 50 ms}]
      storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
      """;

  @TempDir Path folder;
  private final List<String> liveFaults = new ArrayList<>();
  private int liveChecks;

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void everyRowIsDeliveredOnceAndEveryReaderOnTheWaySeesAConsistentBucket() throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED).withDdls(true, 60);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE);
    AtomicBoolean ended = new AtomicBoolean();
    ExecutorService reader = Executors.newSingleThreadExecutor();
    int kills;
    try {
      Future<?> live = reader.submit(() -> readWhile(ended, sent));
      try {
        kills = killUntilDone(file);
      } finally {
        ended.set(true);
      }
      live.get(1, TimeUnit.MINUTES);
    } finally {
      reader.shutdownNow();
    }

    assertThat(liveFaults).as("seen beside the run, seed %d", SEED).isEmpty();
    assertThat(liveChecks).isGreaterThan(kills);
    assertThat(kills).as("kills").isGreaterThanOrEqualTo(LEAST_KILLS);
    assertThat(Delivered.faults(folder.resolve("out"), sent)).as("seed %d", SEED).isEmpty();
    CommandRun verify = CommandRun.of("verify", folder.resolve("out").toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }

  private Void readWhile(AtomicBoolean ended, Sent sent) throws Exception {
    long checkpointTs = 0;
    while (!ended.get() && liveFaults.isEmpty()) {
      liveFaults.addAll(Delivered.live(folder.resolve("out"), sent));
      long now = Delivered.checkpointTs(folder.resolve("out"));
      if (now < checkpointTs) {
        liveFaults.add("checkpoint-ts goes back from " + checkpointTs + " to " + now);
      }
      checkpointTs = now;
      liveChecks++;
    }
    return null;
  }

  /** Kills it a moment after it has got on, so often; then lets it end. Gives the kills. */
  private int killUntilDone(Path file) throws Exception {
    Random random = new Random(SEED);
    for (int kills = 0; true; kills++) {
      int start = kills + 1;
      long before = Delivered.checkpointTs(folder.resolve("out"));
      try (SpillwayProcess process =
          SpillwayProcess.start(folder, "run", file.toString(), "--resume")) {
        Eventually.holds(
            START,
            () -> !process.isAlive() || Delivered.checkpointTs(folder.resolve("out")) > before,
            () -> "nothing new delivered by start " + start + ": " + output(process));
        // the first ones come at once, so that enough of them fit on any machine
        int longestMs = kills < LEAST_KILLS ? 200 : 700;
        Duration limit = kills < MOST_KILLS ? Duration.ofMillis(random.nextInt(longestMs)) : START;
        if (process.ends(limit)) {
          assertThat(process.exitCode()).as(process.output()).isEqualTo(ExitCode.OK);
          return kills;
        }
        assertThat(kills).as("no end in sight: %s", process.output()).isLessThan(MOST_KILLS);
        process.kill();
      }
    }
  }

  private static String output(SpillwayProcess process) {
    try {
      return process.output();
    } catch (Exception e) {
      return e.toString();
    }
  }
}
