package io.spillway.decode;

import io.spillway.event.LogPlace;
import io.spillway.event.Row;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Where a change stands in the source's own log, as its {@code source} object says: MySQL's file,
 * position and row, PostgreSQL's LSN, SQL Server's LSNs and serial number, Oracle's SCN, MongoDB's
 * ordinal. A connector that starts again reads the log again and says the same. Reused.
 */
final class DebeziumPosition {
  /** A field that is part of the position. */
  private enum Part {
    NAME("name", false, false),
    SERVER("server_id", false, false),
    GTID("gtid", false, false),
    FILE("file", true, false),
    POS("pos", false, false),
    /** Numbers the rows of one event of MySQL's log. */
    ROW("row", false, true),
    LSN("lsn", true, false),
    TRANSACTION("txId", false, false),
    CHANGE_LSN("change_lsn", true, false),
    COMMIT_LSN("commit_lsn", false, false),
    /** Numbers the changes of one LSN of SQL Server. */
    SERIAL("event_serial_no", false, true),
    SCN("scn", true, false),
    RS_ID("rs_id", false, false),
    SSN("ssn", false, false),
    ORDINAL("ord", true, false);

    private final byte[] name;
    private final boolean isPlace;
    private final boolean numbersRows;

    Part(String name, boolean isPlace, boolean numbersRows) {
      this.name = name.getBytes(StandardCharsets.US_ASCII);
      this.isPlace = isPlace;
      this.numbersRows = numbersRows;
    }
  }

  private static final KeyTable<Part> PARTS =
      new KeyTable<>(List.of(Part.values()), part -> part.name);

  private long hash;
  private boolean isThere;
  private boolean numbersRows;

  void clear() {
    hash = 0;
    isThere = false;
    numbersRows = false;
  }

  /**
   * Takes a member of {@code source}.
   *
   * @param name where its key begins, behind the quote
   * @param value where its value begins
   */
  void note(byte[] bytes, int name, int nameEnd, int value, int valueEnd) {
    Part part = PARTS.find(bytes, name, nameEnd);
    if (part == null || isNothing(bytes, value, valueEnd)) {
      return;
    }
    // a sum, since the order of the members says nothing
    hash += Swar.mix(Swar.hash(bytes, value, valueEnd) + part.ordinal() + 1);
    isThere |= part.isPlace;
    numbersRows |= part.numbersRows;
  }

  private static boolean isNothing(byte[] bytes, int from, int to) {
    return bytes[from] == 'n' || (to - from == 2 && bytes[from] == '"');
  }

  /**
   * Where a row's change stands, if that is one place for one row. The rows of a snapshot share a
   * place, and so may those of one statement: then their keys differ.
   */
  LogPlace place(Row row, DebeziumMessage message, MessageKey key) {
    boolean hasKey = key.hasColumns();
    boolean isOne = numbersRows && !row.isOfSnapshot();
    if (!isThere || !(hasKey || isOne)) {
      return LogPlace.NONE;
    }
    long change = hash + Swar.mix(message.sourceTsMs);
    change = Swar.mix(change ^ message.bytes[message.op.from + 1]);
    if (hasKey) {
      change ^= Swar.mix(Swar.hash(key.bytes, key.columns.from, key.columns.to));
    }
    long before = Swar.hash(message.bytes, message.before.from, message.before.to);
    long after = Swar.hash(message.bytes, message.after.from, message.after.to);
    return new LogPlace(change == 0 ? 1 : change, Swar.mix(before) + after);
  }
}
