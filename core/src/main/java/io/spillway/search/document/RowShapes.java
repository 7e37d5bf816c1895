package io.spillway.search.document;

import io.spillway.event.TableId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The newest shapes of each table's rows. */
final class RowShapes {
  /** A DELETE may show the key only, and partitions see a DDL at different times. */
  private static final int KEPT = 4;

  private final ValuePolicy values;
  private final Map<TableId, List<RowShape>> newest = new HashMap<>();
  private final Set<String> known = new HashSet<>();
  private final List<String> renamed = new ArrayList<>();
  private RowShape last;
  private List<RowShape> ofLast = List.of();

  RowShapes(ValuePolicy values) {
    this.values = values;
  }

  RowShape of(RowImage image, Columns row) {
    if (last == null || !isOf(image, last.fields().table())) {
      TableId table = new TableId(image.schema, image.table);
      ofLast = newest.computeIfAbsent(table, id -> new ArrayList<>());
      last = null;
    }
    if (last != null && last.fits(image, row)) {
      return last;
    }
    for (RowShape shape : ofLast) {
      if (shape.fits(image, row)) {
        last = shape;
        return last;
      }
    }
    return first(image, row);
  }

  private static boolean isOf(RowImage image, TableId table) {
    return table.table().equals(image.table) && table.schema().equals(image.schema);
  }

  private RowShape first(RowImage image, Columns row) {
    last = RowShape.of(image, row, values);
    ofLast.add(0, last);
    if (ofLast.size() > KEPT) {
      ofLast.remove(KEPT);
    }
    for (String column : last.renamed()) {
      String line = last.fields().table() + ": " + column;
      if (known.add(line)) {
        renamed.add(line);
      }
    }
    return last;
  }

  /**
   * Columns that were met for the first time since the last call and whose fields have other names.
   */
  List<String> takeRenamed() {
    if (renamed.isEmpty()) {
      return List.of();
    }
    List<String> taken = List.copyOf(renamed);
    renamed.clear();
    return taken;
  }
}
