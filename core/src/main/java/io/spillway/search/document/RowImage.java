package io.spillway.search.document;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** What a row message says. One is filled again for each message. */
final class RowImage {
  String schema = "";
  String table = "";
  String type = "";

  /** Names of the primary key's columns; empty for none. */
  final List<String> keys = new ArrayList<>(2);

  final Columns mysqlTypes = new Columns();
  final Columns sqlTypes = new Columns();
  final Rows data = new Rows();
  final Rows old = new Rows();
  private String[] kindTexts = new String[0];
  private ValueKind[] kinds = new ValueKind[0];

  /** The rows of one field of the message. */
  static final class Rows {
    private final List<Columns> rows = new ArrayList<>(1);
    private int size;

    void clear() {
      size = 0;
    }

    Columns add() {
      if (size == rows.size()) {
        rows.add(new Columns());
      }
      Columns next = rows.get(size++);
      next.clear();
      return next;
    }

    int size() {
      return size;
    }

    Columns get(int at) {
      return rows.get(at);
    }
  }

  /**
   * One changed row.
   *
   * @param after the row, or for a delete what it was
   * @param before what changed, as it was before; an absent column is unchanged. Null for none
   */
  record Change(Columns after, Columns before) {

    boolean hasBefore(String column) {
      return before != null && before.has(column);
    }
  }

  void clear() {
    // schema and table stay, to be served again; a message without them is told by the reader
    keys.clear();
    mysqlTypes.clear();
    sqlTypes.clear();
    data.clear();
    old.clear();
  }

  /** Whether the rows are gone. */
  boolean delete() {
    return type.equals("DELETE");
  }

  Change change(int at) {
    return new Change(data.get(at), at < old.size() ? old.get(at) : null);
  }

  /**
   * The MySQL type of a column, or the number of its SQL type; null where neither is told.
   *
   * @param likely where among the types to look first
   */
  String type(String column, int likely) {
    int at = mysqlTypes.find(column, likely);
    String mysql = at < 0 ? null : mysqlTypes.text(at);
    if (mysql != null && !mysql.isEmpty()) {
      return mysql;
    }
    int sql = sqlTypes.find(column, likely);
    return sql < 0 ? null : sqlTypes.text(sql);
  }

  ValueKind kind(String column) {
    return kind(column, 0);
  }

  /**
   * What a column's text stands for; TEXT where its type isn't told.
   *
   * @param likely where among the types to look first
   */
  ValueKind kind(String column, int likely) {
    int at = mysqlTypes.find(column, likely);
    String mysql = at < 0 ? null : mysqlTypes.text(at);
    if (mysql != null && !mysql.isEmpty()) {
      return mysqlKind(at, mysql);
    }
    int sql = sqlTypes.find(column, likely);
    return sql < 0 || sqlTypes.text(sql) == null
        ? ValueKind.TEXT
        : ValueKind.of(null, Integer.parseInt(sqlTypes.text(sql)));
  }

  private ValueKind mysqlKind(int at, String text) {
    if (at >= kinds.length) {
      kinds = Arrays.copyOf(kinds, Math.max(2 * at, 16));
      kindTexts = Arrays.copyOf(kindTexts, kinds.length);
    }
    if (!text.equals(kindTexts[at])) {
      kindTexts[at] = text;
      kinds[at] = ValueKind.of(text, 0);
    }
    return kinds[at];
  }
}
