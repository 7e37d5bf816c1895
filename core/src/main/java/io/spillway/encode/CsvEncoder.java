package io.spillway.encode;

import io.spillway.schema.Column;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes spooled rows, which are canal-json, as records of CSV with the columns of one table
 * version, in the order of its schema file. Columns that a row lacks are NULL; those that the table
 * version hasn't follow at the end, in the row's order. Not thread-safe.
 */
public final class CsvEncoder {
  private static final List<String> META =
      List.of("ticdc-meta$operation", "ticdc-meta$table", "ticdc-meta$schema");

  private final CsvOptions options;
  private final TableStructure structure;
  private final List<CsvColumn> columns = new ArrayList<>();
  private final Map<String, Integer> places = new HashMap<>();
  private final RowImages row;
  private boolean fits;

  public CsvEncoder(CsvOptions options, TableStructure structure) {
    this.options = options;
    this.structure = structure;
    for (Column column : structure.columns()) {
      places.put(column.name(), columns.size());
      columns.add(CsvColumn.of(column.name(), column.type(), column.elements()));
    }
    this.row = new RowImages(places);
  }

  public CsvOptions options() {
    return options;
  }

  /** The columns by which rows are written. */
  public TableStructure structure() {
    return structure;
  }

  /** The first line of a file, of one that has such a line. */
  public void header(CsvText out) {
    META.forEach(out::plain);
    if (options.commitTs()) {
      out.plain("ticdc-meta$commit-ts");
    }
    if (options.oldValues()) {
      out.plain("ticdc-meta$is-update");
    }
    columns.forEach(column -> out.plain(column.name()));
    out.end();
  }

  /**
   * Appends a row: one record; two for an update with old values, and for one that changes the key.
   *
   * @return whether the row has just the columns of the table version, and values of their types
   * @throws IOException where it is no row of canal-json
   */
  public boolean encode(byte[] bytes, int from, int to, CsvText out) throws IOException {
    row.read(bytes, from, to);
    fits = true;
    for (int i = 0; i < row.size(); i++) {
      RowImages.Image now = row.now(i);
      switch (row.type()) {
        case "INSERT" -> record("I", false, now, out);
        case "DELETE" -> record("D", false, now, out);
        case "UPDATE" -> update(now, row.before(i), out);
        default -> throw new IOException("a row of type " + row.type());
      }
    }
    return fits;
  }

  private void update(RowImages.Image now, RowImages.Image before, CsvText out) throws IOException {
    if (before != null && row.changesKey(now, before)) {
      record("D", false, before, out);
      record("I", false, now, out);
    } else if (before != null && options.oldValues()) {
      record("D", true, before, out);
      record("I", true, now, out);
    } else {
      record("U", true, now, out);
    }
  }

  private void record(String operation, boolean isUpdate, RowImages.Image image, CsvText out)
      throws IOException {
    out.text(operation);
    out.text(structure.table().table());
    out.text(structure.table().schema());
    if (options.commitTs()) {
      out.plain(Long.toString(row.commitTs()));
    }
    if (options.oldValues()) {
      out.plain(Boolean.toString(isUpdate));
    }
    for (int i = 0; i < columns.size(); i++) {
      // a DELETE may have its key only
      fits &= image.has(i) || operation.equals("D");
      fits &= columns.get(i).write(image.value(i), row.hasTypes(), out);
    }
    for (RowImages.Other other : image.others()) {
      fits = false;
      CsvColumn.of(other.name(), row.typeOf(other.name()), List.of())
          .write(other.value(), row.hasTypes(), out);
    }
    out.end();
  }
}
