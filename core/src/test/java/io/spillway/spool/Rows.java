package io.spillway.spool;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.layout.DateSeparator;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;

/** Rows and settings for tests. */
final class Rows {
  static final long SLACK_MS = 300;
  static final SourcePartition P0 = new SourcePartition("orders", 0);

  private Rows() {}

  static TableId table(int number) {
    return new TableId("shop", "t" + number);
  }

  static Row row(TableId table, long commitTs, String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return new Row(P0, DispatcherId.of(table), commitTs, bytes, 0, bytes.length, null);
  }

  static Row row(TableId table, long commitTs, int length) {
    return row(table, commitTs, "x".repeat(length));
  }

  /** Files of {@code fileBytes}, an interval of 1000 ms, room for everything. */
  static SpoolSettings settings(long fileBytes) {
    return settings(1L << 30, 1L << 40, fileBytes);
  }

  static SpoolSettings settings(long memory, long quota, long fileBytes) {
    return settings(memory, quota, fileBytes, 2 * SLACK_MS);
  }

  static SpoolSettings settings(long memory, long quota, long fileBytes, long checkpointMs) {
    return new SpoolSettings(
        new SpoolMemory.Fixed(memory),
        quota,
        quota / 10 * 8,
        quota / 10 * 6,
        new FileTargets(fileBytes, 1000),
        checkpointMs,
        DateSeparator.NONE,
        ZoneOffset.UTC,
        60_000,
        "",
        false);
  }
}
