package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

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

  private static final int LONGEST = 16;
  private static final Part[][] BY_LENGTH = new Part[LONGEST][];

  static {
    for (int length = 0; length < LONGEST; length++) {
      int of = length;
      BY_LENGTH[length] =
          Arrays.stream(Part.values()).filter(p -> p.name.length == of).toArray(Part[]::new);
    }
  }

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
    int length = nameEnd - name;
    if (length >= LONGEST || isNothing(bytes, value, valueEnd)) {
      return;
    }
    for (Part part : BY_LENGTH[length]) {
      if (part.name[0] == bytes[name]
          && Arrays.equals(part.name, 0, length, bytes, name, nameEnd)) {
        // a sum, since the order of the members says nothing
        hash += Swar.mix(Swar.hash(bytes, value, valueEnd) + part.ordinal() + 1);
        isThere |= part.isPlace;
        numbersRows |= part.numbersRows;
        return;
      }
    }
  }

  private static boolean isNothing(byte[] bytes, int from, int to) {
    return bytes[from] == 'n' || (to - from == 2 && bytes[from] == '"');
  }

  /** Whether the source says where the change stands. */
  boolean isThere() {
    return isThere;
  }

  /** Whether no two rows of a table have one position; else those of one statement may. */
  boolean isOfOneRow() {
    return isThere && numbersRows;
  }

  /** A hash of the position. */
  long hash() {
    return hash;
  }
}
