package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateIndexContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionsEtcContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DropStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.DropTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueriesContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.RenamePairContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableElementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableElementListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.UtilityStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ViewNameContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ViewRefContext;
import io.spillway.event.TableId;
import java.util.ArrayList;
import java.util.List;

/** Turns statements into effects; what doesn't concern tables, views or databases has none. */
final class StatementReader {
  private final Names names;
  private final List<DdlEffect> effects = new ArrayList<>();

  StatementReader(TableId named) {
    this.names = new Names(named);
  }

  List<DdlEffect> effects() {
    return effects;
  }

  void read(QueriesContext statements) {
    for (QueryContext query : statements.query()) {
      if (query.simpleStatement() != null) {
        read(query.simpleStatement());
      }
    }
  }

  /** What was read last may have changed its table's columns in a way that isn't understood. */
  void doubt() {
    List<TableId> tables = effects.get(effects.size() - 1).tables();
    effects.add(new DdlEffect.Doubt(tables.get(tables.size() - 1)));
  }

  void recovered(TableId table) {
    effects.add(new DdlEffect.RecoverTable(table, table));
  }

  /** A table that comes back, written as a TRUNCATE or, under another name, a RENAME of it. */
  void readRecovery(SimpleStatementContext statement) {
    if (statement.truncateTableStatement() != null) {
      recovered(names.table(statement.truncateTableStatement().tableRef()));
      return;
    }
    RenamePairContext pair = statement.renameTableStatement().renamePair().get(0);
    TableId from = names.table(pair.tableRef());
    TableId to = new TableId(from.schema(), names.asWritten(pair.tableName()).table());
    effects.add(new DdlEffect.RecoverTable(from, to));
  }

  /** A partition that becomes a table or the reverse, written as a RENAME between the two. */
  void readConversion(SimpleStatementContext rename, boolean toTable) {
    RenamePairContext pair = rename.renameTableStatement().renamePair().get(0);
    effects.add(
        new DdlEffect.ConvertPartition(
            names.table(pair.tableRef()), names.table(pair.tableName()), toTable));
  }

  /** A database that comes back, written as a DROP of its old and its new name. */
  void readRecovery(SimpleStatementContext from, SimpleStatementContext to) {
    effects.add(new DdlEffect.RecoverDatabase(dropped(from), dropped(to)));
  }

  private TableId dropped(SimpleStatementContext database) {
    return names.schema(database.dropStatement().dropDatabase().schemaRef().identifier());
  }

  private void read(SimpleStatementContext statement) {
    if (statement.createStatement() != null) {
      create(statement.createStatement());
    } else if (statement.alterStatement() != null) {
      alter(statement.alterStatement());
    } else if (statement.dropStatement() != null) {
      drop(statement.dropStatement());
    } else if (statement.renameTableStatement() != null) {
      statement.renameTableStatement().renamePair().forEach(this::rename);
    } else if (statement.truncateTableStatement() != null) {
      effects.add(
          new DdlEffect.TruncateTable(names.table(statement.truncateTableStatement().tableRef())));
    } else if (statement.utilityStatement() != null) {
      use(statement.utilityStatement());
    }
  }

  private void use(UtilityStatementContext utility) {
    if (utility.useCommand() != null) {
      names.use(utility.useCommand().schemaRef().identifier());
    }
  }

  private void create(CreateStatementContext create) {
    if (create.createTable() != null) {
      createTable(create.createTable());
    } else if (create.createDatabase() != null) {
      database(
          names.schema(create.createDatabase().schemaName().identifier()), DdlAction.CREATE_SCHEMA);
    } else if (create.createView() != null) {
      ViewNameContext view = create.createView().viewName();
      view(names.view(view.qualifiedIdentifier(), view.dotIdentifier()), DdlAction.CREATE_VIEW);
    } else if (create.createIndex() != null) {
      CreateIndexContext index = create.createIndex();
      sameColumns(names.table(index.createIndexTarget().tableRef()), DdlAction.ADD_INDEX);
    }
  }

