package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.Sent;
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

/** Pipelines that read a real broker, for as long as they are wanted. */
class KafkaPipelineITCase extends KafkaPipelineFixture {
  private static final Duration SILENCE = Duration.ofSeconds(4);

  @Test
  void cancelledRunGoesOnFromItsCheckpoint() throws Exception {
    Partitions sample = sample(SampleSettings.standard(42).withDdls(true, 20));
    KafkaTopic topic = KafkaTopic.create(broker, "cancelled", sample.count());
    String pipeline = pipeline("cancelled", 2, "start: earliest");
    sample.part(0, 0.6).feed(topic);
    Path checkpoint;
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      job.awaitCheckpointTs(output(), 1);
      sample.part(0.6, 0.8).feed(topic);
      checkpoint = job.cancel();
    }
    sample.part(0.8, 1).feed(topic);
    try (RunningJob job = RunningJob.restore(folder, pipeline, checkpoint)) {
      job.awaitCheckpointTs(output(), sample.sent().last());
    }

    assertComplete(sample.sent());
  }

  @Test
  void readersWithoutAPartitionDoNotHoldProgress() throws Exception {
    Partitions sample = sample(SampleSettings.standard(43).withPartitions(2).withRows(3000, 0));
    sample.feed(KafkaTopic.create(broker, "wide", sample.count()));
    try (RunningJob job = RunningJob.start(folder, pipeline("wide", 4, "start: earliest"))) {
      job.awaitCheckpointTs(output(), sample.sent().last());
    }

    assertComplete(sample.sent());
  }

  @Test
  void silentPartitionHoldsProgressUntilItSpeaks() throws Exception {
    Partitions sample = sample(SampleSettings.standard(44).withPartitions(2).withRows(2000, 0));
    KafkaTopic topic = KafkaTopic.create(broker, "silent", sample.count());
    topic.send(0, sample.messages().get(0));
    try (RunningJob job = RunningJob.start(folder, pipeline("silent", 2, "start: earliest"))) {
      job.awaitCheckpoints(3);
      assertThat(Eventually.within(SILENCE, () -> Delivered.rows(output(), sample.sent()) > 0))
          .as("rows are delivered although nobody has said that they are complete")
          .isFalse();
      topic.send(1, sample.messages().get(1));
      job.awaitCheckpointTs(output(), sample.sent().last());
    }

    assertComplete(sample.sent());
  }

  @Test
  void rowsOfAnAddedPartitionThatTheOthersHaveOvertakenAreDeliveredOnceAndCountedAsLate()
      throws Exception {
    SampleSettings settings = SampleSettings.standard(50).withRows(4000, 0).withReplays(0);
    Partitions original = sample(settings.withDdls(true, 10));
    Partitions sample = original.moved(0.5);
    int added = original.count();
    KafkaTopic topic = KafkaTopic.create(broker, "added", added);
    for (int i = 0; i < added; i++) {
      topic.send(i, sample.messages().get(i));
    }
    String reading = "properties: {partition.discovery.interval.ms: \"200\"}";
    try (RunningJob job = RunningJob.start(folder, pipeline("added", 2, reading))) {
      // nobody waits for a partition that isn't there
      job.awaitCheckpointTs(output(), sample.sent().last());
      topic.grow(added + 1);
      topic.send(added, sample.messages().get(added));
      job.awaitRows(output(), sample.sent());
    }

    Sent late = Sent.of(List.of(sample.messages().get(added)));
    assertThat(late.rows()).isNotEmpty();
    assertThat(BalanceWatch.lateRows()).isEqualTo(late.rows().size());
    assertComplete(sample.sent());
  }

  @Test
  void idleTimeoutReleasesWhatASilentPartitionHolds() throws Exception {
    Partitions sample = sample(SampleSettings.standard(45).withPartitions(2).withRows(2000, 0));
    KafkaTopic topic = KafkaTopic.create(broker, "idle", sample.count());
    topic.send(0, sample.messages().get(0));
    Sent spoken = Sent.of(List.of(sample.messages().get(0)));
    try (RunningJob job = RunningJob.start(folder, pipeline("idle", 2, "idle-timeout: 2 s"))) {
      job.awaitCheckpointTs(output(), spoken.last());
    }

    assertComplete(spoken);
  }

  @Test
  void tailOfAStreamWithoutResolvedEventsIsClosedAfterSilence() throws Exception {
    SampleSettings settings = SampleSettings.standard(46).withReplays(0).withRows(3000, 0);
    Partitions sample = sample(settings).unresolved();
    sample.feed(KafkaTopic.create(broker, "observed", sample.count()));
    String reading = "watermark: observed, tail-timeout: 1 s, idle-timeout: 4 s";
    try (RunningJob job = RunningJob.start(folder, pipeline("observed", 2, reading))) {
      job.awaitRows(output(), sample.sent());
    }

    assertComplete(sample.sent(), tailOf(sample));
  }

  @Test
  void tailIsClosedAlsoWhenAllPartitionsAreIdle() throws Exception {
    // no DDLs: a partition that is idle before its first message is read can't hold rows for them
    SampleSettings settings =
        SampleSettings.standard(47).withReplays(0).withRows(3000, 0).withDdls(false, 0);
    Partitions sample = sample(settings).unresolved();
    sample.feed(KafkaTopic.create(broker, "all-idle", sample.count()));
    // idle long before the tail's time is up
    String reading = "watermark: observed, tail-timeout: 3 s, idle-timeout: 500 ms";
    try (RunningJob job = RunningJob.start(folder, pipeline("all-idle", 2, reading))) {
      job.awaitRows(output(), sample.sent());
    }

    assertComplete(sample.sent(), tailOf(sample));
  }

  /** Up to the end of the partition that ends first, nobody can deny that all is there. */
  private static long tailOf(Partitions sample) throws Exception {
    long tail = Long.MAX_VALUE;
    for (List<byte[]> partition : sample.messages()) {
      tail = Math.min(tail, Sent.of(List.of(partition)).last());
    }
    return tail;
  }

  @Test
  void killedBrokerThatComesBackCostsNothing() throws Exception {
    Partitions sample = sample(SampleSettings.standard(48).withRows(8000, 0).withDdls(true, 20));
    KafkaTopic topic = KafkaTopic.create(broker, "killed", sample.count());
    sample.part(0, 0.6).feed(topic);
    try (RunningJob job = RunningJob.start(folder, pipeline("killed", 2, "start: earliest"))) {
      job.awaitCheckpointTs(output(), 1);
      broker.kill();
      broker.start();
      sample.part(0.6, 1).feed(topic);
      job.awaitCheckpointTs(output(), sample.sent().last());
    }

    assertComplete(sample.sent());
  }

  @Test
  void cursorEventsGoToATopicExactlyOnce() throws Exception {
    Partitions sample = sample(SampleSettings.standard(49).withRows(6000, 0));
    KafkaTopic topic = KafkaTopic.create(broker, "rows", sample.count());
    KafkaTopic events = KafkaTopic.create(broker, "events", 1);
    String pipeline =
        pipeline("rows", 2, "start: earliest") + "cursor: {events: {type: kafka, topic: events}}\n";
    sample.part(0, 0.5).feed(topic);
    Path checkpoint;
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      job.awaitCheckpointTs(output(), 1);
      checkpoint = job.cancel();
    }
    sample.part(0.5, 1).feed(topic);
    try (RunningJob job = RunningJob.restore(folder, pipeline, checkpoint)) {
      job.awaitCheckpointTs(output(), sample.sent().last());
      Eventually.holds(
          Duration.ofSeconds(30),
          () -> last(read(events)) >= sample.sent().last(),
          () -> "the events do not reach the last row");
    }

    assertComplete(sample.sent());
    List<JsonNode> told = read(events);
    assertThat(told).extracting(event -> event.get("id").asText()).doesNotHaveDuplicates();
    for (List<JsonNode> ofCursor :
        told.stream().collect(groupingBy(KafkaPipelineITCase::cursor)).values()) {
      assertThat(ofCursor).extracting(event -> event.get("value").asLong()).isSorted();
    }
    long rows = told.stream().mapToLong(event -> event.path("file").path("rows").asLong()).sum();
    assertThat(rows).isBetween((long) sample.sent().rows().size(), sample.sent().allowed());
  }

  private static List<JsonNode> read(KafkaTopic events) throws Exception {
    List<JsonNode> told = new ArrayList<>();
    for (byte[] line : events.committed()) {
      told.add(new ObjectMapper().readTree(new String(line, UTF_8)));
    }
    return told;
  }

  private static String cursor(JsonNode event) {
    return event.get("sink") + " " + event.get("scope") + " " + event.get("key");
  }

  private static long last(List<JsonNode> events) {
    return events.stream().mapToLong(event -> event.get("value").asLong()).max().orElse(0);
  }
}
