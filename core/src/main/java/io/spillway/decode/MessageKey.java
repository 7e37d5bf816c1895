package io.spillway.decode;

/**
 * The key of a Debezium message: the columns of the primary key, bare or as the {@code payload} of
 * a message with a schema. What isn't a JSON object counts as no key. Reused.
 */
final class MessageKey {
  private static final int DEPTH = 1;

  final Span columns = new Span();
  final Span schema = new Span();

  /** Holds both spans; null where there is no key. */
  byte[] bytes;

  private final JsonScanner scan = new JsonScanner();

  void clear() {
    bytes = null;
    columns.clear();
    schema.clear();
  }

  /** Reads the key in a range of bytes. */
  void read(byte[] buffer, int from, int to) {
    clear();
    scan.reset(buffer, to);
    int start = scan.white(from);
    if (scan.at(start) != '{') {
      return;
    }
    bytes = buffer;
    int end = members(start);
    if (end < 0 || scan.white(end) != to) {
      clear();
    } else if (columns.isEmpty()) {
      columns.set(start, end);
      schema.clear();
    }
  }

  /** Whether it names any column. */
  boolean hasColumns() {
    if (columns.isEmpty()) {
      return false;
    }
    scan.reset(bytes, columns.to);
    return scan.at(scan.open(columns.from, DEPTH)) != '}';
  }

  /** Writes the names of the columns as an array, or null. */
  void names(JsonBuffer out) {
    char before = '[';
    if (hasColumns()) {
      int at = scan.open(columns.from, DEPTH);
      while (scan.at(at) != '}') {
        int value = scan.key(at);
        out.put(before).put(bytes, at, scan.keyEnd() + 1);
        before = ',';
        at = next(scan.value(value, DEPTH));
      }
      out.put(']');
    } else {
      out.put('n').put('u').put('l').put('l');
    }
  }

  private int members(int brace) {
    int at = scan.open(brace, DEPTH);
    while (at >= 0 && scan.at(at) != '}') {
      int name = at + 1;
      int value = scan.key(at);
      int nameEnd = scan.keyEnd();
      at = value < 0 ? value : scan.value(value, DEPTH);
      if (at >= 0 && scan.at(value) == '{' && name < nameEnd) {
        member(DebeziumField.of(bytes, name, nameEnd, DebeziumField.AROUND), value, at);
      }
      at = at < 0 ? at : next(at);
    }
    return at < 0 ? at : at + 1;
  }

  /** The next key, or the brace at the end. */
  private int next(int from) {
    int at = scan.white(from);
    if (scan.at(at) == '}') {
      return at;
    }
    if (scan.at(at) != ',') {
      return scan.unexpected(at);
    }
    at = scan.white(at + 1);
    return scan.at(at) == '"' ? at : scan.unexpected(at);
  }

  private void member(DebeziumField field, int value, int end) {
    if (field == DebeziumField.PAYLOAD) {
      columns.set(value, end);
    } else if (field == DebeziumField.SCHEMA) {
      schema.set(value, end);
    }
  }
}
