package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.event.CommitTs;
import io.spillway.testing.Delivered;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.LiveTree;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Messages;
import io.spillway.tools.testing.RunningJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Sources that stand elsewhere in the list, come or go between two runs. */
@Timeout(300)
class SourcesChangeITCase {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final long FIRST = CommitTs.ofMillis(1_767_225_600_000L);
  private static final int ROWS = 50;
  private static KafkaBroker broker;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
  }

  @Test
  void sourcesAreFoundAgainWhereverTheyStandInTheList() throws Exception {
    KafkaTopic ta = KafkaTopic.create(broker, "change-ta", 1);
    KafkaTopic tb = KafkaTopic.create(broker, "change-tb", 1);
    KafkaTopic tc = KafkaTopic.create(broker, "change-tc", 1);
    send(0, ta, tb);
    Path checkpoint;
    try (RunningJob job = RunningJob.start(folder, pipeline("change-ta", "change-tb"))) {
      job.awaitCheckpointTs(output(), end(0));
      job.awaitCheckpoints(2);
      checkpoint = job.cancel();
    }
    send(1, ta, tb);
    String reordered = pipeline("change-tb", "change-ta");
    try (RunningJob job = RunningJob.restore(folder, reordered, checkpoint)) {
      job.awaitCheckpointTs(output(), end(1));
      job.awaitCheckpoints(2);
      checkpoint = job.cancel();
    }
    assertThat(delivered()).isEqualTo(Map.of("change-ta", once(0, 1), "change-tb", once(0, 1)));

    send(2, ta, tb, tc);
    String inFront = pipeline("change-tc", "change-tb", "change-ta");
    try (RunningJob job = RunningJob.restore(folder, inFront, checkpoint)) {
      job.awaitCheckpointTs(output(), end(2));
    }
    assertThat(delivered())
        .isEqualTo(
            Map.of("change-ta", once(0, 2), "change-tb", once(0, 2), "change-tc", once(2, 2)));
  }

  @Test
  void aTopicThatIsTakenOutIsNeitherReadNorWaitedForAndGoesOnWhereItWasWhenItComesBack()
      throws Exception {
    KafkaTopic ta = KafkaTopic.create(broker, "out-ta", 1);
    KafkaTopic tb = KafkaTopic.create(broker, "out-tb", 1);
    send(0, ta, tb);
    Path checkpoint;
    try (RunningJob job = RunningJob.start(folder, pipeline("out-ta, out-tb"))) {
      job.awaitCheckpointTs(output(), end(0));
      job.awaitCheckpoints(2);
      checkpoint = job.cancel();
    }
    send(1, ta);
    try (RunningJob job = RunningJob.restore(folder, pipeline("out-ta"), checkpoint)) {
      job.awaitCheckpointTs(output(), end(1));
      job.awaitCheckpoints(2);
      checkpoint = job.cancel();
    }
    assertThat(delivered()).isEqualTo(Map.of("out-ta", once(0, 1), "out-tb", once(0, 0)));

    send(2, ta, tb);
    try (RunningJob job = RunningJob.restore(folder, pipeline("out-tb, out-ta"), checkpoint)) {
      job.awaitCheckpointTs(output(), end(2));
      job.awaitCheckpoints(2);
      checkpoint = job.cancel();
    }
    Map<String, List<Integer>> all = delivered();
    assertThat(all.get("out-ta")).isEqualTo(once(0, 2));
    assertThat(all.get("out-tb"))
        .isEqualTo(Stream.of(once(0, 0), once(2, 2)).flatMap(List::stream).toList());

    Path last = checkpoint;
    assertThatThrownBy(() -> RunningJob.restore(folder, pipeline("out-ta", "out-tb"), last).close())
        .hasMessageContaining("what was one source (topics out-tb, out-ta");
  }

  @Test
  void aTopicThatWasMadeAnewIsRefusedByNameHoweverFarItHasGrown() throws Exception {
    KafkaTopic topic = KafkaTopic.create(broker, "anew-ta", 1);
    send(0, topic);
    Path checkpoint;
    try (RunningJob job = RunningJob.start(folder, pipeline("anew-ta"))) {
      job.awaitCheckpointTs(output(), end(0));
      job.awaitCheckpoints(2);
      checkpoint = job.cancel();
    }
    long before = topic.ends().get(0);
    topic.recreate();
    send(1, topic);
    send(2, topic);
    assertThat(topic.ends().get(0)).isGreaterThan(before);

    try (RunningJob job = RunningJob.restore(folder, pipeline("anew-ta"), checkpoint)) {
      assertThatThrownBy(job::awaitEnd)
          .hasStackTraceContaining("topic anew-ta was deleted and made anew since offset " + before)
          .hasStackTraceContaining("auto.offset.reset: earliest");
    }
    assertThat(delivered()).isEqualTo(Map.of("anew-ta", once(0, 0)));

    String goesOn =
        pipeline("anew-ta")
            .replace("[anew-ta]", "[anew-ta], properties: {auto.offset.reset: earliest}");
    try (RunningJob job = RunningJob.restore(folder, goesOn, checkpoint)) {
      job.awaitCheckpointTs(output(), end(2));
      job.awaitCheckpoints(2);
      checkpoint = job.cancel();
    }
    assertThat(delivered()).isEqualTo(Map.of("anew-ta", once(0, 2)));

    send(3, topic);
    try (RunningJob job = RunningJob.restore(folder, pipeline("anew-ta"), checkpoint)) {
      job.awaitCheckpointTs(output(), end(3));
    }
    assertThat(delivered())
        .as("the state has the new topic")
        .isEqualTo(Map.of("anew-ta", once(0, 3)));
  }

  private static long end(int part) {
    return FIRST + (part + 1L) * 1000;
  }

  /** The ids of these parts, each once. */
  private static List<Integer> once(int from, int to) {
    return Stream.iterate(from * ROWS, id -> id < (to + 1) * ROWS, id -> id + 1).toList();
  }

  /** Rows of a table that has the topic's name, and a resolved event behind them. */
  private static void send(int part, KafkaTopic... topics) throws Exception {
    for (KafkaTopic topic : topics) {
      List<byte[]> messages = new ArrayList<>();
      for (int i = 0; i < ROWS; i++) {
        messages.add(Messages.row(topic.name(), part * ROWS + i, end(part) - ROWS + i));
      }
      messages.add(Messages.resolved(end(part)));
      topic.send(0, messages);
    }
  }

  private Path output() {
    return folder.resolve("out");
  }

  private static String pipeline(String... sources) {
    StringBuilder yaml = new StringBuilder();
    yaml.append(
        "pipeline: {name: change, parallelism: 2, checkpoint-interval: 200 ms}\nsources:\n");
    for (String topics : sources) {
      yaml.append(
          "  - {type: kafka, bootstrap-servers: \"%s\", topics: [%s]}\n"
              .formatted(broker.address(), topics));
    }
    return yaml + "storage: {path: out, file-size: 64 kb, flush-interval: 200 ms}\n";
  }

  /** Ids in the data files, by table; in order, however often each is there. */
  private Map<String, List<Integer>> delivered() throws IOException {
    Map<String, List<Integer>> ids = new TreeMap<>();
    assertThat(Delivered.checkpointTs(output())).isPositive();
    for (Path file : LiveTree.files(output(), name -> name.matches("CDC.*json"))) {
      for (String line : Files.readAllLines(file)) {
        JsonNode row = JSON.readTree(line);
        ids.computeIfAbsent(row.get("table").asText(), table -> new ArrayList<>())
            .add(row.get("data").get(0).get("id").asInt());
      }
    }
    ids.values().forEach(all -> all.sort(null));
    return ids;
  }
}
