package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real broker does to cursors: messages that are gone, a log and values in topics. */
class KafkaCursorITCase {
  private static KafkaBroker broker;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
  }

  private Partitions sample(long seed) throws Exception {
    return Partitions.sample(
        SampleSettings.standard(seed).withRows(6000, 0).withReplays(0).withDdls(false, 0),
        folder.resolve("sample"));
  }

  private Path output() {
    return folder.resolve("out");
  }

  private String log() {
    return output().resolve("_cursor").toString();
  }

  private static String pipeline(String topic, String source, String cursor) {
    return """
        pipeline: {name: shop-%1$s, parallelism: 2, checkpoint-interval: 200 ms}
        sources: [{type: kafka, bootstrap-servers: '%2$s', topics: [%1$s], group-id: g-%1$s, %3$s}]
        storage: {path: out, file-size: 64 kb, flush-interval: 200 ms}
        cursor: {%4$s}
        """
        .formatted(topic, broker.address(), source, cursor);
  }

  private static final String GO_ON = "properties: {auto.offset.reset: earliest}";

  private List<JsonNode> gaps() throws IOException {
    List<JsonNode> gaps = new ArrayList<>();
    try (Stream<Path> files = Files.list(Path.of(log()))) {
      for (Path file : files.filter(f -> !f.getFileName().toString().startsWith(".")).toList()) {
        for (String line : Files.readAllLines(file)) {
          JsonNode event = new ObjectMapper().readTree(line);
          if (event.get("reason").asText().equals("gap")) {
            gaps.add(event.get("gap"));
          }
        }
      }
    }
    return gaps;
  }

  private void assertGap(JsonNode gap, long from, long to) {
    assertThat(gap.get("from").asLong()).isEqualTo(from);
    assertThat(gap.get("to").asLong()).isEqualTo(to);
  }

  /** Of each partition the offset in the middle between two. */
  private static List<Long> between(List<Long> from, List<Long> to) {
    List<Long> middle = new ArrayList<>();
    for (int i = 0; i < from.size(); i++) {
      middle.add((from.get(i) + to.get(i)) / 2);
    }
    return middle;
  }

  @Test
  void whatRetentionTookBeforeARestartIsAnEventWithItsOffsets() throws Exception {
    Partitions sample = sample(61);
    KafkaTopic topic = KafkaTopic.create(broker, "overtaken", sample.count());
    String pipeline = pipeline("overtaken", GO_ON, "");
    sample.part(0, 0.4).feed(topic);
    Path savepoint;
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      job.awaitCheckpointTs(output(), sample.part(0, 0.4).resolved());
      savepoint = job.stopWithSavepoint();
    }
    assertThat(gaps()).isEmpty();
    List<Long> read = topic.ends();
    sample.part(0.4, 1).feed(topic);
    List<Long> kept = between(read, topic.ends());
    topic.forget(kept);
    for (int i = 0; i < 2; i++) {
      try (RunningJob job = RunningJob.restore(folder, pipeline, savepoint)) {
        job.awaitCheckpointTs(output(), sample.sent().last());
        savepoint = job.stopWithSavepoint();
      }
    }

    List<JsonNode> gaps = gaps();
    assertThat(gaps).as("each once, and none of the last restart").hasSize(sample.count());
    Map<Integer, JsonNode> byPartition =
        gaps.stream().collect(toMap(gap -> gap.get("partition").asInt(), gap -> gap));
    for (int i = 0; i < sample.count(); i++) {
      assertThat(byPartition.get(i).get("source").asText()).isEqualTo("overtaken");
      assertGap(byPartition.get(i), read.get(i), kept.get(i));
    }
    CommandRun audit = CommandRun.of("cursor", "audit", log());
    assertThat(audit.exitCode()).isEqualTo(1);
    assertThat(audit.out().lines().filter(line -> line.startsWith("LOST"))).hasSize(sample.count());
    assertThat(audit.out()).contains(sample.count() + " findings");
  }

  @Test
  void withoutLeaveToGoOnTheJobEndsAndSaysWhatIsGone() throws Exception {
    Partitions sample = sample(62);
    KafkaTopic topic = KafkaTopic.create(broker, "refused", sample.count());
    String pipeline = pipeline("refused", "start: earliest", "");
    sample.part(0, 0.4).feed(topic);
    Path savepoint;
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      job.awaitCheckpointTs(output(), 1);
      savepoint = job.stopWithSavepoint();
    }
    sample.part(0.4, 1).feed(topic);
    topic.forget(topic.ends());
    try (RunningJob job = RunningJob.restore(folder, pipeline, savepoint)) {
      assertThatThrownBy(job::awaitEnd)
          .hasStackTraceContaining("partition refused-")
          .hasStackTraceContaining("are gone, and the log begins at")
          .hasStackTraceContaining("auto.offset.reset: earliest");
    }
    assertThat(gaps()).isEmpty();
  }

  @Test
  void aCommittedOffsetThatIsGoneAndATopicMadeAnewAreGapsToo() throws Exception {
    Partitions sample = sample(63);
    KafkaTopic topic = KafkaTopic.create(broker, "anew", sample.count());
    String pipeline = pipeline("anew", "start: committed, " + GO_ON, "");
    sample.feed(topic);
    List<Long> ends = topic.ends();
    List<Long> committed = ends.stream().map(end -> end / 4).toList();
    List<Long> kept = ends.stream().map(end -> end / 2).toList();
    topic.commit("g-anew", committed);
    topic.forget(kept);
    Path savepoint;
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      job.awaitCheckpointTs(output(), sample.resolved());
      savepoint = job.stopWithSavepoint();
    }
    assertThat(gaps()).hasSize(sample.count());
    for (JsonNode gap : gaps()) {
      int partition = gap.get("partition").asInt();
      assertGap(gap, committed.get(partition), kept.get(partition));
    }

    topic.recreate();
    sample.part(0, 0.1).feed(topic);
    try (RunningJob job = RunningJob.restore(folder, pipeline, savepoint)) {
      Eventually.holds(
          Duration.ofSeconds(60),
          () -> {
            job.requireRunning();
            return gaps().size() == 2 * sample.count();
          },
          () -> "the topic's second life is not in the log");
    }
    assertThat(gaps()).filteredOn(gap -> gap.get("to").asLong() == 0).hasSize(sample.count());
  }

  @Test
  void currentValuesInATopicAreThoseThatTheLogInATopicGives() throws Exception {
    Partitions sample = sample(64);
    KafkaTopic topic = KafkaTopic.create(broker, "valued", sample.count());
    KafkaTopic events = KafkaTopic.create(broker, "valued-events", 2);
    KafkaTopic values =
        KafkaTopic.create(broker, "valued-values", 2, Map.of("cleanup.policy", "compact"));
    String pipeline =
        pipeline(
            "valued",
            "start: earliest",
            "events: {type: kafka, topic: valued-events},"
                + " values: {type: kafka, topic: valued-values}");
    sample.part(0, 0.5).feed(topic);
    Path savepoint;
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      job.awaitCheckpointTs(output(), 1);
      job.cancel();
    }
    Path checkpoint = newestCheckpoint();
    sample.part(0.5, 1).feed(topic);
    try (RunningJob job = RunningJob.restore(folder, pipeline, checkpoint)) {
      job.awaitCheckpointTs(output(), sample.sent().last());
      savepoint = job.stopWithSavepoint();
    }

    Map<String, JsonNode> newest = new HashMap<>();
    for (byte[] line : events.committed()) {
      JsonNode event = new ObjectMapper().readTree(new String(line, UTF_8));
      newest.put(cursor(event), event);
    }
    assertThat(newest).hasSizeGreaterThan(2);
    assertThat(values.newest()).hasSameSizeAs(newest);
    values
        .newest()
        .forEach(
            (key, value) -> {
              JsonNode event = json(value);
              assertThat(event).isEqualTo(newest.get(cursor(event)));
              assertThat(key).contains(event.get("scope").asText());
            });

    String location = "kafka://" + broker.address() + "/valued-events";
    CommandRun audit = CommandRun.of("cursor", "audit", location);
    assertThat(audit.exitCode()).as(audit.out() + audit.err()).isEqualTo(0);
    assertThat(audit.out()).startsWith(events.committed().size() + " events");
    CommandRun diff = CommandRun.of("cursor", "diff", location, "--against", savepoint.toString());
    assertThat(diff.exitCode()).as(diff.out() + diff.err()).isEqualTo(0);
    CommandRun show = CommandRun.of("cursor", "show", location);
    assertThat(show.out()).contains("HARVEST/GLOBAL/");

    try (RunningJob job = RunningJob.restore(folder, pipeline, checkpoint)) {
      Eventually.holds(
          Duration.ofSeconds(60),
          () -> {
            job.requireRunning();
            return events.committed().stream()
                .anyMatch(line -> new String(line, UTF_8).contains("\"reason\":\"rewind\""));
          },
          () -> "no rewind in the topic");
    }
  }

  private Path newestCheckpoint() throws IOException {
    return RunningJob.newestCheckpoint(folder);
  }

  private static JsonNode json(String text) {
    try {
      return new ObjectMapper().readTree(text);
    } catch (IOException e) {
      throw new AssertionError(text, e);
    }
  }

  private static String cursor(JsonNode event) {
    return event.get("sink") + " " + event.get("scope") + " " + event.get("key");
  }
}
