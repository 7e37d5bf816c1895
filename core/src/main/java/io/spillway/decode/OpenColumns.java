package io.spillway.decode;

import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/**
 * Rows of the open protocol, in which each column is an object of its type, its flags and its
 * value. The values are taken out as rows of their own, and what tells the columns is read once for
 * all rows that repeat it. Reused.
 */
final class OpenColumns {
  static final int MAX_SCHEMAS = 4096;
  private static final int NAME_SHOWN = 200;
  private static final int MOST_CODE = 255;

  /** The rows that have been taken out, one behind the other. */
  final JsonBuffer values = new JsonBuffer();

  private final JsonScanner scan = new JsonScanner();
  private final JsonBuffer signature = new JsonBuffer();
  private final Map<Long, Known> known = new HashMap<>();
  private final Problem problem;
  private Known last = new Known(new byte[0], null);
  private byte[] bytes;
  private int[] spans = new int[2 * 64];
  private long[] types = new long[2 * 64];
  private int count;

  /** The column at hand. */
  private long code;

  private long flags;
  private boolean isFlagged;
  private boolean isHandle;
  private int value;
  private int valueEnd;

  private record Known(byte[] signature, OpenSchema schema) {}

  OpenColumns(Problem problem) {
    this.problem = problem;
  }

  void clear() {
    values.clear();
  }

  /**
   * Takes out a row that is sound JSON.
   *
   * @param into where it then stands in {@link #values}
   * @return its columns; null after a problem
   */
  OpenSchema read(byte[] json, Span row, Span into) {
    bytes = json;
    count = 0;
    signature.clear();
    if (!takeOut(row, into)) {
      return null;
    }
    int size = signature.size();
    if (!isOf(last, size)) {
      long hash = Swar.hash(signature.bytes(), 0, size);
      Known found = known.get(hash);
      if (found == null || !isOf(found, size)) {
        OpenSchema schema = schema();
        if (schema == null) {
          return null;
        }
        found = new Known(Arrays.copyOf(signature.bytes(), size), schema);
        if (known.size() >= MAX_SCHEMAS) {
          known.clear();
        }
        known.put(hash, found);
      }
      last = found;
    }
    return last.schema;
  }

  /**
   * Takes out the row as it was before the one that was read last.
   *
   * @param into where it then stands in {@link #values}
   * @return false after a problem
   */
  boolean readBefore(byte[] json, Span row, Span into) {
    bytes = json;
    count = 0;
    signature.clear();
    if (!takeOut(row, into)) {
      return false;
    }
    if (isOf(last, signature.size())) {
      return true;
    }
    RowSchema columns = last.schema.columns();
    for (int i = 0; i < 2 * count; i += 2) {
      byte[] name = JsonText.unescape(bytes, spans[i] + 1, spans[i + 1] - 1);
      if (columns.index(name, 0, name.length, i / 2) < 0) {
        refuse(spans[i], spans[i + 1], "stands in the row before the change and not in that after");
        return false;
      }
    }
    return true;
  }

  private boolean isOf(Known known, int size) {
    return Arrays.equals(known.signature, 0, known.signature.length, signature.bytes(), 0, size)
        && known.schema != null;
  }

  private boolean takeOut(Span row, Span into) {
    scan.reset(bytes, row.to);
    int begun = values.size();
    char before = '{';
    int at = scan.open(row.from, 1);
    while (scan.at(at) != '}') {
      int name = at;
      int brace = scan.key(at);
      int nameEnd = scan.keyEnd() + 1;
      int after = column(name, nameEnd, brace);
      if (after < 0) {
        return false;
      }
      note(name, nameEnd);
      values.put(before).put(bytes, name, nameEnd).put(':').put(bytes, value, valueEnd);
      before = ',';
      at = scan.white(after);
      at = scan.at(at) == ',' ? scan.white(at + 1) : at;
    }
    if (before == '{') {
      values.put('{');
    }
    values.put('}');
    into.set(begun, values.size());
    return true;
  }

  /** Reads a column; where it ends, or -1 after a problem. */
  private int column(int name, int nameEnd, int brace) {
    if (scan.at(brace) != '{') {
      return refuse(name, nameEnd, "is not an object");
    }
    code = -1;
    flags = 0;
    isFlagged = isHandle = false;
    value = -1;
    int at = scan.open(brace, 2);
    while (scan.at(at) != '}') {
      int key = at + 1;
      int from = scan.key(at);
      boolean isShort = scan.keyEnd() - key == 1;
      at = scan.value(from, 2);
      if (isShort) {
        member(bytes[key], from, at);
      }
      at = scan.white(at);
      at = scan.at(at) == ',' ? scan.white(at + 1) : at;
    }
    if (code < 0 || code > MOST_CODE) {
      return refuse(name, nameEnd, "has no number of a type (t)");
    } else if (flags < 0) {
      return refuse(name, nameEnd, "has flags (f) that are no number");
    } else if (value < 0) {
      return refuse(name, nameEnd, "has no value (v)");
    }
    if (isHandle && !isFlagged) {
      // so the first versions of the protocol said it, which had no flags
      flags = OpenTypes.PRIMARY_KEY;
    }
    return at + 1;
  }

  private void member(byte key, int from, int to) {
    switch (key) {
      case 't' -> code = JsonText.natural(bytes, from, to);
      case 'f' -> {
        flags = JsonText.natural(bytes, from, to);
        isFlagged = true;
      }
      case 'h' -> isHandle = bytes[from] == 't';
      case 'v' -> {
        value = from;
        valueEnd = to;
      }
      default -> {
        // nothing else tells anything of a column
      }
    }
  }

  private void note(int name, int nameEnd) {
    if (2 * count == spans.length) {
      spans = Arrays.copyOf(spans, 4 * count);
      types = Arrays.copyOf(types, 4 * count);
    }
    spans[2 * count] = name;
    spans[2 * count + 1] = nameEnd;
    types[2 * count] = code;
    types[2 * count + 1] = flags;
    count++;
    signature.put(bytes, name, nameEnd).put(':').number(code).put(',').number(flags);
  }

  private OpenSchema schema() {
    OpenSchema.Draft draft = new OpenSchema.Draft();
    for (int i = 0; i < 2 * count; i += 2) {
      byte[] name = JsonText.unescape(bytes, spans[i] + 1, spans[i + 1] - 1);
      String refusal = draft.add(name, (int) types[i], types[i + 1]);
      if (refusal != null) {
        refuse(spans[i], spans[i + 1], refusal);
        return null;
      }
    }
    return draft.schema();
  }

  private int refuse(int name, int nameEnd, String why) {
    problem.invalid("column " + shown(bytes, name + 1, nameEnd - 1), why, name);
    return -1;
  }

  private static String shown(byte[] json, int from, int to) {
    Slice name = new Slice();
    name.set(json, from, Math.min(to, from + NAME_SHOWN));
    return to - from > NAME_SHOWN ? name + "..." : name.toString();
  }
}
