package io.spillway.search.document;

import java.util.List;
import java.util.Map;

/**
 * What a row message says.
 *
 * @param schema database
 * @param table table
 * @param delete whether the row is gone
 * @param keys names of the primary key's columns; empty for none
 * @param kinds of the columns that have a type
 * @param changes one for each row of the message
 */
record RowImage(
    String schema,
    String table,
    boolean delete,
    List<String> keys,
    Map<String, ValueKind> kinds,
    List<Change> changes) {

  /**
   * @param after the row, or for a delete what it was; a null value is NULL
   * @param before what changed, as it was before; an absent column is unchanged. Null for none
   */
  record Change(Map<String, String> after, Map<String, String> before) {

    boolean hasBefore(String column) {
      return before != null && before.containsKey(column);
    }
  }

  ValueKind kind(String column) {
    return kinds.getOrDefault(column, ValueKind.TEXT);
  }
}
