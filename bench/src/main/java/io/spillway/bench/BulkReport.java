package io.spillway.bench;

import io.spillway.bench.BulkRun.Point;
import io.spillway.search.bulk.Guardrails;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run as CSV; {@code scripts/bench-chart} draws it. */
final class BulkReport {
  private BulkReport() {}

  /**
   * @param machine it ran on
   * @param faultMs from when to when the engine refused everything; empty for never
   */
  static List<String> csv(String machine, List<Long> faultMs, List<Point> points) {
    List<String> lines = new ArrayList<>();
    lines.add("# " + machine);
    if (!faultMs.isEmpty()) {
      lines.add("# fault: " + faultMs.get(0) + " " + faultMs.get(1));
    }
    Guardrails rails = Guardrails.DEFAULT;
    lines.add("# lines of p95_ms: " + lines(rails.latencyMs()));
    lines.add("# lines of reject_rate: " + lines(rails.rejects()));
    lines.add(
        "ms,mode,bulk_bytes,interval_ms,concurrency,lag_ms,backlog_documents,p95_ms,reject_rate,"
            + "documents_done");
    for (Point p : points) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%d,%s,%d,%d,%d,%d,%d,%d,%.4f,%d",
              p.ms(),
              p.mode(),
              p.limits().bytes(),
              p.limits().intervalMs(),
              p.limits().concurrency(),
              p.lagMs(),
              p.backlog(),
              p.p95Ms(),
              p.rejectRate(),
              p.stored()));
    }
    return lines;
  }

  private static String lines(Guardrails.Rail rail) {
    return String.format(Locale.ROOT, "%s %s", rail.yellow(), rail.red());
  }
}
