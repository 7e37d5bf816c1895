package io.spillway.decode;

/**
 * Steps over JSON (RFC 8259) without building anything, and refuses what isn't. Every method takes
 * the position where it starts and returns the one after what it skipped, or -1 after a failure, of
 * which {@link #failure()} and {@link #failedAt()} tell. Its limits are those of Jackson 2.21.
 */
final class JsonScanner {
  /** Levels of arrays and objects. */
  static final int MAX_DEPTH = 1000;

  /** Bytes of a key as it stands in the message: where Jackson's growing name buffer gives up. */
  static final int MAX_NAME_BYTES = 32_768;

  /** Characters of a number. */
  static final int MAX_NUMBER_LENGTH = 1000;

  private static final int TRUE = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
  private static final int ALSE = 'a' | 'l' << 8 | 's' << 16 | 'e' << 24;
  private static final int NULL = 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24;

  private byte[] bytes;
  private int end;
  private int lastEscape;
  private int keyEnd;
  private boolean lineBreak;
  private String failure;
  private int failedAt;

  void reset(byte[] bytes, int end) {
    this.bytes = bytes;
    this.end = end;
    lastEscape = -1;
    lineBreak = false;
    failure = null;
    failedAt = -1;
  }

  /** What was wrong, in words; null while nothing was. */
  String failure() {
    return failure;
  }

  int failedAt() {
    return failedAt;
  }

  /** Whether the string that began at {@code start} and was skipped last holds an escape. */
  boolean escapedSince(int start) {
    return lastEscape >= start;
  }

  /** Whether a line feed or carriage return was seen between tokens so far. */
  boolean sawLineBreak() {
    return lineBreak;
  }

  /** Where the bytes end. */
  int end() {
    return end;
  }

  /** The byte at a position, -1 (never part of JSON) at the end. */
  byte at(int p) {
    return p < end ? bytes[p] : -1;
  }

  int white(int p) {
    byte c = at(p);
    return c > ' ' ? p : whiteFrom(p);
  }

  private int whiteFrom(int from) {
    int p = from;
    for (; p < end; p++) {
      byte c = bytes[p];
      if (c == '\n' || c == '\r') {
        lineBreak = true;
      } else if (c != ' ' && c != '\t') {
        break;
      }
    }
    return p;
  }

  /** Any value; {@code depth} levels are open around it. */
  int value(int p, int depth) {
    switch (at(p)) {
      case '"':
        return string(p + 1);
      case 'n':
        return p + 4 <= end && Swar.four(bytes, p) == NULL ? p + 4 : unexpected(p);
      case '{':
        return object(p, depth + 1);
      case '[':
        return array(p, depth + 1);
      case 't':
        return p + 4 <= end && Swar.four(bytes, p) == TRUE ? p + 4 : unexpected(p);
      case 'f':
        return p + 5 <= end && Swar.four(bytes, p + 1) == ALSE ? p + 5 : unexpected(p);
      default:
        return number(p);
    }
  }

  /** An object whose brace is at {@code p}; it is level {@code depth}. */
  int object(int p, int depth) {
    int at = open(p, depth);
    if (at < 0 || at(at) == '}') {
      return at < 0 ? at : at + 1;
    }
    while (true) {
      at = key(at);
      if (at < 0) {
        return at;
      }
      at = value(at, depth);
      if (at < 0) {
        return at;
      }
      at = white(at);
      byte c = at(at);
      if (c == '}') {
        return at + 1;
      }
      if (c != ',') {
        return unexpected(at);
      }
      at = white(at + 1);
    }
  }

  private int array(int p, int depth) {
    int at = open(p, depth);
    if (at < 0 || at(at) == ']') {
      return at < 0 ? at : at + 1;
    }
    while (true) {
      at = value(at, depth);
      if (at < 0) {
        return at;
      }
      at = white(at);
      byte c = at(at);
      if (c == ']') {
        return at + 1;
      }
      if (c != ',') {
        return unexpected(at);
      }
      at = white(at + 1);
    }
  }

