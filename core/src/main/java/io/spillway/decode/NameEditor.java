package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Writes a row in canal-json anew with another table's name, and leaves the rest of it as it is.
 * Not thread-safe.
 */
final class NameEditor {
  private static final byte[] DATABASE = "database".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TABLE = "table".getBytes(StandardCharsets.US_ASCII);

  private final JsonScanner scan = new JsonScanner();
  private final JsonBuffer out = new JsonBuffer();

  /**
   * The two parts of a name as JSON strings.
   *
   * @param database with its quotes
   * @param table with its quotes
   */
  record Name(byte[] database, byte[] table) {
    static Name of(String database, String table) {
      return new Name(quoted(database), quoted(table));
    }

    private static byte[] quoted(String text) {
      byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
      JsonBuffer out = new JsonBuffer().put('"').escaped(utf8, 0, utf8.length).put('"');
      return Arrays.copyOf(out.bytes(), out.size());
    }
  }

  /**
   * @param bytes a well-formed message between {@code start} and {@code end}
   */
  byte[] edit(byte[] bytes, int start, int end, Name name) {
    out.clear();
    scan.reset(bytes, end);
    int copied = start;
    int at = scan.open(scan.white(start), 1);
    while (scan.at(at) == '"') {
      int key = at + 1;
      int value = scan.key(at);
      int keyEnd = scan.keyEnd();
      int after = scan.value(value, 1);
      byte[] changed = changed(bytes, key, keyEnd, name);
      if (changed != null) {
        out.put(bytes, copied, value).put(changed);
        copied = after;
      }
      at = scan.white(after);
      at = scan.at(at) == ',' ? scan.white(at + 1) : at;
    }
    out.put(bytes, copied, end);
    return Arrays.copyOf(out.bytes(), out.size());
  }

  /** Null for a member that stays. */
  private static byte[] changed(byte[] bytes, int key, int end, Name name) {
    if (Arrays.equals(bytes, key, end, DATABASE, 0, DATABASE.length)) {
      return name.database();
    }
    return Arrays.equals(bytes, key, end, TABLE, 0, TABLE.length) ? name.table() : null;
  }
}
