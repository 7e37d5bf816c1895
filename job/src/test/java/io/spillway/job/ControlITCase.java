package io.spillway.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.sample.SampleSettings;
import io.spillway.job.testing.BalanceWatch;
import io.spillway.job.testing.BulkStub;
import io.spillway.job.testing.Delivered;
import io.spillway.job.testing.Eventually;
import io.spillway.job.testing.KafkaBroker;
import io.spillway.job.testing.KafkaTopic;
import io.spillway.job.testing.Partitions;
import io.spillway.job.testing.RunningJob;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running job obeys its control file. */
class ControlITCase {
  private static KafkaBroker broker;

  @TempDir static Path brokerFolder;
  @TempDir Path folder;
  private int version;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.start(brokerFolder);
  }

  @AfterAll
  static void stopBroker() throws Exception {
    broker.close();
  }

  @Test
  void drainNowWritesWhatWouldHaveWaitedForTenMinutes() throws Exception {
    Partitions sample =
        Partitions.sample(
            SampleSettings.standard(71).withDdls(false, 0).withPartitions(2).withRows(1_000, 0),
            folder.resolve("sample"));
    sample.feed(KafkaTopic.create(broker, "controlled", sample.count()));
    control("");
    Path output = folder.resolve("out");
    try (RunningJob job = RunningJob.start(folder, pipeline())) {
      job.awaitCheckpoints(3);
      assertThat(Delivered.rows(output, sample.sent())).isZero();
      // what is drained is what has come by then, so it is asked for until all has come
      Eventually.holds(
          Duration.ofSeconds(90),
          () -> {
            control("  drain: '*'\n");
            return Delivered.rows(output, sample.sent()) >= sample.sent().rows().size();
          },
          () -> "not everything is drained after version " + version);
      job.awaitCheckpointTs(output, sample.sent().last());
    }
    assertThat(Delivered.faults(output, sample.sent(), sample.sent().last())).isEmpty();
  }

  /** Storage has all rows while the search sink has none: so they had come, and waited. */
  @Test
  void aPausedSearchSinkKeepsItsRowsAndGoesOnWhenItIsResumed() throws Exception {
    Partitions sample =
        Partitions.sample(
            SampleSettings.standard(73).withDdls(false, 0).withPartitions(2).withRows(1_000, 0),
            folder.resolve("sample"));
    KafkaTopic topic = KafkaTopic.create(broker, "paused", sample.count());
    control("  pause-sinks: [search]\n");
    Path output = folder.resolve("out");
    try (BulkStub engine = new BulkStub();
        RunningJob job = RunningJob.start(folder, searching(engine.url()))) {
      Eventually.holds(
          Duration.ofSeconds(90),
          () -> BalanceWatch.pausedWriters() == 2,
          () -> BalanceWatch.pausedWriters() + " of 2 writers are paused");
      sample.feed(topic);
      int rows = sample.sent().rows().size();
      job.awaitRows(output, sample.sent());
      job.awaitCheckpoints(2);
      assertThat(engine.requests()).isZero();
      control("  bulk: {max-concurrency: 1}\n");
      Eventually.holds(
          Duration.ofSeconds(90),
          () -> engine.documents() >= rows,
          () -> engine.documents() + " of " + rows + " are there");
      assertThat(BalanceWatch.pausedWriters()).isZero();
    }
  }

  private static String searching(String engine) {
    return """
        pipeline: {name: paused, parallelism: 2, checkpoint-interval: 300 ms}
        sources: [{type: kafka, brokers: '%s', topics: [paused]}]
        storage: {path: out, file-size: 64 kb, flush-interval: 500 ms}
        elasticsearch: {hosts: ['%s'], compression: none}
        control: {path: control.yaml, refresh: 1 s}
        """
        .formatted(broker.address(), engine);
  }

  /** As a person should: under another name first. */
  private void control(String settings) {
    version++;
    String text =
        "version: "
            + version
            + "\ntimestamp: 2026-01-15T10:00:00Z\nsettings:"
            + (settings.isEmpty() ? " {}\n" : "\n" + settings);
    try {
      Path written = Files.writeString(folder.resolve("next.yaml"), text);
      Files.move(written, folder.resolve("control.yaml"), StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String pipeline() {
    return """
        pipeline: {name: controlled, parallelism: 2, checkpoint-interval: 300 ms}
        sources: [{type: kafka, brokers: '%s', topics: [controlled]}]
        storage: {path: out, file-size: 64 mb, flush-interval: 10 min}
        control: {path: control.yaml, refresh: 1 s}
        """
        .formatted(broker.address());
  }
}
