package io.spillway.decode;

import io.spillway.event.CommitTs;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Arrays;

/** Writes changes as canal-json, with the keys in canal's own order. Reused. */
final class CanalText {
  /** Bytes of a name in a reason; longer ones than any database takes are cut. */
  private static final int NAME_SHOWN = 200;

  private static final byte[] DATA = ascii("{\"data\":[");
  private static final byte[] DATABASE = ascii("],\"database\":");
  private static final byte[] ES = ascii(",\"es\":");
  private static final byte[] TYPES = ascii(",\"id\":0,\"isDdl\":false,\"mysqlType\":");
  private static final byte[] OLD = ascii(",\"old\":");
  private static final byte[] KEYS = ascii(",\"pkNames\":");
  private static final byte[] SQL_TYPES = ascii(",\"sql\":\"\",\"sqlType\":{");
  private static final byte[] TABLE = ascii("},\"table\":");
  private static final byte[] TS = ascii(",\"ts\":");
  private static final byte[] TYPE = ascii(",\"type\":\"");
  private static final byte[] TIDB = ascii("\",\"_tidb\":{\"commitTs\":");
  private static final byte[] END = ascii("}}");
  private static final byte[] UNAVAILABLE = ascii(",\"unavailable\":");
  private static final byte[] NULL = ascii("null");
  private static final byte[] DDL_DATABASE = ascii("{\"data\":null,\"database\":");
  private static final byte[] SQL =
      ascii(",\"id\":0,\"isDdl\":true,\"mysqlType\":null,\"old\":null,\"pkNames\":null,\"sql\":");
  private static final byte[] DDL_TABLE = ascii(",\"sqlType\":null,\"table\":");

  final JsonBuffer out = new JsonBuffer();

  /** The row that was written last. */
  final WrittenRow written = new WrittenRow();

  private final ValueText values;
  private final Placeholder placeholder;
  private final JsonScanner scan = new JsonScanner();

  /** Names of the columns whose values the source hasn't told, as the inside of an array. */
  private final JsonBuffer leftOut = new JsonBuffer();

  private int[] notes = new int[3 * 64];
  private int noted;

  /** Where name and value stand of each column of a schema: four numbers for one. */
  private int[] members = new int[4 * 64];

  /** Where the name of the column stands whose value was refused last. */
  private int refusedName;

  private String refusal;

  /** Of sources that send every value, and clocks as they show them. */
  CanalText() {
    values = new ValueText(out, ZoneOffset.UTC);
    placeholder = Placeholder.NONE;
  }

  /**
   * @param options with the zone in which instants are shown, without saying so
   */
  CanalText(DebeziumOptions options) {
    values = new ValueText(out, options.zone());
    placeholder = new Placeholder(options.unavailable());
  }

  /** A row, how it was before, and whose it is. */
  static final class Change {
    /** Holds the rows. */
    byte[] bytes;

    final Span row = new Span();

    /** Empty where it isn't known. */
    final Span old = new Span();

    RowSchema schema = RowSchema.NONE;

    /** Holds the names of database and table, as tokens. */
    byte[] head;

    final Span database = new Span();
    final Span table = new Span();

    /** The value of {@code pkNames}, as JSON. */
    final JsonBuffer keyNames = new JsonBuffer();

    /** When the message was made, or -1. */
    long tsMs;
  }

  /**
   * Writes a row's change.
   *
   * @param type a word in ASCII
   * @return -1, or where the value stands that its column can't hold
   */
  int row(byte[] type, Change change, long commitTs) {
    out.clear();
    leftOut.clear();
    noted = 0;
    written.type = type;
    written.commitTs = commitTs;
    written.typesPrint = change.schema.print();
    out.put(DATA);
    int begun = out.size();
    int refused = image(change, change.row, true);
    if (refused >= 0) {
      return refused;
    }
    written.row.set(begun, out.size());
    out.put(DATABASE);
    token(written.database, change.head, change.database);
    out.put(ES).number(es(commitTs)).put(TYPES);
    begun = out.size();
    out.put(change.schema.mysqlTypes());
    written.types.set(begun, change.schema.size() == 0 ? begun : out.size());
    out.put(OLD);
    if (change.old.isEmpty()) {
      out.put(NULL);
    } else {
      out.put('[');
      refused = image(change, change.old, false);
      if (refused >= 0) {
        return refused;
      }
      out.put(']');
    }
    out.put(KEYS);
    begun = out.size();
    out.put(change.keyNames.bytes(), 0, change.keyNames.size());
    written.keys.set(begun, out.size());
    sqlTypes(change.bytes);
    out.put(TABLE);
    token(written.table, change.head, change.table);
    written.hasUnavailable = leftOut.size() > 0;
    if (written.hasUnavailable) {
      out.put(UNAVAILABLE).put(leftOut.bytes(), 0, leftOut.size()).put(']');
    }
    end(type, change.tsMs, commitTs);
    return -1;
  }

  /**
   * Writes a statement.
   *
   * @param database a string token, as all that follow
   */
  void ddl(byte[] type, byte[] database, byte[] table, byte[] sql, long tsMs, long commitTs) {
    out.clear();
    out.put(DDL_DATABASE).put(database).put(ES).number(es(commitTs)).put(SQL).put(sql);
    out.put(DDL_TABLE).put(table);
    end(type, tsMs, commitTs);
  }

  private void token(Span into, byte[] from, Span token) {
    int begun = out.size();
    out.put(from, token.from, token.to);
    into.set(begun, out.size());
  }

