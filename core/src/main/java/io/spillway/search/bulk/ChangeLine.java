package io.spillway.search.bulk;

/** A change as one log line of {@code key=value}. */
final class ChangeLine {
  private ChangeLine() {}

  static String of(ControllerState before, ControllerState after, String why, long nowMs) {
    BulkLimits from = before.limits();
    BulkLimits to = after.limits();
    StringBuilder line = new StringBuilder("bulk-control");
    arrow(line, "mode", before.mode(), after.mode());
    arrow(line, "bytes", from.bytes(), to.bytes());
    arrow(line, "interval-ms", from.intervalMs(), to.intervalMs());
    arrow(line, "concurrency", from.concurrency(), to.concurrency());
    line.append(" pause-ms=")
        .append(after.breaker().open() ? Math.max(0, after.breaker().untilMs() - nowMs) : 0);
    return line.append(" reason=\"").append(why).append('"').toString();
  }

  private static void arrow(StringBuilder line, String key, Object before, Object after) {
    line.append(' ').append(key).append('=').append(before);
    if (!before.equals(after)) {
      line.append("->").append(after);
    }
  }
}
