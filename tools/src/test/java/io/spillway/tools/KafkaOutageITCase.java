package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.log.LoggedWarnings;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.BalanceWatch;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real broker that goes away and comes back while a pipeline reads it. */
class KafkaOutageITCase {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int LOOKS = 3;

  @TempDir Path folder;

  @Test
  void brokersThatAreAwayForSeveralLooksAreWaitedForWithoutARestart() throws Exception {
    KafkaBroker broker = KafkaBroker.shared();
    Partitions sample =
        Partitions.sample(SampleSettings.standard(77).withDdls(true, 20), folder.resolve("sample"));
    KafkaTopic topic = KafkaTopic.create(broker, "away", sample.count());
    sample.part(0, 0.6).feed(topic);
    Path output = folder.resolve("out");
    try (LoggedWarnings log = new LoggedWarnings("io.spillway.source.PartitionLooks");
        RunningJob job = RunningJob.start(folder, pipeline(broker))) {
      job.awaitCheckpointTs(output, 1);
      broker.kill();
      Eventually.holds(
          LIMIT,
          () -> BalanceWatch.failedLooks() >= LOOKS,
          () -> BalanceWatch.failedLooks() + " looks of " + LOOKS + " have failed");
      broker.start();
      sample.part(0.6, 1).feed(topic);
      job.awaitCheckpointTs(output, sample.sent().last());

      assertThat(BalanceWatch.restarts()).isZero();
      assertThat(log.lines().get(0))
          .contains("topic away at " + broker.address(), "The job waits without a restart");
    }

    assertThat(Delivered.faults(output, sample.sent(), sample.sent().last())).isEmpty();
  }

  private static String pipeline(KafkaBroker broker) {
    return """
        pipeline: {name: away, parallelism: 2, checkpoint-interval: 300 ms}
        sources:
          - type: kafka
            bootstrap-servers: '%s'
            topics: [away]
            properties:
              partition.discovery.interval.ms: "100"
              default.api.timeout.ms: "4000"
              request.timeout.ms: "4000"
        storage: {path: out, file-size: 64 kb, flush-interval: 500 ms}
        """
        .formatted(broker.address());
  }
}
