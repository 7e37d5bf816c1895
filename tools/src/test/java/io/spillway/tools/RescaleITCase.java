package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.HeldFiles;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** State that goes from one parallelism to another and back. */
class RescaleITCase {
  private static KafkaBroker broker;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
  }

  @Test
  void savepointsCarryRowsStillInTheSpoolToOtherParallelisms() throws Exception {
    // nothing is sealed by age or size: most rows cross both savepoints in the spool
    carry("rescale-held", "10 min", 31);
  }

  @Test
  void savepointsCarryNumbersAndVersionsOfFilesToOtherParallelisms() throws Exception {
    carry("rescale-sealed", "300 ms", 32);
  }

  private void carry(String name, String flushInterval, long seed) throws Exception {
    SampleSettings settings = SampleSettings.standard(seed).withRows(12_000, 0).withDdls(true, 30);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    Sent sent = sample.sent();
    Path output = folder.resolve("out");
    KafkaTopic topic = KafkaTopic.create(broker, name, sample.count());

    sample.part(0, 0.4).feed(topic);
    Path first;
    try (RunningJob job = RunningJob.start(folder, pipeline(name, 1, flushInterval))) {
      sample.part(0.4, 0.5).feed(topic);
      first = job.stopWithSavepoint();
    }
    sample.part(0.5, 0.8).feed(topic);
    Path second;
    try (RunningJob job = RunningJob.restore(folder, pipeline(name, 2, flushInterval), first)) {
      job.awaitCheckpoints(3);
      second = job.stopWithSavepoint();
    }
    assertThat(Delivered.live(output, sent)).as("seed %d", seed).isEmpty();
    sample.part(0.8, 1).feed(topic);
    try (RunningJob job = RunningJob.restore(folder, pipeline(name, 1, flushInterval), second)) {
      if (flushInterval.endsWith("min")) {
        job.awaitCheckpoints(3);
        Path third = job.stopWithSavepoint();
        try (RunningJob last = RunningJob.restore(folder, pipeline(name, 1, "200 ms"), third)) {
          last.awaitCheckpointTs(output, sent.last());
        }
      } else {
        job.awaitCheckpointTs(output, sent.last());
      }
    }

    assertThat(Delivered.faults(output, sent)).as("seed %d", seed).isEmpty();
    CommandRun verify = CommandRun.of("verify", output.toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }

  @Test
  void filesBeingReadAreDealtOutAgain() throws Exception {
    SampleSettings settings = SampleSettings.standard(33).withDdls(true, 20).withRows(30_000, 0);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    Sent sent = sample.sent();
    Path output = folder.resolve("out");

    // held files only trickle, so both savepoints find them half read on any machine
    HeldFiles.hold();
    try {
      Path first;
      try (RunningJob job = RunningJob.start(folder, heldFiles(1))) {
        job.awaitCheckpointTs(output, 1);
        first = job.stopWithSavepoint();
      }
      assertThat(Delivered.rows(output, sent)).isLessThan(sent.rows().size());
      Path second;
      try (RunningJob job = RunningJob.restore(folder, heldFiles(2), first)) {
        job.awaitCheckpointTs(output, Delivered.checkpointTs(output) + 1);
        second = job.stopWithSavepoint();
      }
      assertThat(Delivered.rows(output, sent)).isLessThan(sent.rows().size());
      HeldFiles.letGo();
      try (RunningJob job = RunningJob.restore(folder, heldFiles(1), second)) {
        job.awaitEnd();
      }
    } finally {
      HeldFiles.letGo();
    }

    assertThat(Delivered.faults(output, sent)).as("seed 33").isEmpty();
  }

  private static String pipeline(String topic, int parallelism, String flushInterval) {
    return """
        pipeline: {name: shop, parallelism: %d, checkpoint-interval: 200 ms}
        sources: [{type: kafka, bootstrap-servers: '%s', topics: [%s]}]
        storage: {path: out, file-size: 64 kb, flush-interval: %s}
        """
        .formatted(parallelism, broker.address(), topic, flushInterval);
  }

  private String heldFiles(int parallelism) {
    return """
        pipeline: {name: shop, parallelism: %d, checkpoint-interval: 200 ms}
        sources: [{type: files, path: '%s'}]
        storage: {path: out, file-size: 64 kb, flush-interval: 200 ms}
        """
        .formatted(parallelism, HeldFiles.uri(folder.resolve("in")));
  }
}
