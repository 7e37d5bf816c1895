package io.spillway.policy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.SimpleCounter;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** A metric group that keeps its counters, and those of its sub-groups, by their full names. */
public final class CountedGroup extends UnregisteredMetricsGroup {
  private final String prefix;
  private final Map<String, Counter> counters;
  private final List<String> twice;

  public CountedGroup() {
    this("", new TreeMap<>(), new ArrayList<>());
  }

  private CountedGroup(String prefix, Map<String, Counter> counters, List<String> twice) {
    this.prefix = prefix;
    this.counters = counters;
    this.twice = twice;
  }

  @Override
  public MetricGroup addGroup(String name) {
    return new CountedGroup(prefix + name + ".", counters, twice);
  }

  @Override
  public MetricGroup addGroup(String key, String value) {
    return new CountedGroup(prefix + key + "." + value + ".", counters, twice);
  }

  @Override
  public Counter counter(String name) {
    Counter counter = new SimpleCounter();
    if (counters.put(prefix + name, counter) != null) {
      twice.add(prefix + name);
    }
    return counter;
  }

  /** Every counter's value. */
  public Map<String, Long> counts() {
    Map<String, Long> counts = new TreeMap<>();
    counters.forEach((name, counter) -> counts.put(name, counter.getCount()));
    return counts;
  }

  /** The decisions that were made, as {@code storage.commit.failed.io.retry}. */
  public Map<String, Long> decisions() {
    Map<String, Long> made = new TreeMap<>();
    counts()
        .forEach(
            (name, count) -> {
              if (count > 0 && name.endsWith(".policy_decisions_total")) {
                made.put(
                    name.replaceAll("^.*domain\\.|type\\.|phase\\.|kind\\.|action\\.", "")
                        .replace(".policy_decisions_total", ""),
                    count);
              }
            });
    return made;
  }

  public List<String> registeredTwice() {
    return twice;
  }
}