  /** The brace or bracket at {@code p} and white space after it. */
  int open(int p, int depth) {
    return depth > MAX_DEPTH ? fail(p, "nested deeper than " + MAX_DEPTH) : white(p + 1);
  }

  /** A key, its colon and white space. The key itself ends before {@link #keyEnd()}. */
  int key(int p) {
    if (at(p) != '"') {
      return unexpected(p);
    }
    int after = string(p + 1);
    if (after < 0) {
      return after;
    }
    if (after - p - 2 >= MAX_NAME_BYTES) {
      return fail(p, "key of " + MAX_NAME_BYTES + " bytes or more");
    }
    // Jackson lets half a surrogate pair pass in a value, but not in a key.
    if (escapedSince(p) && JsonText.unescape(bytes, p + 1, after - 1) == null) {
      return fail(p, "half a surrogate pair in a key");
    }
    keyEnd = after - 1;
    int colon = white(after);
    return at(colon) == ':' ? white(colon + 1) : unexpected(colon);
  }

  /** Position of the closing quote of the key that was skipped last. */
  int keyEnd() {
    return keyEnd;
  }

  /** A string whose opening quote is just before {@code from}. */
  int string(int from) {
    byte[] b = bytes;
    int last = end - 8;
    int p = from;
    while (p <= last) {
      long special = Swar.special(Swar.eight(b, p));
      // Not p += distance in both cases: the next load would have to wait for the distance.
      if (special == 0) {
        p += 8;
        continue;
      }
      p += Swar.distance(special);
      if (b[p] == '"') {
        return p + 1;
      }
      p = special(p);
      if (p < 0) {
        return p;
      }
    }
    return stringTail(p);
  }

  private int stringTail(int from) {
    int p = from;
    while (p < end) {
      byte c = bytes[p];
      if (c == '"') {
        return p + 1;
      }
      p = c < ' ' || c == '\\' ? special(p) : p + 1;
      if (p < 0) {
        return p;
      }
    }
    return fail(end, "string without end");
  }

  /** What a string can't simply run over, from {@code p}. */
  private int special(int p) {
    byte c = bytes[p];
    if (c == '\\') {
      return escape(p);
    }
    if (c >= 0) {
      return fail(p, "control character in a string");
    }
    int after = Utf8.skip(bytes, p, end);
    return after < 0 ? fail(~after, "not UTF-8") : after;
  }

  private int escape(int p) {
    lastEscape = p;
    switch (at(p + 1)) {
      case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
        return p + 2;
      case 'u':
        for (int i = p + 2; i < p + 6; i++) {
          if (Character.digit(at(i), 16) < 0) {
            return fail(i, "bad escape");
          }
        }
        return p + 6;
      default:
        return fail(p, "bad escape");
    }
  }

  private int number(int start) {
    int p = at(start) == '-' ? start + 1 : start;
    if (at(p) == '0') {
      p++;
      if (isDigit(at(p))) {
        return fail(p, "leading zero");
      }
    } else {
      p = digits(p);
    }
    if (p > 0 && at(p) == '.') {
      p = digits(p + 1);
    }
    if (p > 0 && (at(p) | 0x20) == 'e') {
      byte sign = at(p + 1);
      p = digits(sign == '+' || sign == '-' ? p + 2 : p + 1);
    }
    return p - start > MAX_NUMBER_LENGTH
        ? fail(start, "number longer than " + MAX_NUMBER_LENGTH)
        : p;
  }

  private int digits(int from) {
    int p = from;
    while (isDigit(at(p))) {
      p++;
    }
    return p == from ? unexpected(p) : p;
  }

  private static boolean isDigit(byte c) {
    return c >= '0' && c <= '9';
  }

  /** The end of the value that is the last; something else than white space behind it is wrong. */
  int last(int after) {
    int rest = after < 0 ? end : white(after);
    return rest == end ? after : unexpected(rest);
  }

  int unexpected(int p) {
    return fail(p, p < end ? "unexpected byte" : "unexpected end");
  }

  private int fail(int p, String what) {
    failure = what;
    failedAt = p;
    return -1;
  }
}
