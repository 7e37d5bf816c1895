package io.spillway.decode;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Writes a row message anew whose source has other habits than most, as every reader of canal-json
 * expects it: a type in capitals that is one of three, and rows in {@code data}. All other bytes
 * stay as they came. Only used where a message needs it.
 */
final class RowRewriter {
  static final String INSERT = "INSERT";
  static final String DELETE = "DELETE";

  /** Types of rows, and what rows are called that a source sends when it copies a whole table. */
  private static final Map<String, String> TYPES =
      Map.of(
          INSERT,
          INSERT,
          "UPDATE",
          "UPDATE",
          DELETE,
          DELETE,
          "INIT",
          INSERT,
          "BOOTSTRAP",
          INSERT,
          "BOOTSTRAP-INSERT",
          INSERT,
          "SNAPSHOT",
          INSERT);

  private static final byte[] NULL = ascii("null");

  private final JsonScanner scan = new JsonScanner();

  /** A range of the message and what takes its place. */
  private record Edit(int from, int to, byte[] text) {}

  /** The type that rows of this one have in canal-json, or null where none is known. */
  static String typeOf(String type) {
    return TYPES.get(type.toUpperCase(Locale.ROOT));
  }

  /** The message with another type; and where it has no rows in {@code data}, those of old. */
  byte[] anew(CanalMessage message, String type) {
    Span types = new Span();
    Span data = new Span();
    Span old = new Span();
    int brace = members(message, types, data, old);
    byte[] bytes = message.bytes;
    List<Edit> edits = new ArrayList<>();
    edits.add(new Edit(types.from, types.to, ascii('"' + type + '"')));
    if (message.rows == 0 && type.equals(DELETE) && !old.isEmpty() && bytes[old.from] == '[') {
      byte[] rows = Arrays.copyOfRange(bytes, old.from, old.to);
      edits.add(new Edit(old.from, old.to, NULL));
      edits.add(
          data.isEmpty()
              ? new Edit(brace, brace, withName(rows))
              : new Edit(data.from, data.to, rows));
    }
    edits.sort(Comparator.comparingInt(Edit::from));
    return apply(message, edits);
  }

  /** Finds the values of the message's own keys; where its last brace stands. */
  private int members(CanalMessage message, Span types, Span data, Span old) {
    scan.reset(message.bytes, message.end);
    int at = scan.open(message.start, 1);
    while (scan.at(at) != '}') {
      int name = at + 1;
      int value = scan.key(at);
      int nameEnd = scan.keyEnd();
      int after = scan.value(value, 1);
      byte[] key = JsonText.unescape(message.bytes, name, nameEnd);
      switch (key == null ? "" : new String(key, StandardCharsets.UTF_8)) {
        case "type" -> types.set(value, after);
        case "data" -> data.set(value, after);
        case "old" -> old.set(value, after);
        default -> {}
      }
      at = scan.white(after);
      at = scan.at(at) == ',' ? scan.white(at + 1) : at;
    }
    return at;
  }

  private static byte[] withName(byte[] rows) {
    byte[] named = Arrays.copyOf(ascii(",\"data\":"), rows.length + 8);
    System.arraycopy(rows, 0, named, 8, rows.length);
    return named;
  }

  private static byte[] apply(CanalMessage message, List<Edit> edits) {
    JsonBuffer out = new JsonBuffer();
    int at = message.start;
    for (Edit edit : edits) {
      out.put(message.bytes, at, edit.from()).put(edit.text());
      at = edit.to();
    }
    out.put(message.bytes, at, message.end);
    return Arrays.copyOf(out.bytes(), out.size());
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
