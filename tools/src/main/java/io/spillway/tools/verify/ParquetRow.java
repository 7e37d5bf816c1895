package io.spillway.tools.verify;

import io.spillway.encode.ParquetContent;
import io.spillway.encode.ParquetSchema;
import io.spillway.layout.DataDir;
import io.spillway.schema.Column;
import io.spillway.schema.TableStructure;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.parquet.io.api.Binary;

/** A record of a Parquet file, with the columns of its table version's schema file. */
final class ParquetRow implements FileRow {
  private static final Set<String> OPERATIONS = Set.of("I", "U", "D");

  private final DataDir dir;
  private final List<Column> columns;
  private final List<Integer> keys = new ArrayList<>();
  private ParquetContent file;
  private int operation;
  private int commitTs;

  /**
   * @param structure empty where the table version has no schema file: any columns are right then
   */
  ParquetRow(DataDir dir, Optional<TableStructure> structure) {
    this.dir = dir;
    this.columns = structure.map(TableStructure::columns).orElse(List.of());
  }

  /** What is wrong with the columns of a file whose records are looked at from now on, or null. */
  String begin(ParquetContent newFile) {
    file = newFile;
    operation = file.notedPlace(ParquetSchema.OPERATION_NOTE);
    commitTs = file.notedPlace(ParquetSchema.COMMIT_TS_NOTE);
    keys.clear();
    for (Column column : columns) {
      int place = file.place(column.name());
      if (place < 0) {
        return "no column %s, which the schema file has".formatted(column.name());
      }
      if (column.primaryKey()) {
        keys.add(place);
      }
    }
    return null;
  }

  /** What is wrong with the record that has been read last, or null. */
  String fault() {
    if (operation >= 0 && !OPERATIONS.contains(type())) {
      return "operation " + type() + ", which is none of I, U, D";
    }
    return null;
  }

  @Override
  public boolean isControl() {
    return false;
  }

  @Override
  public String type() {
    return operation < 0 ? "" : text(file.values()[operation]);
  }

  /** A file may say whose rows it has; one that doesn't has those of its folder. */
  @Override
  public String table() {
    String noted = file.note(ParquetSchema.TABLE_NOTE);
    return noted.isEmpty() ? dir.table().table() : noted;
  }

  @Override
  public String database() {
    String noted = file.note(ParquetSchema.DATABASE_NOTE);
    return noted.isEmpty() ? dir.table().schema() : noted;
  }

  @Override
  public long commitTs() {
    return commitTs >= 0 && file.values()[commitTs] instanceof Long at ? at : -1;
  }

  @Override
  public boolean hasKey() {
    return commitTs >= 0 && !keys.isEmpty();
  }

  @Override
  public long hash() {
    long hash = CanalRow.mix(commitTs(), type());
    for (int key : keys) {
      Object value = file.values()[key];
      hash = CanalRow.mix(hash, value == null ? null : text(value));
    }
    return hash;
  }

  private static String text(Object value) {
    return value instanceof Binary bytes
        ? new String(bytes.getBytesUnsafe(), StandardCharsets.ISO_8859_1)
        : String.valueOf(value);
  }
}
