package io.spillway.search.document;

import io.spillway.event.TableId;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The fields of a table's documents and their types, in the order of the columns. Rows of one shape
 * share one instance, so that a comparison of references tells that nothing is new.
 */
public final class Fields {
  private final TableId table;
  private final Map<String, FieldType> types;

  Fields(TableId table, Map<String, FieldType> types) {
    this.table = table;
    this.types = Collections.unmodifiableMap(new LinkedHashMap<>(types));
  }

  public TableId table() {
    return table;
  }

  public Map<String, FieldType> types() {
    return types;
  }
}
