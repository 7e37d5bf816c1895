package io.spillway.decode;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The versions of tables' schemas that have been told, found by the names and the version that a
 * row gives, without making strings. It holds at most {@link #MAX_SCHEMAS}, those that were used
 * last.
 */
final class TableSchemas {
  static final int MAX_SCHEMAS = 65_536;

  private final int most;
  private final Map<Long, TableSchema> byHash = new LinkedHashMap<>(256, 0.75f, true);

  /** By the hash of its text: every table's schema is told again every two minutes. */
  private final Map<Long, TableSchema> told = new HashMap<>();

  private TableSchema last;

  TableSchemas() {
    this(MAX_SCHEMAS);
  }

  TableSchemas(int most) {
    this.most = most;
  }

  /** Takes in an object that is sound JSON; null where it isn't the schema of a table. */
  TableSchema learn(byte[] json, Span span) {
    long print = Swar.hash(json, span.from, span.to);
    TableSchema schema = told.get(print);
    if (schema == null) {
      schema = TableSchema.read(json, span);
      if (schema == null) {
        return null;
      }
    } else if (byHash.get(schema.hash()) == schema) {
      return schema;
    }
    byHash.put(schema.hash(), schema);
    last = null;
    if (byHash.size() > most) {
      byHash.remove(byHash.keySet().iterator().next());
      told.clear();
    }
    if (told.size() >= most) {
      told.clear();
    }
    told.put(print, schema);
    return schema;
  }

  /** The schema of a version; null where it hasn't been told. */
  TableSchema find(Slice database, Slice table, long version) {
    TableSchema same = last;
    if (same != null && same.is(database, table, version)) {
      return same;
    }
    TableSchema found = byHash.get(TableSchema.hash(database, table, version));
    if (found == null || !found.is(database, table, version)) {
      return null;
    }
    last = found;
    return found;
  }
}
