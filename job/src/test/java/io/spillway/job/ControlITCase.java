package io.spillway.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.sample.SampleSettings;
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
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A running job obeys its control file. */
class ControlITCase {
  private static KafkaBroker broker;

  @TempDir Path folder;
  private int version;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
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
