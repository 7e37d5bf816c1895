package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.BulkGate;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.FreePorts;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.DocumentStream;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import io.spillway.tools.testing.SearchEngine;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole runs from files to a real engine that is down, or killed as the job is. */
@Timeout(value = 8, unit = TimeUnit.MINUTES)
class SearchOutageITCase extends SearchRunFixture {
  private static final long SEED = 31;

  /** Of the job, every second one of the engine too. */
  private static final int KILLS = Integer.getInteger("spillway.search.kills", 2);

  private static final String FEW_BUFFERS =
      "taskmanager.network.memory.buffers-per-channel: 1,"
          + " taskmanager.network.memory.floating-buffers-per-gate: 2";

  /** How many checkpoints the engine is away for, and how far apart; more make a longer outage. */
  private static final int CHECKPOINTS_AWAY = Integer.getInteger("spillway.outage.checkpoints", 6);

  private static final String INTERVAL_AWAY =
      System.getProperty("spillway.outage.interval", "300 ms");

  /** Most requests of a life: far fewer in all lives together than the rows need. */
  private static final int REQUESTS_A_LIFE = 20;

  private static final int CHANGES = 25_000;

  /** How many streams that are killed in turn, and the seed of the first. */
  private static final int SEEDS = Integer.getInteger("spillway.search.seeds", 1);

  private static final int FIRST_SEED = Integer.getInteger("spillway.search.first-seed", 1);

  @Test
  void checkpointsGoOnWhileTheEngineIsDownAndAFullBufferWaits() throws Exception {
    int port = FreePorts.find(1).get(0);
    SampleSettings settings = SampleSettings.standard(SEED + 1).withRows(20_000, 600);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    // little is on the way between tasks, so that the buffer takes it for far more than the
    // barriers
    String pipeline =
        pipeline("1 min", "buffer: 5 mb, max-bytes: 256 kb, initial-bytes: 128 kb, cooldown: 1 s")
            .replace("300 ms}", INTERVAL_AWAY + ", flink: {" + FEW_BUFFERS + "}}")
            .replace("bulk: {", "spool: {quota: 1 mb}, bulk: {")
            .replace(engine.url(), "http://127.0.0.1:" + port);
    Path checkpoint;
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      job.awaitCheckpoints(CHECKPOINTS_AWAY);
      checkpoint = job.cancel();
    }
    try (BulkGate gate = new BulkGate(engine.url(), port);
        RunningJob job = RunningJob.restore(folder, pipeline, checkpoint)) {
      gate.letThrough(Long.MAX_VALUE);
      job.awaitEnd();
    }
    assertFinal(engine.documents(), sample, SEED + 1);
  }

  /** Storage ends at once; the engine, which was never there, gets every document when it comes. */
  @Test
  void storageDeliversAllWhileTheEngineIsAwayAndTheDocumentsFollow() throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED + 4).withRows(5_000, 0);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    Path file = folder.resolve("pipeline.yaml");
    int port = FreePorts.find(1).get(0);
    Files.writeString(
        file,
        pipeline("1 min", "cooldown: 1 s").replace(engine.url(), "http://127.0.0.1:" + port)
            + "storage: {path: out}\n");
    try (BackgroundRun run = BackgroundRun.start(file)) {
      long last = sample.sent().last();
      Eventually.holds(
          LIMIT,
          () -> Delivered.checkpointTs(folder.resolve("out")) >= last,
          () -> "storage waits for the engine");
      assertThat(run.isAlive()).as("documents are missing").isTrue();
      try (BulkGate gate = new BulkGate(engine.url(), port)) {
        gate.letThrough(Long.MAX_VALUE);
        assertThat(run.ends(LIMIT)).as(run.output()).isTrue();
      }
      assertThat(run.exitCode()).as(run.output()).isEqualTo(ExitCode.OK);
      assertThat(run.output()).contains("0 to the dead letters, 0 held");
    }
    assertFinal(engine.documents(), sample, SEED + 4);
  }

  /** The job has more to send when it dies, and where the engine dies too, that is first. */
  private void killBehindTheGate(Path file, BulkGate gate, int requests, boolean withEngine)
      throws Exception {
    CountDownLatch stopped = gate.letThrough(requests);
    try (SpillwayProcess process =
        SpillwayProcess.start(folder, "run", file.toString(), "--resume")) {
      Eventually.holds(
          LIMIT,
          () -> stopped.getCount() == 0 || !process.isAlive(),
          () -> "not " + requests + " requests");
      assertThat(process.isAlive()).as(process.output()).isTrue();
      if (withEngine) {
        engine.process().kill();
        long before = gate.unanswered();
        gate.letThrough(requests);
        Eventually.holds(LIMIT, () -> gate.unanswered() > before, () -> "no request was refused");
        assertThat(process.isAlive()).as(process.output()).isTrue();
      }
      process.kill();
    }
    if (withEngine) {
      engine.process().restart();
    }
  }

  static IntStream seeds() {
    return IntStream.range(FIRST_SEED, FIRST_SEED + SEEDS);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void nothingIsLostAndNothingOlderWinsWhenJobAndEngineAreKilledInTurn(int seed) throws Exception {
    Random random = new Random(seed);
    DocumentStream stream = new DocumentStream(seed, CHANGES);
    stream.partitions().write(folder.resolve("in"));
    Path file = folder.resolve("pipeline.yaml");
    try (BulkGate gate = new BulkGate(engine.url())) {
      Files.writeString(
          file,
          pipeline("1 min", "cooldown: 1 s, max-bytes: 64 kb, initial-bytes: 64 kb")
              .replace(engine.url(), gate.url()));
      for (int kill = 0; kill < KILLS; kill++) {
        killBehindTheGate(file, gate, 1 + random.nextInt(REQUESTS_A_LIFE), kill % 2 == 1);
      }
      gate.letThrough(Long.MAX_VALUE);
      CommandRun last = CommandRun.of("run", file.toString(), "--resume");
      assertThat(last.exitCode())
          .as("seed %d: %s", seed, last.out() + last.err())
          .isEqualTo(ExitCode.OK);
    }
    Map<String, String> expected = stream.documents();
    assertThat(SearchEngine.differences(engine.documents(), expected))
        .as("seed %d", seed)
        .isEmpty();
    assertThat(cursor()).isGreaterThanOrEqualTo(stream.last());
    System.out.printf("seed %d: %d documents, as the stream ends%n", seed, expected.size());
  }
}
