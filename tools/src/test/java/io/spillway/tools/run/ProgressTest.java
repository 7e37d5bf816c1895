package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.metrics.MetricNames;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final EmbeddedMetrics metrics = EmbeddedMetrics.INSTANCE;
  private final Progress progress = new Progress(metrics, null, 0);

  /** The group of an operator, with one label. */
  private static final class Labelled extends UnregisteredMetricsGroup {
    private final String label;
    private final String value;

    Labelled(String reason) {
      this("<reason>", reason);
    }

    Labelled(String label, String value) {
      this.label = label;
      this.value = value;
    }

    @Override
    public String[] getScopeComponents() {
      return new String[] {MetricNames.GROUP};
    }

    @Override
    public Map<String, String> getAllVariables() {
      return Map.of(label, value);
    }
  }

  private Counter skipped(String reason, long messages) {
    Counter counter = new SimpleCounter();
    counter.inc(messages);
    metrics.notifyOfAddedMetric(counter, MetricNames.SKIPPED, new Labelled(reason));
    return counter;
  }

  @BeforeEach
  void noMetricsOfAnotherRun() {
    metrics.open(new MetricConfig());
  }

  @Test
  void lineAndSummarySayWhatWasSkippedAndWhy() {
    Counter ended = skipped("heartbeat", 2);
    skipped("heartbeat", 1);
    skipped("search_only", 1200);
    metrics.notifyOfRemovedMetric(ended, MetricNames.SKIPPED, new Labelled("heartbeat"));
    assertThat(progress.line(1, 1))
        .contains(" | 1,203 messages skipped (heartbeat 3, search only 1200)");
    assertThat(progress.summary(1))
        .contains(
            "           1,203 messages carry nothing to deliver and were skipped: heartbeat 3,"
                + " search only 1200");
  }

  @Test
  void lineSaysHowManyMessagesAreLeftInAllTopics() {
    left("orders", 1200);
    left("items", 34);
    assertThat(progress.line(1, 1)).contains(" 0 rows read, 1,234 messages left in Kafka, 0 files");
  }

  @Test
  void lineAndSummarySayHowOftenTheJobHasStartedAgain() {
    Gauge<Long> restarts = () -> 2L;
    assertThat(progress.line(1, 1)).doesNotContain("restarts after");
    metrics.notifyOfAddedMetric(restarts, "numRestarts", new UnregisteredMetricsGroup());
    assertThat(progress.line(1, 1)).endsWith(" | restarts after failures: 2 (see the log)");
    assertThat(progress.summary(1)).contains("           restarts after failures: 2");
  }

  @Test
  void lineSaysHowManyCheckpointsHaveFailedSinceTheLastCompleteOne() {
    long[] numbers = {1, 4};
    Gauge<Long> failed = () -> numbers[0];
    Gauge<Long> complete = () -> numbers[1];
    metrics.notifyOfAddedMetric(
        failed, "numberOfFailedCheckpoints", new UnregisteredMetricsGroup());
    metrics.notifyOfAddedMetric(
        complete, "numberOfCompletedCheckpoints", new UnregisteredMetricsGroup());

    assertThat(progress.line(1, 1)).doesNotContain("failed");
    numbers[0] = 2;
    assertThat(progress.line(1, 1)).as("one may be given up").doesNotContain("failed");
    numbers[0] = 8;
    assertThat(progress.line(1, 1))
        .endsWith(
            " | checkpoints that have failed in a row: 7 (see the log); no file becomes readable"
                + " until one completes");
    numbers[1] = 5;
    assertThat(progress.line(1, 1)).doesNotContain("failed");
  }

  @Test
  void whereNothingIsLeftNothingIsSaidOfIt() {
    left("orders", 0);
    assertThat(progress.line(1, 1)).contains(" 0 rows read, 0 files");
  }

  private void left(String topic, long messages) {
    Gauge<Long> gauge = () -> messages;
    metrics.notifyOfAddedMetric(gauge, MetricNames.TOPIC_LAG, new Labelled("<topic>", topic));
  }

  @Test
  void whereNothingWasSkippedNothingIsSaid() {
    assertThat(progress.line(1, 1)).doesNotContain("skipped");
    assertThat(progress.summary(1)).noneMatch(line -> line.contains("skipped"));
  }
}
