package io.spillway.decode;

import io.spillway.tables.ColumnRules;
import io.spillway.tables.Mask;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Set;

/**
 * Writes a row in canal-json anew without the columns that are left out, and with masks in the
 * place of values. Members of the message that nobody knows are left out, too, as they might repeat
 * a value. Not thread-safe.
 */
final class ColumnEditor {
  /** Members that hold no values of columns. */
  private static final Set<String> PLAIN =
      Set.of(
          "id",
          "database",
          "table",
          "pkNames",
          "isDdl",
          "type",
          "es",
          "ts",
          "_tidb",
          "gtid",
          "unavailable");

  private static final byte[] VARCHAR = "12".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] VARCHAR_NAME = "\"varchar\"".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] EMPTY_TEXT = "\"\"".getBytes(StandardCharsets.US_ASCII);

  private final JsonScanner scan = new JsonScanner();
  private final JsonBuffer out = new JsonBuffer();
  private byte[] bytes;
  private ColumnRules rules;
  private String hiddenKey;

  /** Writes what takes the place of a member's value. */
  private interface Values {
    void write(String name, int from, int to);
  }

  /**
   * @param source a well-formed message between {@code start} and {@code end}
   * @return the message anew; null where a column of the key would be hidden, see {@link
   *     #hiddenKey()}
   */
  byte[] edit(byte[] source, int start, int end, ColumnRules columns) {
    bytes = source;
    rules = columns;
    hiddenKey = null;
    out.clear();
    scan.reset(source, end);
    object(scan.white(start), 1, this::member);
    return hiddenKey == null ? Arrays.copyOf(out.bytes(), out.size()) : null;
  }

  /** The column of the key that stood in the way. */
  String hiddenKey() {
    return hiddenKey;
  }

  private void member(String name, int from, int to) {
    switch (name) {
      case "data", "old" -> rows(from, to);
      case "sqlType" -> objectOrCopy(from, to, (column, f, t) -> type(column, f, t, VARCHAR));
      case "mysqlType" ->
          objectOrCopy(from, to, (column, f, t) -> type(column, f, t, VARCHAR_NAME));
      case "sql" -> out.put(EMPTY_TEXT);
      case "pkNames" -> {
        checkKey(from);
        out.put(bytes, from, to);
      }
      default -> out.put(bytes, from, to);
    }
  }

  /** Copies the members of an object that are delivered; gives the position behind it. */
  private int object(int brace, int depth, Values values) {
    out.put('{');
    int at = scan.open(brace, depth);
    boolean isFirst = true;
    while (scan.at(at) != '}') {
      int nameStart = at;
      int value = scan.key(at);
      int nameEnd = scan.keyEnd() + 1;
      String name = text(nameStart, nameEnd);
      int after = scan.value(value, depth);
      if (depth == 1 ? isKnown(name) : !rules.excludes(name)) {
        if (!isFirst) {
          out.put(',');
        }
        isFirst = false;
        out.put(bytes, nameStart, nameEnd).put(':');
        values.write(name, value, after);
      }
      at = scan.white(after);
      at = scan.at(at) == ',' ? scan.white(at + 1) : at;
    }
    out.put('}');
    return at + 1;
  }

  private static boolean isKnown(String name) {
    return switch (name) {
      case "data", "old", "sqlType", "mysqlType", "sql" -> true;
      default -> PLAIN.contains(name);
    };
  }

  /** An array of rows, or null. */
  private void rows(int from, int to) {
    if (bytes[from] != '[') {
      objectOrCopy(from, to, this::value);
      return;
    }
    out.put('[');
    int at = scan.white(from + 1);
    while (scan.at(at) != ']') {
      int after = scan.value(at, 1);
      objectOrCopy(at, after, this::value);
      at = scan.white(after);
      if (scan.at(at) == ',') {
        out.put(',');
        at = scan.white(at + 1);
      }
    }
    out.put(']');
  }

  private void objectOrCopy(int from, int to, Values values) {
    if (bytes[from] == '{') {
      object(from, 2, values);
    } else {
      out.put(bytes, from, to);
    }
  }

  private void value(String column, int from, int to) {
    Mask mask = rules.mask(column);
    if (mask == null || bytes[from] == 'n') {
      out.put(bytes, from, to);
      return;
    }
    String masked = mask.apply(text(from, to));
    if (masked == null) {
      out.put(NULL);
    } else {
      byte[] utf8 = masked.getBytes(StandardCharsets.UTF_8);
      out.put('"').escaped(utf8, 0, utf8.length).put('"');
    }
  }

  private void type(String column, int from, int to, byte[] text) {
    Mask mask = rules.mask(column);
    if (mask == null || mask instanceof Mask.Null) {
      out.put(bytes, from, to);
    } else {
      out.put(text);
    }
  }

  private void checkKey(int from) {
    if (bytes[from] != '[') {
      return;
    }
    int at = scan.white(from + 1);
    while (scan.at(at) == '"') {
      int after = scan.string(at + 1);
      String column = text(at, after);
      if (rules.hides(column)) {
        hiddenKey = column;
      }
      at = scan.white(after);
      at = scan.at(at) == ',' ? scan.white(at + 1) : at;
    }
  }

  /** The text of a string token, or any other token as it stands. */
  private String text(int from, int to) {
    if (bytes[from] != '"') {
      return new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }
    byte[] plain = JsonText.unescape(bytes, from + 1, to - 1);
    // half a surrogate pair: no text; as it stands it is hidden all the same
    return plain == null
        ? new String(bytes, from + 1, to - from - 2, StandardCharsets.UTF_8)
        : new String(plain, StandardCharsets.UTF_8);
  }
}
