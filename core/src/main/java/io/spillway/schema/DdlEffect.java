package io.spillway.schema;

import io.spillway.event.TableId;
import java.util.List;

/** What one parsed statement does to tables, without knowledge of what they looked like before. */
public sealed interface DdlEffect {
  /** TiDB's number of the kind, see {@link DdlAction}. */
  int action();

  /**
   * Everything whose rows must be written before this; a database identity means all its tables.
   */
  List<TableId> tables();

  /** One that is about one table alone. */
  sealed interface OfTable extends DdlEffect {
    TableId table();

    @Override
    default List<TableId> tables() {
      return List.of(table());
    }
  }

  /**
   * @param ifNotExists leaves a table as it is that exists already
   * @param fromQuery a SELECT adds columns that the statement doesn't spell out
   */
  record CreateTable(
      TableId table,
      List<ColumnDefinition> columns,
      boolean binary,
      boolean ifNotExists,
      boolean fromQuery)
      implements OfTable {
    public CreateTable {
      columns = List.copyOf(columns);
    }

    @Override
    public int action() {
      return DdlAction.CREATE_TABLE;
    }
  }

  /** A new table with the columns of another one. */
  record CreateLike(TableId table, TableId like, boolean ifNotExists) implements OfTable {
    @Override
    public int action() {
      return DdlAction.CREATE_TABLE;
    }
  }

  /**
   * @param changes of columns, in the order of the statement; none for indexes, partitions,
   *     comments and whatever else leaves the columns alone
   * @param ofBinary the same for a table whose texts are binary unless they say otherwise
   * @param renamedTo the table's new name, or its old one
   */
  record AlterTable(
      TableId table,
      List<ColumnChange> changes,
      List<ColumnChange> ofBinary,
      TableId renamedTo,
      int action)
      implements DdlEffect {
    public AlterTable {
      changes = List.copyOf(changes);
      ofBinary = List.copyOf(ofBinary);
    }

    /** A statement that leaves the columns alone. */
    static AlterTable sameColumns(TableId table, int action) {
      return new AlterTable(table, List.of(), List.of(), table, action);
    }

    @Override
    public List<TableId> tables() {
      return table.equals(renamedTo) ? List.of(table) : List.of(table, renamedTo);
    }
  }

  record DropTable(TableId table) implements OfTable {
    @Override
    public int action() {
      return DdlAction.DROP_TABLE;
    }
  }

  record TruncateTable(TableId table) implements OfTable {
    @Override
    public int action() {
      return DdlAction.TRUNCATE_TABLE;
    }
  }

  record RenameTable(TableId from, TableId to) implements DdlEffect {
    @Override
    public int action() {
      return DdlAction.RENAME_TABLE;
    }

    @Override
    public List<TableId> tables() {
      return List.of(from, to);
    }
  }

  /** A partition's rows change places with those of an unpartitioned table. */
  record ExchangePartition(TableId partitioned, TableId normal) implements DdlEffect {
    @Override
    public int action() {
      return DdlAction.EXCHANGE_PARTITION;
    }

    @Override
    public List<TableId> tables() {
      return List.of(partitioned, normal);
    }
  }

  /**
   * A partition of MariaDB's becomes a table of its own, or a table a partition.
   *
   * @param table made with the partitioned table's columns, or gone afterwards
   */
  record ConvertPartition(TableId partitioned, TableId table, boolean toTable)
      implements DdlEffect {
    @Override
    public int action() {
      return toTable ? DdlAction.DROP_PARTITION : DdlAction.ADD_PARTITION;
    }

    @Override
    public List<TableId> tables() {
      return List.of(partitioned, table);
    }
  }

  /** A table that was dropped or truncated comes back, as it was then, maybe by another name. */
  record RecoverTable(TableId from, TableId to) implements DdlEffect {
    @Override
    public int action() {
      return DdlAction.RECOVER_TABLE;
    }

    @Override
    public List<TableId> tables() {
      return from.equals(to) ? List.of(to) : List.of(from, to);
    }
  }

  /**
   * A database that was dropped comes back with its tables.
   *
   * @param from the database's own identity, as {@code to}
   */
  record RecoverDatabase(TableId from, TableId to) implements DdlEffect {
    @Override
    public int action() {
      return DdlAction.RECOVER_SCHEMA;
    }

    @Override
    public List<TableId> tables() {
      return from.equals(to) ? List.of(to) : List.of(from, to);
    }
  }

  /** A statement before this one may have done more to the table's columns than is understood. */
  record Doubt(TableId table) implements OfTable {
    @Override
    public int action() {
      return DdlAction.NONE;
    }
  }

  /**
   * @param schema the database's own identity
   */
  record DatabaseChange(TableId schema, int action) implements DdlEffect {
    @Override
    public List<TableId> tables() {
      return List.of(schema);
    }
  }

  /** A view is created, replaced or dropped; it has no rows of its own. */
  record ViewChange(TableId view, int action) implements DdlEffect {
    @Override
    public List<TableId> tables() {
      return List.of(view);
    }
  }

  /**
   * Something happened to what the message names, and the text doesn't say what.
   *
   * @param understood true if the statement is known to leave columns alone; false if the grammar
   *     refused it, so that the columns may have changed
   */
  record Touch(TableId table, boolean understood) implements OfTable {
    @Override
    public int action() {
      return DdlAction.NONE;
    }
  }
}
