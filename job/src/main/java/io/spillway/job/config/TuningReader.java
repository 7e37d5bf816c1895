package io.spillway.job.config;

import io.spillway.event.BulkRange;
import io.spillway.event.SinkName;
import io.spillway.event.Tuning;
import io.spillway.search.bulk.BulkLimits;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.apache.flink.configuration.MemorySize;

/** Reads what settings change besides tables, within what the pipeline allows. */
final class TuningReader {
  private final Tunable tunable;

  TuningReader(Tunable tunable) {
    this.tunable = tunable;
  }

  Tuning read(Section settings) {
    settings.refuse(
        "policy", "can't be changed while the job runs: put its rows under errors.policy");
    return new Tuning(sinks(settings), bulk(settings), flushLogMs(settings));
  }

  private static long flushLogMs(Section settings) {
    try (Section log = settings.section("log")) {
      Value value = log.value("flush-interval");
      return value.isPresent() ? value.duration("1 min", "1 ms", "1 d").toMillis() : 0;
    }
  }

  private BulkRange bulk(Section settings) {
    if (tunable.bulk() == null) {
      settings.refuse("bulk", "is only for pipelines with section elasticsearch");
      return BulkRange.ALL;
    }
    BulkLimits min = tunable.bulk().min();
    BulkLimits max = tunable.bulk().max();
    try (Section bulk = settings.section("bulk")) {
      BulkRange range =
          new BulkRange(
              bytes(bulk, "min-bytes", min, max),
              bytes(bulk, "max-bytes", min, max),
              millis(bulk, "min-interval", min, max),
              millis(bulk, "max-interval", min, max),
              bulk.value("max-concurrency").integer(0, 1, max.concurrency()));
      inOrder(bulk, "min-bytes", "max-bytes", range.minBytes(), range.maxBytes());
      inOrder(bulk, "min-interval", "max-interval", range.minIntervalMs(), range.maxIntervalMs());
      return range;
    }
  }

  /** Within what the pipeline says: settings only narrow it. */
  private static int bytes(Section bulk, String key, BulkLimits min, BulkLimits max) {
    Value value = bulk.value(key);
    String least = new MemorySize(min.bytes()).toString();
    String most = new MemorySize(max.bytes()).toString();
    return value.isPresent() ? (int) value.size(least, least, most) : 0;
  }

  private static long millis(Section bulk, String key, BulkLimits min, BulkLimits max) {
    Value value = bulk.value(key);
    String least = min.intervalMs() + " ms";
    String most = max.intervalMs() + " ms";
    return value.isPresent() ? value.duration(least, least, most).toMillis() : 0;
  }

  private static void inOrder(Section bulk, String low, String high, long least, long most) {
    if (most > 0 && least > most && bulk.sound(low, high)) {
      bulk.fault(low, "contradicts the other: " + low + " must be at most " + high);
    }
  }

  private List<SinkName> sinks(Section settings) {
    String key = "pause-sinks";
    List<SinkName> sinks = new ArrayList<>();
    for (String word : settings.words(key)) {
      List<SinkName> found =
          tunable.sinks().stream().filter(sink -> sink.word().equals(word)).toList();
      if (found.isEmpty()) {
        String known =
            tunable.sinks().stream().map(SinkName::word).collect(Collectors.joining(", "));
        settings.fault(key, "is not a sink of this pipeline (" + known + "): " + word);
      }
      sinks.addAll(found);
    }
    return sinks;
  }
}
