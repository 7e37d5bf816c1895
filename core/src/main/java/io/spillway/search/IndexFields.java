package io.spillway.search;

import io.spillway.event.TableId;
import io.spillway.search.document.FieldType;
import io.spillway.search.document.Fields;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Which fields of one index are mapped, and which are to be before its next document. Of an index
 * that the job hasn't made none is asked for.
 */
final class IndexFields {
  private static final int MOST_COVERED = 64;

  private final Set<String> known = new HashSet<>();
  private final Map<String, FieldType> missing = new LinkedHashMap<>();
  private boolean foreign;
  private TableId table;

  /** Few: rows of one shape share one. */
  private final Set<Fields> covered = Collections.newSetFromMap(new IdentityHashMap<>());

  /**
   * @param typed whether the job maps the fields of indices that it makes
   */
  IndexFields(boolean typed) {
    this.foreign = !typed;
  }

  /** Whether documents with these fields may go; what is missing is asked for from now on. */
  boolean covers(Fields fields) {
    if (covered.contains(fields)) {
      return true;
    }
    table = fields.table();
    if (!foreign) {
      fields
          .types()
          .forEach(
              (name, type) -> {
                if (!known.contains(name)) {
                  missing.putIfAbsent(name, type);
                }
              });
    }
    if (missing.isEmpty()) {
      if (covered.size() >= MOST_COVERED) {
        covered.clear();
      }
      covered.add(fields);
    }
    return missing.isEmpty();
  }

  /** Of the document that asked last; null before any. */
  TableId table() {
    return table;
  }

  boolean isForeign() {
    return foreign;
  }

  /** Somebody else looks after the index, or it can't be looked after. */
  void leave() {
    foreign = true;
    missing.clear();
  }

  /** These are mapped. */
  void mapped(Set<String> names) {
    known.addAll(names);
    missing.keySet().removeAll(names);
  }

  /** Fields to map, by name; a copy. */
  Map<String, FieldType> missing() {
    return new LinkedHashMap<>(missing);
  }

  /** How much the fields to map count against the index's limit. */
  int weight() {
    return missing.values().stream().mapToInt(FieldType::weight).sum();
  }
}
