package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.log.LoggedWarnings;
import io.spillway.policy.Failures;
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
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real broker that goes away and comes back while a pipeline reads it. */
class KafkaOutageITCase {
  private static final Duration LIMIT = Duration.ofSeconds(90);
  private static final int LOOKS = 2;

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

  /** Of their producers none waits for as long as the broker is away. */
  @Test
  void recordsOfTheJobsOwnWaitForTheirBrokersWithoutARestart() throws Exception {
    KafkaBroker broker = KafkaBroker.shared();
    Partitions sample =
        Partitions.sample(SampleSettings.standard(78).withDdls(true, 20), folder.resolve("sample"));
    KafkaTopic topic = KafkaTopic.create(broker, "away", sample.count());
    KafkaTopic events = KafkaTopic.create(broker, "away-events", 1);
    KafkaTopic letters = KafkaTopic.create(broker, "away-letters", 1);
    sample.part(0, 0.3).feed(topic);
    Path output = folder.resolve("out");
    String own =
        """
        cursor: {events: {type: kafka, topic: away-events}}
        errors: {dead-letters: {type: kafka, topic: away-letters}}
        """;
    try (LoggedWarnings log = new LoggedWarnings(Failures.class);
        RunningJob job = RunningJob.start(folder, pipeline(broker) + own)) {
      job.awaitCheckpointTs(output, 1);
      sample.part(0.3, 0.6).feed(topic);
      topic.send(0, List.of("no message".getBytes(UTF_8)));
      // what needs the broker next is a commit, or the next checkpoint
      job.awaitCheckpoints(1);
      broker.kill();
      // to reach them or to commit, whichever comes first: the other waits behind it. A look takes
      // 5 s, which is longer than a producer waits here
      String away = "dead letters has failed 2 times, retry";
      Eventually.holds(
          LIMIT,
          () -> log.lines().stream().anyMatch(line -> line.contains(away)),
          () -> "not told: " + away + ", but " + log.lines());
      broker.start();
      sample.part(0.6, 1).feed(topic);
      job.awaitCheckpointTs(output, sample.sent().last());
      Eventually.holds(
          LIMIT, () -> letters.committed().size() == 1, () -> "the letter is not there");
      assertThat(BalanceWatch.restarts()).isZero();
    }

    assertThat(Delivered.faults(output, sample.sent(), sample.sent().last())).isEmpty();
    List<String> ids = new ArrayList<>();
    for (byte[] event : events.committed()) {
      ids.add(new ObjectMapper().readTree(new String(event, UTF_8)).get("id").asText());
    }
    assertThat(ids).isNotEmpty().doesNotHaveDuplicates();
  }

  private static String pipeline(KafkaBroker broker) {
    return """
        pipeline: {name: away, parallelism: 2, checkpoint-interval: 2 s}
        sources:
          - type: kafka
            bootstrap-servers: '%s'
            topics: [away]
            properties:
              partition.discovery.interval.ms: "100"
              default.api.timeout.ms: "2000"
              request.timeout.ms: "2000"
              max.block.ms: "3000"
        storage: {path: out, file-size: 64 kb, flush-interval: 500 ms}
        """
        .formatted(broker.address());
  }
}
