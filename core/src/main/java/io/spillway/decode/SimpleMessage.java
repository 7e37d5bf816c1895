package io.spillway.decode;

/**
 * What a message of TiCDC's simple protocol holds, found in one pass over its bytes in any key
 * order; rows and schemas are only checked to be JSON. Reused from message to message. A field that
 * is {@code null} counts as absent.
 */
final class SimpleMessage {
  /** Names as text, without quotes and escapes. */
  final Slice database = new Slice();

  final Slice table = new Slice();

  byte[] bytes;
  int end;

  private final Span[] spans = new Span[SimpleField.values().length];
  private final JsonScanner scan = new JsonScanner();
  private final Problem problem;

  SimpleMessage(Problem problem) {
    this.problem = problem;
    for (int i = 0; i < spans.length; i++) {
      spans[i] = new Span();
    }
  }

  /** Where the value of a field stands; empty where there is none. */
  Span span(SimpleField field) {
    return spans[field.ordinal()];
  }

  boolean has(SimpleField field) {
    return !span(field).isEmpty();
  }

  /** The number that a field holds, or -1. */
  long number(SimpleField field) {
    Span span = span(field);
    return span.isEmpty() ? -1 : JsonText.natural(bytes, span.from, span.to);
  }

  /** What says that the source has left columns out of the row, as too large; or null. */
  SimpleField leftOut() {
    if (has(SimpleField.HANDLE_KEY_ONLY) && bytes[span(SimpleField.HANDLE_KEY_ONLY).from] == 't') {
      return SimpleField.HANDLE_KEY_ONLY;
    }
    return span(SimpleField.CLAIM_CHECK_LOCATION).isBlank()
        ? null
        : SimpleField.CLAIM_CHECK_LOCATION;
  }

  /** Reads the message in a range of bytes; what is wrong with it is left in the problem. */
  void read(byte[] buffer, int from, int to) {
    bytes = buffer;
    for (Span span : spans) {
      span.clear();
    }
    database.clear();
    table.clear();
    scan.reset(buffer, to);
    int start = scan.white(from);
    if (start == to) {
      problem.empty();
      return;
    }
    boolean isObject = scan.at(start) == '{';
    end = isObject ? members(start) : scan.value(start, 0);
    if (end > 0) {
      int rest = scan.white(end);
      end = rest == to ? end : scan.unexpected(rest);
    }
    if (end < 0) {
      problem.malformed(scan.failure(), scan.failedAt());
    } else if (!isObject) {
      problem.invalid("message", "is not an object", start);
    }
  }

  private int members(int brace) {
    int at = scan.open(brace, 1);
    while (at >= 0 && scan.at(at) != '}') {
      int name = at;
      int value = scan.key(at);
      int nameEnd = scan.keyEnd();
      boolean escaped = value >= 0 && scan.escapedSince(name);
      at = value < 0 ? value : scan.value(value, 1);
      if (at < 0) {
        return at;
      }
      member(field(name + 1, nameEnd, escaped), value, at);
      at = scan.white(at);
      byte c = scan.at(at);
      if (c == ',') {
        at = scan.white(at + 1);
        at = scan.at(at) == '"' ? at : scan.unexpected(at);
      } else if (c != '}') {
        return scan.unexpected(at);
      }
    }
    return at < 0 ? at : at + 1;
  }

  private SimpleField field(int from, int to, boolean escaped) {
    if (escaped) {
      byte[] name = JsonText.unescape(bytes, from, to);
      return SimpleField.of(name, 0, name.length);
    }
    return SimpleField.of(bytes, from, to);
  }

  private void member(SimpleField field, int from, int to) {
    if (field == null) {
      return;
    }
    Span span = span(field);
    if (!span.isEmpty()) {
      problem.invalid(field, "is given twice", from);
    } else if (bytes[from] == 'n') {
      return;
    } else if (!field.kind().fits(bytes, from, to)) {
      problem.invalid(field, "is not " + field.kind().words(), from);
    } else {
      span.set(from, to);
      name(field, from, to);
    }
  }

  private void name(SimpleField field, int from, int to) {
    if (field != SimpleField.DATABASE && field != SimpleField.TABLE) {
      return;
    }
    Slice into = field == SimpleField.DATABASE ? database : table;
    into.set(bytes, from + 1, to - 1);
    for (int i = from; i < to; i++) {
      if (bytes[i] == '\\') {
        byte[] text = JsonText.unescape(bytes, from + 1, to - 1);
        if (text == null) {
          problem.invalid(field, "holds half a surrogate pair", from);
        } else {
          into.set(text, 0, text.length);
        }
        return;
      }
    }
  }
}
