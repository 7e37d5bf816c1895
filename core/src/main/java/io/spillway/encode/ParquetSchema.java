package io.spillway.encode;

import io.spillway.schema.Column;
import io.spillway.schema.TableStructure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type.Repetition;

/**
 * The columns of a file of one table version, in their order: operation, commit timestamp, those of
 * the table, those of the row before an update, and what has no value in its column. The table's
 * columns are optional, as a DELETE may have its key only; so are those behind them.
 *
 * <p>A column of the table keeps its name; another that would have the same one, in whatever case,
 * gets an underscore in front of its own.
 */
public final class ParquetSchema {
  private static final String OPERATION = "_op";
  private static final String COMMIT_TS = "_commit_ts";

  /** A JSON object: texts of values by the name of the column in which they have no place. */
  public static final String UNFIT = "_unfit";

  /** In front of the name of a column, for its value before an update. */
  public static final String OLD = "_old_";

  /** Names of a file's own notes. */
  public static final String DATABASE_NOTE = "spillway.database";

  public static final String TABLE_NOTE = "spillway.table";

  /** The name of the column with the operation; absent where there is none. */
  public static final String OPERATION_NOTE = "spillway.op";

  /** The same of the commit timestamp. */
  public static final String COMMIT_TS_NOTE = "spillway.commit-ts";

  private final TableStructure structure;
  private final ParquetOptions options;
  private final List<ParquetType> types = new ArrayList<>();
  private final List<PrimitiveType> fields = new ArrayList<>();
  private final int firstColumn;
  private final MessageType message;

  public ParquetSchema(TableStructure structure, ParquetOptions options) {
    this.structure = structure;
    this.options = options;
    Set<String> taken = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    structure.columns().forEach(column -> taken.add(column.name()));
    if (options.operation()) {
      fields.add(ParquetType.TEXT.field(free(OPERATION, taken), Repetition.REQUIRED));
    }
    if (options.commitTs()) {
      fields.add(ParquetType.LONG.field(free(COMMIT_TS, taken), Repetition.REQUIRED));
    }
    this.firstColumn = fields.size();
    for (Column column : structure.columns()) {
      ParquetType type = ParquetType.of(column, options.zone());
      types.add(type);
      fields.add(type.field(column.name(), Repetition.OPTIONAL));
    }
    if (options.oldValues()) {
      for (int i = 0; i < types.size(); i++) {
        String name = free(OLD + structure.columns().get(i).name(), taken);
        fields.add(types.get(i).field(name, Repetition.OPTIONAL));
      }
    }
    fields.add(ParquetType.JSON.field(free(UNFIT, taken), Repetition.OPTIONAL));
    this.message = new MessageType("row", List.copyOf(fields));
  }

  private static String free(String name, Set<String> taken) {
    String free = name;
    while (!taken.add(free)) {
      free = "_" + free;
    }
    return free;
  }

  TableStructure structure() {
    return structure;
  }

  ParquetOptions options() {
    return options;
  }

  MessageType message() {
    return message;
  }

  /** Number of a file's columns. */
  int size() {
    return fields.size();
  }

  /** Number of the table's columns. */
  int columns() {
    return types.size();
  }

  ParquetType type(int column) {
    return types.get(column);
  }

  /** Where a file has a column of the table. */
  int place(int column) {
    return firstColumn + column;
  }

  /** Where a file has a column's value before an update. */
  int oldPlace(int column) {
    return firstColumn + types.size() + column;
  }

  int unfitPlace() {
    return fields.size() - 1;
  }

  String name(int place) {
    return fields.get(place).getName();
  }

  /** What a file says of itself. */
  Map<String, String> notes() {
    Map<String, String> notes = new TreeMap<>();
    notes.put(DATABASE_NOTE, structure.table().schema());
    notes.put(TABLE_NOTE, structure.table().table());
    int place = 0;
    if (options.operation()) {
      notes.put(OPERATION_NOTE, name(place++));
    }
    if (options.commitTs()) {
      notes.put(COMMIT_TS_NOTE, name(place));
    }
    return notes;
  }
}