  private void createTable(CreateTableContext create) {
    // A temporary table lives in one session; its rows never reach a change stream.
    if (create.TEMPORARY_SYMBOL() != null) {
      return;
    }
    TableId table = names.table(create.tableName());
    if (create.LIKE_SYMBOL() != null) {
      effects.add(
          new DdlEffect.CreateLike(
              table, names.table(create.tableRef()), create.ifNotExists() != null));
      return;
    }
    boolean fromQuery =
        create.createTableOptionsEtc() != null
            && create.createTableOptionsEtc().createPartitioningEtc() != null
            && create.createTableOptionsEtc().createPartitioningEtc().duplicateAsQe() != null;
    boolean binary = isBinary(create);
    List<ColumnDefinition> columns =
        create.tableElementList() == null ? List.of() : columns(create.tableElementList(), binary);
    effects.add(
        new DdlEffect.CreateTable(table, columns, binary, create.ifNotExists() != null, fromQuery));
  }

  private static boolean isBinary(CreateTableContext create) {
    CreateTableOptionsEtcContext options = create.createTableOptionsEtc();
    return options != null
        && options.createTableOptions() != null
        && TextCharset.of(options.createTableOptions().createTableOption()).orElse(false);
  }

  private static List<ColumnDefinition> columns(TableElementListContext elements, boolean binary) {
    ColumnList columns = new ColumnList();
    for (ColumnDefinition column : DefinitionReader.columns(elements, binary)) {
      columns.apply(new ColumnChange.Add(column, ColumnChange.Place.UNSAID));
    }
    for (TableElementContext element : elements.tableElement()) {
      if (element.tableConstraintDef() != null) {
        List<String> key = DefinitionReader.primaryKey(element.tableConstraintDef());
        if (!key.isEmpty()) {
          columns.apply(new ColumnChange.PrimaryKey(key));
        }
      }
    }
    return columns.definitions();
  }

  private void alter(AlterStatementContext alter) {
    if (alter.alterTable() != null) {
      effects.add(AlterReader.read(names, alter.alterTable()));
    } else if (alter.alterDatabase() != null) {
      database(
          names.schema(alter.alterDatabase().schemaRef().identifier()), DdlAction.SCHEMA_CHARSET);
    } else if (alter.alterView() != null) {
      view(view(alter.alterView().viewRef()), DdlAction.CREATE_VIEW);
    }
  }

  private void drop(DropStatementContext drop) {
    if (drop.dropTable() != null) {
      dropTables(drop.dropTable());
    } else if (drop.dropDatabase() != null) {
      database(names.schema(drop.dropDatabase().schemaRef().identifier()), DdlAction.DROP_SCHEMA);
    } else if (drop.dropView() != null) {
      drop.dropView().viewRefList().viewRef().forEach(ref -> view(view(ref), DdlAction.DROP_VIEW));
    } else if (drop.dropIndex() != null) {
      sameColumns(names.table(drop.dropIndex().tableRef()), DdlAction.DROP_INDEX);
    }
  }

  private void dropTables(DropTableContext drop) {
    if (drop.TEMPORARY_SYMBOL() == null) {
      drop.tableRefList()
          .tableRef()
          .forEach(ref -> effects.add(new DdlEffect.DropTable(names.table(ref))));
    }
  }

  private void rename(RenamePairContext pair) {
    TableId to = names.asWritten(pair.tableName());
    effects.add(new DdlEffect.RenameTable(names.renamed(pair.tableRef(), to), to));
  }

  private void sameColumns(TableId table, int action) {
    effects.add(DdlEffect.AlterTable.sameColumns(table, action));
  }

  private void database(TableId schema, int action) {
    effects.add(new DdlEffect.DatabaseChange(schema, action));
  }

  private void view(TableId view, int action) {
    effects.add(new DdlEffect.ViewChange(view, action));
  }

  private TableId view(ViewRefContext ref) {
    return names.view(ref.qualifiedIdentifier(), ref.dotIdentifier());
  }
}
