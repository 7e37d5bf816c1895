package io.spillway.bench;

import io.spillway.bench.BulkRun.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A run as CSV; {@code scripts/bench-chart} draws it. */
final class BulkReport {
  private BulkReport() {}

  static List<String> csv(List<Point> points) {
    List<String> lines = new ArrayList<>();
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
}
