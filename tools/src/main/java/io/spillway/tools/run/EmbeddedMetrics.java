package io.spillway.tools.run;

import io.spillway.metrics.MetricNames;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.ObjDoubleConsumer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.MetricConfig;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.reporter.MetricReporter;

/**
 * The job's own metrics, and Flink's number of restarts, read in the process that runs it. Flink
 * makes reporters by reflection, so the one of this process is a constant. Counters of tasks that
 * have ended still count.
 */
final class EmbeddedMetrics implements MetricReporter {
  static final EmbeddedMetrics INSTANCE = new EmbeddedMetrics();

  /** Flink's own, of the whole job: how often it has begun anew after a failure. */
  static final String RESTARTS = "numRestarts";

  /** Flink's own: checkpoints so far that have failed, and that are complete. */
  static final String FAILED_CHECKPOINTS = "numberOfFailedCheckpoints";

  static final String COMPLETE_CHECKPOINTS = "numberOfCompletedCheckpoints";

  private static final Set<String> FLINKS_OWN =
      Set.of(RESTARTS, FAILED_CHECKPOINTS, COMPLETE_CHECKPOINTS);

  /** Of which a metric has one at most. */
  private static final List<String> LABELS =
      List.of("<reason>", "<outcome>", "<kind>", "<partition>", "<topic>");

  private final Map<Metric, String> live = new ConcurrentHashMap<>();
  private final Map<String, Long> ended = new ConcurrentHashMap<>();
  private final Map<String, Long> endedMax = new ConcurrentHashMap<>();

  private EmbeddedMetrics() {}

  @Override
  public void open(MetricConfig config) {
    live.clear();
    ended.clear();
    endedMax.clear();
  }

  @Override
  public void close() {}

  @Override
  public void notifyOfAddedMetric(Metric metric, String name, MetricGroup group) {
    Map<String, String> variables = group.getAllVariables();
    if (ours(group) || FLINKS_OWN.contains(name)) {
      String label =
          LABELS.stream().map(variables::get).filter(Objects::nonNull).findFirst().orElse(null);
      live.put(metric, label == null ? name : name + "." + label);
    }
  }

  private static boolean ours(MetricGroup group) {
    for (String component : group.getScopeComponents()) {
      if (component.equals(MetricNames.GROUP)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public void notifyOfRemovedMetric(Metric metric, String name, MetricGroup group) {
    String known = live.remove(metric);
    if (known != null && metric instanceof Counter counter) {
      ended.merge(known, counter.getCount(), Long::sum);
    } else if (known != null && metric instanceof Gauge<?>) {
      endedMax.merge(known, value(metric), Math::max);
    }
  }

  /** Sum over all subtasks, of counters and of gauges that are numbers. */
  long sum(String name) {
    long sum = ended.getOrDefault(name, 0L);
    for (Map.Entry<Metric, String> entry : live.entrySet()) {
      if (entry.getValue().equals(name)) {
        sum += value(entry.getKey());
      }
    }
    return sum;
  }

  /** The same over all reasons of a metric that has them, and where it has none. */
  long sumOfReasons(String name) {
    long sum = sum(name);
    for (Map.Entry<String, Long> entry : ended.entrySet()) {
      sum += entry.getKey().startsWith(name + ".") ? entry.getValue() : 0;
    }
    for (Map.Entry<Metric, String> entry : live.entrySet()) {
      sum += entry.getValue().startsWith(name + ".") ? value(entry.getKey()) : 0;
    }
    return sum;
  }

  /** The same for each reason of a metric that has them, by reason. */
  Map<String, Long> byReason(String name) {
    Map<String, Long> sums = new TreeMap<>();
    String prefix = name + ".";
    ended.forEach(
        (known, value) -> {
          if (known.startsWith(prefix)) {
            sums.merge(known.substring(prefix.length()), value, Long::sum);
          }
        });
    live.forEach(
        (metric, known) -> {
          if (known.startsWith(prefix)) {
            sums.merge(known.substring(prefix.length()), value(metric), Long::sum);
          }
        });
    return sums;
  }

  /** Greatest value over all subtasks, ended ones too; {@code fallback} where there is none. */
  long max(String name, long fallback) {
    long max = endedMax.getOrDefault(name, Long.MIN_VALUE);
    for (Map.Entry<Metric, String> entry : live.entrySet()) {
      if (entry.getValue().equals(name)) {
        max = Math.max(max, value(entry.getKey()));
      }
    }
    return max == Long.MIN_VALUE ? fallback : max;
  }

  /** Labels of the gauges of this name that have its lowest value, sorted. */
  List<String> lowest(String name) {
    Map<String, Long> values = new TreeMap<>();
    for (Map.Entry<Metric, String> entry : live.entrySet()) {
      if (entry.getValue().startsWith(name + ".")) {
        values.put(entry.getValue().substring(name.length() + 1), value(entry.getKey()));
      }
    }
    long least = values.values().stream().mapToLong(Long::longValue).min().orElse(0);
    values.values().removeIf(value -> value != least);
    return List.copyOf(values.keySet());
  }

  /** Greatest value over the subtasks that run now; 0 where there is none. */
  long liveMax(String name) {
    long max = 0;
    for (Map.Entry<Metric, String> entry : live.entrySet()) {
      if (entry.getValue().equals(name)) {
        max = Math.max(max, value(entry.getKey()));
      }
    }
    return max;
  }

  /**
   * Calls it with each value of the job's own metrics today, named {@code name} or {@code name
   * label}.
   */
  void each(ObjDoubleConsumer<String> consumer) {
    ended.forEach((name, value) -> consumer.accept(spaced(name), value));
    live.forEach(
        (metric, name) -> {
          if (!FLINKS_OWN.contains(name)) {
            consumer.accept(spaced(name), value(metric));
          }
        });
  }

  /** No name of a metric has a dot; its label may. */
  private static String spaced(String known) {
    return known.replaceFirst("\\.", " ");
  }

  private static long value(Metric metric) {
    if (metric instanceof Counter counter) {
      return counter.getCount();
    }
    return metric instanceof Gauge<?> gauge && gauge.getValue() instanceof Number number
        ? number.longValue()
        : 0;
  }
}
