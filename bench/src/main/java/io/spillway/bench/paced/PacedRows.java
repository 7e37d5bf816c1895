package io.spillway.bench.paced;

import io.spillway.event.CommitTs;
import io.spillway.event.DispatcherId;
import io.spillway.event.Event;
import io.spillway.event.Row;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.connector.datagen.source.GeneratorFunction;

/**
 * Rows by number. Each has its time by the schedule, which is its commit timestamp, and is not
 * there before; a job that has stood still finds a backlog, as behind a queue.
 */
final class PacedRows implements GeneratorFunction<Long, Event> {
  private static final long serialVersionUID = 1L;
  private static final String TIME = "\"ts\":";

  /** When the last row of the burst was made; only for a job in this process. */
  static volatile long burstEndedMs = Long.MAX_VALUE;

  private final int tables;
  private final int rowsPerSecond;
  private final int rowBytes;
  private final long startMs;
  private static final String ID = "{\"id\":";

  private final long burstRows;
  private transient DispatcherId[] dispatchers;
  private transient SourcePartition partition;

  PacedRows(PacedSettings settings, long startMs) {
    this.tables = settings.tables();
    this.rowsPerSecond = settings.rowsPerSecond();
    this.rowBytes = settings.rowBytes();
    this.startMs = startMs;
    this.burstRows = settings.burstRows();
  }

  @Override
  public Event map(Long number) {
    if (dispatchers == null) {
      partition = new SourcePartition("bench", 0);
      dispatchers = new DispatcherId[tables];
      for (int i = 0; i < tables; i++) {
        dispatchers[i] = DispatcherId.of(new TableId("bench", "t" + i));
      }
    }
    long ms = timeMs(number);
    if (number == burstRows) {
      burstEndedMs = System.currentTimeMillis();
    }
    for (long left = ms - System.currentTimeMillis();
        left > 0;
        left = ms - System.currentTimeMillis()) {
      LockSupport.parkNanos(left * 1_000_000);
    }
    DispatcherId dispatcher = dispatchers[(int) (number % tables)];
    long commitTs = CommitTs.ofMillis(ms);
    TableShape shape =
        number < tables
            ? new TableShape(
                dispatcher.table(), commitTs, List.of(new TableShape.Column("id", "bigint", true)))
            : null;
    byte[] bytes = bytes(number, ms);
    return new Row(partition, dispatcher, commitTs, bytes, 0, bytes.length, shape);
  }

  /** Those of the burst are due at once, and have times by number all the same: they only grow. */
  private long timeMs(long number) {
    return number < burstRows
        ? startMs - (burstRows - number) / 1000
        : startMs + (number - burstRows) * 1000 / rowsPerSecond;
  }

  private byte[] bytes(long number, long ms) {
    StringBuilder text = new StringBuilder(rowBytes + 64);
    text.append(ID).append(number).append(',').append(TIME).append(ms).append(",\"pad\":\"");
    long noise = number * 0x9E3779B97F4A7C15L + 1;
    while (text.length() < rowBytes - 2) {
      // a file or state of one letter would be compressed to nothing
      noise ^= noise << 13;
      noise ^= noise >>> 7;
      noise ^= noise << 17;
      text.append((char) ('a' + ((noise >>> 32) & 15)));
    }
    return text.append("\"}").toString().getBytes(StandardCharsets.UTF_8);
  }

  /** The number of a row by its bytes. */
  static long numberOf(Row row) {
    long number = 0;
    byte[] bytes = row.buffer();
    for (int i = row.offset() + ID.length(); bytes[i] != ','; i++) {
      number = number * 10 + bytes[i] - '0';
    }
    return number;
  }

  /** The time of a row by its line; -1 where it is none of these rows. */
  static long timeOf(String line) {
    int at = line.indexOf(TIME);
    int end = at < 0 ? -1 : line.indexOf(',', at);
    return end < 0 ? -1 : Long.parseLong(line, at + TIME.length(), end, 10);
  }
}
