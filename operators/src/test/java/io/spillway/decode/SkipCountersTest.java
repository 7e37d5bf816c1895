package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

class SkipCountersTest {
  private final Map<String, Counter> counters = new TreeMap<>();

  /** Keeps what is registered, by its reason. */
  private final class Recorded extends UnregisteredMetricsGroup {
    private final String reason;

    Recorded(String reason) {
      this.reason = reason;
    }

    @Override
    public Recorded addGroup(String key, String value) {
      assertThat(key).isEqualTo("reason");
      return new Recorded(value);
    }

    @Override
    public Counter counter(String name) {
      Counter counter = super.counter(name);
      assertThat(counters.put(reason, counter)).isNull();
      return counter;
    }
  }

  @Test
  void eachReasonHasItsCount() {
    SkipCounters skipped = new SkipCounters(new Recorded(""));
    skipped.count("heartbeat");
    skipped.count("tombstone");
    skipped.count("heartbeat");
    assertThat(counters).hasSize(2);
    assertThat(counters.get("heartbeat").getCount()).isEqualTo(2);
    assertThat(counters.get("tombstone").getCount()).isEqualTo(1);
  }

  @Test
  void madeUpTypesShareOneCount() {
    SkipCounters skipped = new SkipCounters(new Recorded(""));
    for (int i = 0; i < 1000; i++) {
      skipped.count("type" + i);
    }
    assertThat(counters).hasSize(21);
    assertThat(counters.get("other").getCount()).isEqualTo(980);
  }
}
