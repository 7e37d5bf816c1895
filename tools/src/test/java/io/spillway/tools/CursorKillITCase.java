package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.log.Audit;
import io.spillway.cursor.log.Comparison;
import io.spillway.cursor.log.EventFilter;
import io.spillway.cursor.log.EventLogReader;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.LiveTree;
import io.spillway.testing.Sent;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.cursor.SavedCursors;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * HARVEST and BACKFILL in a process that is killed again and again: after each kill the log holds
 * no regress, and at the end it rebuilds the state of every checkpoint that was resumed from.
 */
class CursorKillITCase {
  private static final long SEED = 71;
  private static final int KILLS = 3;
  private static final int LONGEST_MS = 400;
  private static final Duration START = Duration.ofSeconds(120);

  private static final int ROWS = 40_000;

  /** Topics have no end, so that no life can end before it is killed. */
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, checkpoint-interval: 200 ms}
      sources:
        - {type: kafka, bootstrap-servers: '%1$s', topics: [killed]}
        - {type: kafka, bootstrap-servers: '%1$s', topics: [killed-old], operation: BACKFILL, namespace: plan-7}
      storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
      """;

  @TempDir Path folder;
  private final List<SavedCursors> resumedFrom = new ArrayList<>();

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES)
  void theLogRebuildsEveryStateThatWasResumedFromAndNeverHoldsARegress() throws Exception {
    SampleSettings settings =
        SampleSettings.standard(SEED).withDdls(false, 0).withReplays(0).withRows(ROWS, 0);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    KafkaBroker broker = KafkaBroker.shared();
    KafkaTopic old = KafkaTopic.create(broker, "killed-old", sample.count());
    KafkaTopic topic = KafkaTopic.create(broker, "killed", sample.count());
    Sent sent = sample.sent();
    Path file = folder.resolve("pipeline.yaml");
    Random random = new Random(SEED);

    Files.writeString(file, PIPELINE.formatted(broker.address()));
    for (int kills = 0; kills < KILLS; kills++) {
      // each life has something new to do
      double from = (double) kills / KILLS / 2;
      double to = (kills + 1.0) / KILLS / 2;
      sample.part(from, to).feed(old);
      sample.part(0.5 + from, 0.5 + to).feed(topic);
      killOnceItHasGotOn(file, random.nextInt(LONGEST_MS));
      requireSound();
      resumedFrom.add(SavedCursors.read(newestCheckpoint().toUri().toString()));
    }
    // nothing of the old half is after it
    String resolved =
        "{\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"watermarkTs\":" + sent.last() + "}}";
    for (int partition = 0; partition < sample.count(); partition++) {
      old.send(partition, List.of(resolved.getBytes(StandardCharsets.UTF_8)));
    }
    cancelOnceAllIsThere(file, sent);

    assertThat(requireSound()).as("balances in the log").isPositive();
    assertThat(Delivered.faults(folder.resolve("out"), sent)).as("seed %d", SEED).isEmpty();
    assertThat(resumedFrom).hasSize(KILLS);
    for (SavedCursors saved : resumedFrom) {
      assertThat(saved.cursors()).as("checkpoint %d", saved.checkpointId()).isNotEmpty();
      Comparison comparison = new Comparison(saved.checkpointId(), saved.cursors());
      log().read(EventFilter.ALL, comparison::accept);
      assertThat(comparison.differences())
          .as("checkpoint %d, seed %d", saved.checkpointId(), SEED)
          .isEmpty();
    }
  }

  /** Got on is: further events are readable, so the newest checkpoint has cursors of that age. */
  private void killOnceItHasGotOn(Path file, int delayMs) throws Exception {
    long before = logFiles();
    try (SpillwayProcess process =
        SpillwayProcess.start(folder, "run", file.toString(), "--resume")) {
      Eventually.holds(
          START,
          () -> !process.isAlive() || logFiles() > before,
          () -> "no further event in " + START);
      assertThat(process.ends(Duration.ofMillis(delayMs)))
          .as("ended before it was killed: %s", process.output())
          .isFalse();
      process.kill();
    }
  }

  private void cancelOnceAllIsThere(Path file, Sent sent) throws Exception {
    Path output = folder.resolve("out");
    try (BackgroundRun run = BackgroundRun.start(file, "--resume")) {
      Eventually.holds(
          START,
          () ->
              !run.isAlive()
                  || Delivered.checkpointTs(output) >= sent.last()
                      && Delivered.rows(output, sent) == sent.rows().size(),
          () -> "not all rows are there");
      assertThat(run.isAlive()).as(run.output()).isTrue();
    }
  }

  private long logFiles() throws IOException {
    Path log = folder.resolve("out/_cursor");
    if (!Files.exists(log)) {
      return 0;
    }
    try (Stream<Path> files = Files.list(log)) {
      return files.filter(file -> !file.getFileName().toString().startsWith(".")).count();
    }
  }

  private EventLogReader log() {
    return new EventLogReader(
        new org.apache.flink.core.fs.Path(folder.resolve("out/_cursor").toUri()));
  }

  /** A restart from the newest checkpoint leaves no trace but that it was one; counts balances. */
  private long requireSound() throws IOException {
    Audit audit = new Audit(true);
    log().read(EventFilter.ALL, audit::accept);
    assertThat(audit.findings()).as("seed %d", SEED).isEmpty();
    return audit.balances();
  }

  private Path newestCheckpoint() throws IOException {
    Path checkpoints = folder.resolve("out.checkpoints");
    return LiveTree.newest(checkpoints, "_metadata").orElseThrow().getParent();
  }
}
