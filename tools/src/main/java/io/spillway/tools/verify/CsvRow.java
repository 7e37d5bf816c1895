package io.spillway.tools.verify;

import io.spillway.encode.CsvOptions;
import io.spillway.encode.CsvRecord;
import io.spillway.schema.Column;
import io.spillway.schema.TableStructure;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** A record of a CSV file, with the columns of its table version's schema file. */
final class CsvRow implements LineRow {
  private static final Set<String> OPERATIONS = Set.of("I", "U", "D");

  private final CsvOptions options;
  private final CsvRecord record;
  private final int columns;
  private final List<Integer> keys = new ArrayList<>();

  /**
   * @param structure empty where the table version has no schema file: any number of columns is
   *     right then
   */
  CsvRow(CsvOptions options, Optional<TableStructure> structure) {
    this.options = options;
    this.record = new CsvRecord(options);
    List<Column> known = structure.map(TableStructure::columns).orElse(List.of());
    this.columns = known.size();
    for (int i = 0; i < columns; i++) {
      if (known.get(i).primaryKey()) {
        keys.add(options.metaFields() + i);
      }
    }
  }

  @Override
  public String read(byte[] buffer, int offset, int length) {
    String wrong = record.read(buffer, offset, offset + length);
    int meta = options.metaFields();
    if (wrong != null) {
      return wrong;
    }
    if (record.size() <= meta) {
      return "%d fields, of which the first %d say what kind of change it is"
          .formatted(record.size(), meta);
    }
    if (!OPERATIONS.contains(type())) {
      return "operation " + type() + ", which is none of I, U, D";
    }
    if (options.commitTs() && record.commitTs() < 0) {
      return "no commit timestamp in field 4";
    }
    return columns == 0 || record.size() == meta + columns
        ? null
        : "%d columns, the schema file has %d".formatted(record.size() - meta, columns);
  }

  @Override
  public boolean isControl() {
    return false;
  }

  @Override
  public String type() {
    return field(0);
  }

  @Override
  public String table() {
    return field(1);
  }

  @Override
  public String database() {
    return field(2);
  }

  @Override
  public long commitTs() {
    return record.commitTs();
  }

  @Override
  public boolean hasKey() {
    return options.commitTs() && !keys.isEmpty();
  }

  @Override
  public long hash() {
    long hash = CanalRow.mix(commitTs(), type());
    for (int key : keys) {
      hash = CanalRow.mix(hash, record.field(key).orElse(null));
    }
    return hash;
  }

  private String field(int index) {
    return record.field(index).orElse("");
  }
}
