package io.spillway.decode;

/**
 * What decides where a canal-json message belongs, found in one pass over its bytes in any key
 * order; all the rest is only checked to be JSON. Reused from message to message. A field that is
 * {@code null} counts as absent. Formats: canal's flat message, and TiCDC's {@code _tidb} extension
 * to it.
 */
final class CanalMessage {
  /** Of a row, for its print. */
  private static final int PRINTED_BYTES = 32;

  final Slice database = new Slice();
  final Slice table = new Slice();
  final Slice type = new Slice();
  final Slice sql = new Slice();
  boolean isDdl;

  /** Milliseconds, or -1. */
  long es;

  /** Timestamps of the extension, or -1. */
  long commitTs;

  long watermarkTs;

  /** Whether there is an extension. */
  boolean extended;

  /** What says that the source has left columns out of {@code data}, as too large; or null. */
  Field leftOut;

  /** Whether there are columns that {@code mysqlType} has and {@code data} may lack. */
  boolean hasUnavailable;

  /** Number of objects in {@code data}, and the range of the first. */
  int rows;

  int rowStart;
  int rowEnd;

  /** Range of the value of {@code mysqlType}; empty if it is absent. */
  int typesStart;

  int typesEnd;

  /** Range of the value of {@code pkNames}; empty if it is absent. */
  int keysStart;

  int keysEnd;

  /** The message without white space around it. */
  byte[] bytes;

  int start;
  int end;

  /** Whether there is a raw line feed or carriage return in that range. */
  boolean hasLineBreak;

  private final JsonScanner scan = new JsonScanner();
  private final Problem problem;
  private long typesPrint;
  private int seen;

  CanalMessage(Problem problem) {
    this.problem = problem;
  }

  /**
   * Changes when the types or the key change, whatever order {@code mysqlType} has: TiCDC writes it
   * in random order. {@code sqlType} is no help, it depends on the row's values.
   */
  long shapePrint() {
    return typesPrint + Swar.mix(Swar.hash(bytes, keysStart, keysEnd));
  }

  /**
   * A hash of the type and of the beginning of the first row; never 0. It is cheap, not exact: a
   * row that comes again has it again.
   */
  int rowPrint() {
    int to = Math.min(rowEnd, rowStart + PRINTED_BYTES);
    long hash = Swar.hash(bytes, rowStart, to) ^ (long) (rowEnd - rowStart) << 32;
    int print = (int) (Swar.mix(hash + type.hash()) >>> 32);
    return print == 0 ? 1 : print;
  }

  /** Reads the message in a range of bytes; what is wrong with it is left in the problem. */
  void read(byte[] buffer, int from, int to) {
    clear(buffer);
    scan.reset(buffer, to);
    start = scan.white(from);
    if (start == to) {
      problem.empty();
      return;
    }
    scan.reset(buffer, to);
    boolean isObject = scan.at(start) == '{';
    end = isObject ? members(start, 1) : scan.value(start, 0);
    hasLineBreak = scan.sawLineBreak();
    end = scan.last(end);
    if (end < 0) {
      problem.malformed(scan.failure(), scan.failedAt());
    } else if (!isObject) {
      problem.invalid("message", "is not an object", start);
    }
  }

  /** The key of its first row, of a message that is sound JSON; see {@link LetterKey}. */
  String letterKey() {
    Span row = new Span();
    row.set(rowStart, rowEnd);
    Span keys = new Span();
    keys.set(keysStart, keysEnd);
    return LetterKey.of(bytes, row, bytes, keys);
  }

  /** Takes a row as it has been written; nothing of it is read. */
  void take(JsonBuffer text, WrittenRow row) {
    clear(text.bytes());
    start = 0;
    end = text.size();
    hasLineBreak = false;
    type.set(row.type, 0, row.type.length);
    name(Field.DATABASE, database, row.database);
    name(Field.TABLE, table, row.table);
    seen = Field.TIDB.bit();
    extended = true;
    commitTs = row.commitTs;
    hasUnavailable = row.hasUnavailable;
    rows = 1;
    rowStart = row.row.from;
    rowEnd = row.row.to;
    if (!row.types.isEmpty()) {
      typesStart = row.types.from;
      typesEnd = row.types.to;
    }
    typesPrint = row.typesPrint;
    keysStart = row.keys.from;
    keysEnd = row.keys.to;
  }

  private void name(Field field, Slice into, Span token) {
    for (int i = token.from; i < token.to; i++) {
      if (bytes[i] == '\\') {
        unescaped(field, into, token.from, token.to);
        return;
      }
    }
    into.set(bytes, token.from + 1, token.to - 1);
  }

  private void unescaped(Field field, Slice into, int from, int to) {
    byte[] text = JsonText.unescape(bytes, from + 1, to - 1);
    if (text == null) {
      problem.invalid(field, "holds half a surrogate pair", from);
    } else {
      into.set(text, 0, text.length);
    }
  }

  /** Whether the message gives this field, {@code null} or not. */
  boolean has(Field field) {
    return (seen & field.bit()) != 0;
  }

  private void clear(byte[] buffer) {
    bytes = buffer;
    database.clear();
    table.clear();
    type.clear();
    sql.clear();
    isDdl = extended = hasUnavailable = false;
    leftOut = null;
    es = commitTs = watermarkTs = -1;
    rows = rowStart = rowEnd = 0;
    typesStart = typesEnd = keysStart = keysEnd = 0;
    typesPrint = 0;
    seen = 0;
  }

