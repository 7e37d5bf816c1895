package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.BalanceWatch;
import io.spillway.tools.testing.DebeziumSample;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.KilledRuns;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pipelines that read a real broker. */
class KafkaPipelineITCase {
  private static final Duration SILENCE = Duration.ofSeconds(4);
  private static KafkaBroker broker;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
  }

  @Test
  void boundedRunDeliversWhatIsThereAndEnds() throws Exception {
    Partitions sample = sample(SampleSettings.standard(41).withDdls(true, 40));
    sample.feed(KafkaTopic.create(broker, "bounded", sample.count()));
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline("bounded", 2, "end: latest"));

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertComplete(sample.sent());
  }

  @Test
  void debeziumsKeysTombstonesAndStatementsAreRead() throws Exception {
    SampleSettings settings = SampleSettings.standard(40).withDdls(true, 20).withReplays(0);
    DebeziumSample sample = DebeziumSample.plain(sample(settings.withRows(6000, 0)));
    KafkaTopic.create(broker, "debezium", sample.messages().size()).send(sample);
    Path file = folder.resolve("pipeline.yaml");
    String reading = "end: latest, format: debezium-json, watermark: observed";
    Files.writeString(file, pipeline("debezium", 2, reading));

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertComplete(sample.canal().sent());
  }

  private static final long MILLIS = 1_768_472_430_400L;

  private static long at(int time) {
    return MILLIS + time << 18;
  }

  private static byte[] row(int time) {
    return ("{\"id\":0,\"database\":\"shop\",\"table\":\"t\",\"pkNames\":[\"id\"],\"isDdl\":false,"
            + "\"type\":\"INSERT\",\"es\":1,\"ts\":1,\"mysqlType\":{\"id\":\"int\"},\"data\":[{\"id\":\""
            + time
            + "\"}],\"_tidb\":{\"commitTs\":"
            + at(time)
            + "}}")
        .getBytes(UTF_8);
  }

  private static byte[] resolved(int time) {
    return ("{\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"watermarkTs\":" + at(time) + "}}")
        .getBytes(UTF_8);
  }

  private static byte[] alter(int time) {
    return ("{\"id\":0,\"database\":\"shop\",\"table\":\"t\",\"isDdl\":true,\"type\":\"ALTER\",\"es\":1,\"ts\":1,\"sql\":\"ALTER"
            + " TABLE t ADD x int\",\"_tidb\":{\"commitTs\":"
            + at(time)
            + "}}")
        .getBytes(UTF_8);
  }

  private List<String> rowsBelow(String version) throws IOException {
    Path table = output().resolve("shop/t/" + version);
    if (!Files.exists(table)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(table)) {
      List<String> ids = new ArrayList<>();
      for (Path file :
          files
              .filter(f -> f.toString().endsWith(".json") && !f.toString().contains("/meta/"))
              .sorted()
              .toList()) {
        for (String line : Files.readAllLines(file)) {
          ids.add(line.replaceFirst(".*\"id\":\"(\\d+)\".*", "$1"));
        }
      }
      return ids;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"committed", "earliest"})
  void whatIsNotResolvedEverywhereIsLeftToTheNextBoundedRunWhichBeginsWithIt(String start)
      throws Exception {
    KafkaTopic topic = KafkaTopic.create(broker, "twice-" + start, 2);
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline("twice-" + start, 2, "start: " + start + ", end: latest"));
    topic.send(0, List.of(resolved(50)));
    topic.send(
        1, List.of(row(40), resolved(40), row(50), resolved(50), row(70), row(90), resolved(100)));

    CommandRun first = CommandRun.of("run", file.toString());

    assertThat(first.exitCode()).as(first.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(output().resolve("metadata"))).contains(":" + at(50));
    assertThat(rowsBelow("")).containsExactly("40", "50");
    topic.send(0, List.of(alter(80), resolved(120)));
    topic.send(1, List.of(resolved(120)));

    CommandRun second = CommandRun.of("run", file.toString());

    assertThat(second.exitCode()).as(second.err()).isEqualTo(ExitCode.OK);
    assertThat(rowsBelow("")).containsExactlyInAnyOrder("40", "50", "70", "90");
    assertThat(rowsBelow(String.valueOf(at(80)))).containsExactly("90");
  }

  /** The run may be over before its readers have committed an offset. */
  @ParameterizedTest
  @ValueSource(strings = {"committed", "earliest"})
  void theNextBoundedRunRepeatsNothingOfAShortOne(String start) throws Exception {
    String name = "short-" + start;
    KafkaTopic topic = KafkaTopic.create(broker, name, 1);
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline(name, 2, "start: " + start + ", end: latest"));
    topic.send(0, List.of(row(40), resolved(50)));
    CommandRun first = CommandRun.of("run", file.toString());
    assertThat(first.exitCode()).as(first.err()).isEqualTo(ExitCode.OK);
    topic.send(0, List.of(row(60), resolved(70)));

    CommandRun second = CommandRun.of("run", file.toString());

    assertThat(second.exitCode()).as(second.err()).isEqualTo(ExitCode.OK);
    assertThat(rowsBelow("")).containsExactly("40", "60");
  }

  @Test
  void withoutAnyCheckpointATopicIsReadAgainOnlyOnRequestAndEveryRowIsDeliveredOnce()
      throws Exception {
    SampleSettings settings = SampleSettings.standard(51).withDdls(true, 40);
    Partitions sample = sample(settings.withRows(20_000, 0).withReplays(20));
    sample.feed(KafkaTopic.create(broker, "lost", sample.count()));
    Path file = folder.resolve("pipeline.yaml");
    String slow = "{name: lost, parallelism: 2, checkpoint-interval: 200 ms, checkpoint-dir: chk}";
    Files.writeString(
        file, pipeline("lost", 2, "max-drift: 50 ms").replaceFirst("\\{name.*}", slow));
    new KilledRuns(folder, file).untilNew();
    FileUtils.deleteDirectory(folder.resolve("chk").toFile());
    Files.writeString(file, pipeline("lost", 2, "end: latest").replaceFirst("\\{name.*}", slow));
    long before = Delivered.rows(output(), sample.sent());

    CommandRun refused = CommandRun.of("run", file.toString());

    assertThat(refused.exitCode()).as(refused.out()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err()).contains("out/metadata", "--recover", "--fresh");
    assertThat(Delivered.rows(output(), sample.sent())).as("nothing is written").isEqualTo(before);
    CommandRun validated = CommandRun.of("validate", file.toString(), "--sample", "10");
    assertThat(validated.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(validated.out()).contains("a start would refuse: ", "--recover");
    assertThat(validated.out())
        .contains("sample:       " + 10 * sample.count() + " messages")
        .containsPattern("\\w+\\.\\w+, no rule: [\\d,]+ rows");

    CommandRun recovered = CommandRun.of("run", file.toString(), "--recover");

    assertThat(recovered.exitCode()).as(recovered.err()).isEqualTo(ExitCode.OK);
    assertThat(recovered.out()).contains("Rows that stand in the bucket are not delivered again");
    assertComplete(sample.sent());
  }

  @Test
  void missingTopicIsNamed() throws Exception {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline("nowhere", 1, "end: latest"));

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err())
        .contains("sources[0].topics: topic nowhere does not exist at " + broker.address())
        .doesNotContain("\tat ");
  }

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
    Partitions sample = sample(SampleSettings.standard(48).withDdls(true, 20));
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

  private Partitions sample(SampleSettings settings) throws Exception {
    return Partitions.sample(settings, folder.resolve("sample"));
  }

  private Path output() {
    return folder.resolve("out");
  }

  private void assertComplete(Sent sent) throws Exception {
    assertComplete(sent, sent.last());
  }

  private void assertComplete(Sent sent, long checkpointTs) throws Exception {
    assertThat(Delivered.faults(output(), sent, checkpointTs)).isEmpty();
    CommandRun verify = CommandRun.of("verify", output().toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }

  private static String pipeline(String topic, int parallelism, String source) {
    return """
    pipeline: {name: shop-%s, parallelism: %d, checkpoint-interval: 200 ms}
    sources: [{type: kafka, bootstrap-servers: '%s', topics: [%s], %s}]
    storage: {path: out, file-size: 64 kb, flush-interval: 200 ms}
    """
        .formatted(topic, parallelism, broker.address(), topic, source);
  }
}