  private static long es(long commitTs) {
    return CommitTs.millis(commitTs);
  }

  private void end(byte[] type, long tsMs, long commitTs) {
    out.put(TS).number(tsMs < 0 ? es(commitTs) : tsMs);
    out.put(TYPE).put(type).put(TIDB).number(commitTs).put(END);
  }

  /** The columns of a row that is sound JSON. */
  private int image(Change change, Span image, boolean note) {
    byte[] json = change.bytes;
    scan.reset(json, image.to);
    if (change.schema.isOrdered()) {
      int refused = place(change.schema, json, image);
      return refused >= 0 ? refused : inOrder(change.schema, json, note);
    }
    char before = '{';
    int at = scan.open(image.from, 1);
    for (int column = 0; scan.at(at) != '}'; column++) {
      int name = at;
      int value = scan.key(at);
      int nameEnd = scan.keyEnd();
      ColumnForm form = column(change.schema, json, name + 1, nameEnd, column);
      int after = scan.value(value, 1);
      if (placeholder.is(form, json, value, after)) {
        leaveOut(json, name, nameEnd + 1, note);
      } else {
        out.put(before).put(json, name, nameEnd + 1).put(':');
        if (!values.write(form, json, value, after)) {
          return refuse(name, value, "holds what its type doesn't allow");
        }
        if (note) {
          note(name, nameEnd + 1, values.sqlType());
        }
        before = ',';
      }
      at = scan.white(after);
      at = scan.at(at) == ',' ? scan.white(at + 1) : at;
    }
    if (before == '{') {
      out.put('{');
    }
    out.put('}');
    return -1;
  }

  /** Finds the columns of a row, whatever order it has them in. */
  private int place(RowSchema schema, byte[] json, Span image) {
    if (members.length < 4 * schema.size()) {
      members = new int[4 * schema.size()];
    }
    Arrays.fill(members, 0, 4 * schema.size(), -1);
    int at = scan.open(image.from, 1);
    for (int place = 0; scan.at(at) != '}'; place++) {
      int name = at;
      int value = scan.key(at);
      int nameEnd = scan.keyEnd();
      int column = 4 * index(schema, json, name + 1, nameEnd, schema.likely(place));
      if (column < 0) {
        return refuse(name, value, "is not in the schema of the row's version");
      } else if (members[column] >= 0) {
        return refuse(name, value, "is given twice");
      }
      int after = scan.value(value, 1);
      members[column] = name;
      members[column + 1] = nameEnd + 1;
      members[column + 2] = value;
      members[column + 3] = after;
      at = scan.white(after);
      at = scan.at(at) == ',' ? scan.white(at + 1) : at;
    }
    return -1;
  }

  /** Writes the columns that have been found, in the order of the table. */
  private int inOrder(RowSchema schema, byte[] json, boolean note) {
    char before = '{';
    for (int i = 0; i < schema.size(); i++) {
      int name = members[4 * i];
      if (name >= 0) {
        int nameTo = members[4 * i + 1];
        int value = members[4 * i + 2];
        out.put(before).put(json, name, nameTo).put(':');
        if (!values.write(schema.column(i), json, value, members[4 * i + 3])) {
          return refuse(name, value, "holds what its type doesn't allow");
        }
        if (note) {
          note(name, nameTo, values.sqlType());
        }
        before = ',';
      }
    }
    if (before == '{') {
      out.put('{');
    }
    out.put('}');
    return -1;
  }

  private int refuse(int name, int value, String why) {
    refusedName = name;
    refusal = why;
    return value;
  }

  /** In {@code old} an absent column is one that hasn't changed, and so it is. */
  private void leaveOut(byte[] json, int nameFrom, int nameTo, boolean note) {
    if (note) {
      leftOut.put(leftOut.size() == 0 ? '[' : ',').put(json, nameFrom, nameTo);
    }
  }

  private ColumnForm column(RowSchema schema, byte[] json, int from, int to, int likely) {
    int index = index(schema, json, from, to, likely);
    return index < 0 ? ColumnForm.UNDESCRIBED : schema.column(index);
  }

  private int index(RowSchema schema, byte[] json, int from, int to, int likely) {
    if (!scan.escapedSince(from)) {
      return schema.index(json, from, to, likely);
    }
    byte[] name = JsonText.unescape(json, from, to);
    return schema.index(name, 0, name.length, likely);
  }

  private void note(int nameFrom, int nameTo, int sqlType) {
    if (noted == notes.length) {
      notes = Arrays.copyOf(notes, 2 * noted);
    }
    notes[noted++] = nameFrom;
    notes[noted++] = nameTo;
    notes[noted++] = sqlType;
  }

  private void sqlTypes(byte[] json) {
    out.put(SQL_TYPES);
    for (int i = 0; i < noted; i += 3) {
      if (i > 0) {
        out.put(',');
      }
      out.put(json, notes[i], notes[i + 1]).put(':').number(notes[i + 2]);
    }
  }

  /** Why a value was refused last. */
  String refusal() {
    return refusal;
  }

  /** The name of the column whose value was refused last, or as much of it as a reason holds. */
  String refusedColumn(byte[] json) {
    scan.reset(json, json.length);
    int value = scan.key(refusedName);
    if (value < 0) {
      return "";
    }
    int length = scan.keyEnd() - refusedName - 1;
    String name =
        new String(json, refusedName + 1, Math.min(length, NAME_SHOWN), StandardCharsets.UTF_8);
    return length > NAME_SHOWN ? name + "..." : name;
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
