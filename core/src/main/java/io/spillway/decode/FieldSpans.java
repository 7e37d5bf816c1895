package io.spillway.decode;

/**
 * Where the values of an object's keys stand that a format gives a meaning, found in one pass over
 * its bytes in any key order; objects in it are only checked to be JSON. Reused from message to
 * message. A field that is {@code null} counts as absent.
 *
 * @param <F> the keys
 */
final class FieldSpans<F extends Enum<F> & FieldSpans.Meaning> {
  byte[] bytes;
  int end;

  private final Span[] spans;
  private final JsonScanner scan = new JsonScanner();
  private final KeyTable<F> keys;
  private final String whole;
  private final Problem problem;

  /** What a key is good for. */
  interface Meaning {
    FieldKind kind();
  }

  /**
   * @param whole what the object is, for reasons
   */
  FieldSpans(F[] fields, KeyTable<F> keys, String whole, Problem problem) {
    this.keys = keys;
    this.whole = whole;
    this.problem = problem;
    this.spans = new Span[fields.length];
    for (int i = 0; i < spans.length; i++) {
      spans[i] = new Span();
    }
  }

  /** Where the value of a field stands; empty where there is none. */
  Span span(F field) {
    return spans[field.ordinal()];
  }

  boolean has(F field) {
    return !span(field).isEmpty();
  }

  /** The number that a field holds, or -1. */
  long number(F field) {
    Span span = span(field);
    return span.isEmpty() ? -1 : JsonText.natural(bytes, span.from, span.to);
  }

  boolean isTrue(F field) {
    return has(field) && bytes[span(field).from] == 't';
  }

  /** The text that a field holds, without quotes and escapes; empty where there is none. */
  void text(F field, Slice into) {
    Span span = span(field);
    if (span.isEmpty()) {
      into.clear();
      return;
    }
    into.set(bytes, span.from + 1, span.to - 1);
    for (int i = span.from; i < span.to; i++) {
      if (bytes[i] == '\\') {
        byte[] text = JsonText.unescape(bytes, span.from + 1, span.to - 1);
        if (text == null) {
          problem.invalid(field, "holds half a surrogate pair", span.from);
        } else {
          into.set(text, 0, text.length);
        }
        return;
      }
    }
  }

  /** Reads the object in a range of bytes; what is wrong with it is left in the problem. */
  void read(byte[] buffer, int from, int to) {
    bytes = buffer;
    for (Span span : spans) {
      span.clear();
    }
    scan.reset(buffer, to);
    int start = scan.white(from);
    if (start == to) {
      problem.empty();
      return;
    }
    boolean isObject = scan.at(start) == '{';
    end = scan.last(isObject ? members(start) : scan.value(start, 0));
    if (end < 0) {
      problem.malformed(scan.failure(), scan.failedAt());
    } else if (!isObject) {
      problem.invalid(whole, "is not an object", start);
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

  private F field(int from, int to, boolean escaped) {
    if (escaped) {
      byte[] name = JsonText.unescape(bytes, from, to);
      return keys.find(name, 0, name.length);
    }
    return keys.find(bytes, from, to);
  }

  private void member(F field, int from, int to) {
    if (field == null) {
      return;
    }
    Span span = span(field);
    if (!span.isEmpty()) {
      problem.invalid(field, "is given twice", from);
    } else if (bytes[from] != 'n' && !field.kind().fits(bytes, from, to)) {
      problem.invalid(field, "is not " + field.kind().words(), from);
    } else if (bytes[from] != 'n') {
      span.set(from, to);
    }
  }
}