  /** The object at {@code brace}: the message, or the extension in it. */
  private int members(int brace, int depth) {
    int at = scan.open(brace, depth);
    if (scan.at(at) == '}') {
      return at + 1;
    }
    while (true) {
      int key = at;
      at = scan.key(at);
      at = at < 0 ? at : member(fieldOf(key + 1, scan.keyEnd(), depth), key, at, depth);
      if (at < 0) {
        return at;
      }
      at = scan.white(at);
      byte c = scan.at(at);
      if (c == '}') {
        return at + 1;
      }
      if (c != ',') {
        return scan.unexpected(at);
      }
      at = scan.white(at + 1);
    }
  }

  private Field fieldOf(int from, int to, int depth) {
    if (scan.escapedSince(from)) {
      byte[] key = JsonText.unescape(bytes, from, to);
      return Field.of(key, 0, key.length, depth);
    }
    return Field.of(bytes, from, to, depth);
  }

  private int member(Field field, int key, int value, int depth) {
    if (field == Field.OTHER) {
      return scan.value(value, depth);
    }
    if ((seen & field.bit()) != 0) {
      problem.invalid(field, "is given twice", key);
    }
    seen |= field.bit();
    if (scan.at(value) == 'n') {
      return scan.value(value, depth);
    }
    return switch (field) {
      case DATABASE -> text(field, database, value);
      case TABLE -> text(field, table, value);
      case TYPE -> text(field, type, value);
      case SQL -> text(field, sql, value);
      case IS_DDL -> flag(field, value);
      case ES -> number(field, value);
      case MYSQL_TYPE -> types(value);
      case PK_NAMES -> keys(value);
      case DATA -> data(value);
      case UNAVAILABLE -> {
        hasUnavailable = true;
        yield scan.value(value, 1);
      }
      case TIDB -> extension(value);
      case COMMIT_TS, WATERMARK_TS -> number(field, value);
      case ONLY_HANDLE_KEY -> flag(field, value);
      default -> location(value);
    };
  }

  private int text(Field field, Slice into, int value) {
    if (scan.at(value) != '"') {
      problem.invalid(field, "is not a string", value);
      return scan.value(value, field.depth());
    }
    int after = scan.string(value + 1);
    if (after > 0 && scan.escapedSince(value)) {
      unescaped(field, into, value, after);
    } else if (after > 0) {
      into.set(bytes, value + 1, after - 1);
    }
    return after;
  }

  private int flag(Field field, int value) {
    byte c = scan.at(value);
    if (c != 't' && c != 'f') {
      problem.invalid(field, "is not true or false", value);
    } else if (field == Field.IS_DDL) {
      isDdl = c == 't';
    } else if (c == 't') {
      leftOut = field;
    }
    return scan.value(value, field.depth());
  }

  private int location(int value) {
    if (scan.at(value) != '"') {
      problem.invalid(Field.CLAIM_CHECK_LOCATION, "is not a string", value);
    }
    int after = scan.value(value, Field.CLAIM_CHECK_LOCATION.depth());
    if (after > value + 2) {
      leftOut = Field.CLAIM_CHECK_LOCATION;
    }
    return after;
  }

  private int number(Field field, int value) {
    int after = scan.value(value, field.depth());
    long number = after < 0 ? 0 : JsonText.natural(bytes, value, after);
    if (number < 0) {
      problem.invalid(field, "is not an integer from 0 to 2^63-1", value);
    } else if (field == Field.ES) {
      es = number;
    } else if (field == Field.COMMIT_TS) {
      commitTs = number;
    } else {
      watermarkTs = number;
    }
    return after;
  }

  private int keys(int value) {
    if (scan.at(value) != '[') {
      problem.invalid(Field.PK_NAMES, "is not an array", value);
    }
    int after = scan.value(value, 1);
    keysStart = value;
    keysEnd = after;
    return after;
  }

  private int types(int value) {
    if (scan.at(value) != '{') {
      problem.invalid(Field.MYSQL_TYPE, "is not an object", value);
      return scan.value(value, 1);
    }
    int at = scan.open(value, 2);
    if (scan.at(at) == '}') {
      return typesUpTo(value, at + 1);
    }
    while (true) {
      int key = at;
      at = scan.key(at);
      at = at < 0 ? at : scan.value(at, 2);
      if (at < 0) {
        return at;
      }
      typesPrint += Swar.hash(bytes, key, at);
      at = scan.white(at);
      byte c = scan.at(at);
      if (c == '}') {
        return typesUpTo(value, at + 1);
      }
      if (c != ',') {
        return scan.unexpected(at);
      }
      at = scan.white(at + 1);
    }
  }

  private int typesUpTo(int from, int to) {
    typesStart = from;
    typesEnd = to;
    return to;
  }

  private int data(int value) {
    if (scan.at(value) != '[') {
      problem.invalid(Field.DATA, "is not an array", value);
      return scan.value(value, 1);
    }
    int at = scan.open(value, 2);
    if (scan.at(at) == ']') {
      return at + 1;
    }
    while (true) {
      int from = at;
      if (scan.at(at) != '{') {
        problem.invalid(Field.DATA, "holds something else than objects", at);
      }
      at = scan.value(at, 2);
      if (at < 0) {
        return at;
      }
      if (rows++ == 0) {
        rowStart = from;
        rowEnd = at;
      }
      at = scan.white(at);
      byte c = scan.at(at);
      if (c == ']') {
        return at + 1;
      }
      if (c != ',') {
        return scan.unexpected(at);
      }
      at = scan.white(at + 1);
    }
  }

  private int extension(int value) {
    if (scan.at(value) != '{') {
      problem.invalid(Field.TIDB, "is not an object", value);
      return scan.value(value, 1);
    }
    extended = true;
    return members(value, 2);
  }
}
