package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.metrics.MetricNames;
import java.util.Map;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProgressTest {
  private final EmbeddedMetrics metrics = EmbeddedMetrics.INSTANCE;
  private final Progress progress = new Progress(metrics, null, 0);

  /** The group of an operator, with the reason as a label. */
  private static final class Labelled extends UnregisteredMetricsGroup {
    private final String reason;

    Labelled(String reason) {
      this.reason = reason;
    }

    @Override
    public String[] getScopeComponents() {
      return new String[] {MetricNames.GROUP};
    }

    @Override
    public Map<String, String> getAllVariables() {
      return Map.of("<reason>", reason);
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
  void whereNothingWasSkippedNothingIsSaid() {
    assertThat(progress.line(1, 1)).doesNotContain("skipped");
    assertThat(progress.summary(1)).noneMatch(line -> line.contains("skipped"));
  }
}
