package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterCommandListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterListContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterListItemContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterPartitionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterTableActionsContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ColumnInternalRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableOptionsSpaceSeparatedContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.PlaceContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableConstraintDefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableElementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableElementListContext;
import io.spillway.event.TableId;
import io.spillway.schema.ColumnChange.Place;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.misc.Interval;

/** Reads one ALTER TABLE: what it does to columns, and its kind. */
final class AlterReader {
  /** Characters in which the words before a name are looked for. */
  private static final int BEFORE_NAME = 64;

  private static final Pattern EXISTS =
      Pattern.compile("\\bEXISTS(?:\\s|/\\*.*?\\*/|\\*/)++$", Pattern.CASE_INSENSITIVE);

  private final Names names;
  private final List<ColumnChange> changes = new ArrayList<>();

  /** The same where the table's texts are binary unless they say otherwise. */
  private final List<ColumnChange> changesOfBinary = new ArrayList<>();

  private final Set<Integer> kinds = new LinkedHashSet<>();

  /** Whether texts that say nothing of their characters are binary. */
  private boolean binary;

  /** Null if the table keeps its name. */
  private TableId renamedTo;

  private AlterReader(Names names, boolean binary) {
    this.names = names;
    this.binary = binary;
  }

  static DdlEffect read(Names names, AlterTableContext alter) {
    AlterTableActionsContext actions = alter.alterTableActions();
    TableId table = names.table(alter.tableRef());
    if (actions == null) {
      return DdlEffect.AlterTable.sameColumns(table, DdlAction.NONE);
    }
    if (actions.standaloneAlterCommands() != null) {
      AlterPartitionContext partition = actions.standaloneAlterCommands().alterPartition();
      return partition == null
          ? DdlEffect.AlterTable.sameColumns(table, DdlAction.NONE)
          : partition(names, table, partition);
    }
    AlterReader reader = new AlterReader(names, false);
    reader.read(actions);
    AlterReader ofBinary = new AlterReader(names, true);
    ofBinary.read(actions);
    reader.changesOfBinary.addAll(ofBinary.changes);
    return reader.renamedTo == null
        ? reader.effect(table, table)
        : reader.effect(names.renamed(alter.tableRef(), reader.renamedTo), reader.renamedTo);
  }

  private static DdlEffect partition(Names names, TableId table, AlterPartitionContext partition) {
    if (partition.EXCHANGE_SYMBOL() != null) {
      return new DdlEffect.ExchangePartition(table, names.table(partition.tableRef()));
    }
    int action = DdlAction.NONE;
    if (partition.ADD_SYMBOL() != null) {
      action = DdlAction.ADD_PARTITION;
    } else if (partition.DROP_SYMBOL() != null) {
      action = DdlAction.DROP_PARTITION;
    } else if (partition.TRUNCATE_SYMBOL() != null) {
      action = DdlAction.TRUNCATE_PARTITION;
    } else if (partition.REORGANIZE_SYMBOL() != null || partition.COALESCE_SYMBOL() != null) {
      action = DdlAction.REORGANIZE_PARTITION;
    }
    return DdlEffect.AlterTable.sameColumns(table, action);
  }

  private DdlEffect effect(TableId table, TableId newName) {
    kinds.remove(DdlAction.NONE);
    int action =
        switch (kinds.size()) {
          case 0 -> DdlAction.NONE;
          case 1 -> kinds.iterator().next();
          default -> DdlAction.MULTI_SCHEMA_CHANGE;
        };
    return new DdlEffect.AlterTable(table, changes, changesOfBinary, newName, action);
  }

  private void read(AlterTableActionsContext actions) {
    AlterCommandListContext commands = actions.alterCommandList();
    if (commands != null && commands.alterList() != null) {
      read(commands.alterList());
    }
    if (actions.removePartitioning() != null) {
      kinds.add(DdlAction.REMOVE_PARTITIONING);
    }
    if (actions.partitionClause() != null) {
      kinds.add(DdlAction.ALTER_PARTITIONING);
    }
  }

  private void read(AlterListContext list) {
    list.createTableOptionsSpaceSeparated().stream()
        .flatMap(options -> TextCharset.of(options.createTableOption()).stream())
        .forEach(named -> charset(named, false));
    list.alterListItem().stream()
        .filter(item -> item.CONVERT_SYMBOL() != null)
        .forEach(item -> charset(TextCharset.isBinary(item), true));
    list.alterListItem().forEach(item -> kinds.add(clause(item)));
    for (CreateTableOptionsSpaceSeparatedContext options :
        list.createTableOptionsSpaceSeparated()) {
      options.createTableOption().forEach(option -> kinds.add(option(option)));
    }
  }

  private void charset(boolean named, boolean converts) {
    binary = named;
    changes.add(new ColumnChange.Charset(named, converts));
  }

  private static int option(CreateTableOptionContext option) {
    if (option.COMMENT_SYMBOL() != null) {
      return DdlAction.TABLE_COMMENT;
    }
    if (option.defaultCharset() != null || option.defaultCollation() != null) {
      return DdlAction.TABLE_CHARSET;
    }
    if (option.AUTO_INCREMENT_SYMBOL() != null) {
      return DdlAction.REBASE_AUTO_ID;
    }
    return removesPartitioning(option) ? DdlAction.REMOVE_PARTITIONING : DdlAction.NONE;
  }

  /** The grammar takes these two words for an option of any name, if nothing precedes them. */
  private static boolean removesPartitioning(CreateTableOptionContext option) {
    return option.getStart().getType() == MySqlParser.REMOVE_SYMBOL
        && option.getStop().getType() == MySqlParser.PARTITIONING_SYMBOL;
  }

  private int clause(AlterListItemContext item) {
    if (item.ADD_SYMBOL() != null) {
      return add(item);
    }
    if (item.MODIFY_SYMBOL() != null || item.CHANGE_SYMBOL() != null) {
      return replace(item);
    }
    // Before DROP: ALTER COLUMN ... DROP DEFAULT has that word too.
    if (item.ALTER_SYMBOL() != null) {
      return alter(item);
    }
    if (item.DROP_SYMBOL() != null) {
      return drop(item);
    }
    if (item.RENAME_SYMBOL() != null) {
      return rename(item);
    }
    return item.CONVERT_SYMBOL() != null ? DdlAction.TABLE_CHARSET : DdlAction.NONE;
  }

  private int add(AlterListItemContext item) {
    if (item.tableConstraintDef() != null) {
      return constraint(item.tableConstraintDef());
    }
    if (item.tableElementList() != null) {
      elements(item.tableElementList(), isConditional(item.OPEN_PAR_SYMBOL().getSymbol()));
      return DdlAction.ADD_COLUMN;
    }
    String name = Names.text(item.identifier());
    ColumnDefinition column = DefinitionReader.column(name, item.fieldDefinition(), binary);
    changes.add(added(column, place(item.place()), isConditional(item.identifier().getStart())));
    return DdlAction.ADD_COLUMN;
  }

  /** Whether {@code IF NOT EXISTS} stands before it, which the grammar doesn't know. */
  private static boolean isConditional(Token first) {
    if (first.getInputStream() == null || first.getStartIndex() <= 0) {
      return false;
    }
    int from = Math.max(0, first.getStartIndex() - BEFORE_NAME);
    String before = first.getInputStream().getText(Interval.of(from, first.getStartIndex() - 1));
    return EXISTS.matcher(before).find();
  }

  private static ColumnChange added(ColumnDefinition column, Place place, boolean conditional) {
    return conditional
        ? new ColumnChange.AddMissing(column, place)
        : new ColumnChange.Add(column, place);
  }

  private void elements(TableElementListContext elements, boolean conditional) {
    for (ColumnDefinition column : DefinitionReader.columns(elements, binary)) {
      changes.add(added(column, Place.UNSAID, conditional));
    }
    for (TableElementContext element : elements.tableElement()) {
      if (element.tableConstraintDef() != null) {
        kinds.add(constraint(element.tableConstraintDef()));
      }
    }
  }

  private int constraint(TableConstraintDefContext constraint) {
    if (constraint.PRIMARY_SYMBOL() != null) {
      changes.add(new ColumnChange.PrimaryKey(DefinitionReader.primaryKey(constraint)));
      return DdlAction.ADD_PRIMARY_KEY;
    }
    if (constraint.FOREIGN_SYMBOL() != null) {
      return DdlAction.ADD_FOREIGN_KEY;
    }
    return constraint.checkConstraint() != null ? DdlAction.ADD_CHECK : DdlAction.ADD_INDEX;
  }

  private int replace(AlterListItemContext item) {
    String name = name(item.columnInternalRef());
    String newName = item.identifier() == null ? name : Names.text(item.identifier());
    changes.add(
        new ColumnChange.Replace(
            name,
            DefinitionReader.column(newName, item.fieldDefinition(), binary),
            place(item.place())));
    return DdlAction.MODIFY_COLUMN;
  }

  private int alter(AlterListItemContext item) {
    if (item.visibility() != null) {
      return item.indexRef() != null ? DdlAction.INDEX_VISIBILITY : DdlAction.MODIFY_COLUMN;
    }
    if (item.columnInternalRef() == null) {
      return DdlAction.ALTER_CHECK;
    }
    String json = null;
    if (item.exprWithParentheses() != null) {
      json = Literals.json(item.exprWithParentheses());
    } else if (item.signedLiteralOrNull() != null) {
      json = Literals.json(item.signedLiteralOrNull());
    }
    changes.add(new ColumnChange.Default(name(item.columnInternalRef()), json));
    return DdlAction.SET_DEFAULT;
  }

  private int drop(AlterListItemContext item) {
    if (item.FOREIGN_SYMBOL() != null) {
      return DdlAction.DROP_FOREIGN_KEY;
    }
    if (item.PRIMARY_SYMBOL() != null) {
      changes.add(new ColumnChange.NoPrimaryKey());
      return DdlAction.DROP_PRIMARY_KEY;
    }
    if (item.keyOrIndex() != null) {
      return DdlAction.DROP_INDEX;
    }
    if (item.columnInternalRef() == null) {
      return DdlAction.DROP_CHECK;
    }
    changes.add(new ColumnChange.Drop(name(item.columnInternalRef())));
    return DdlAction.DROP_COLUMN;
  }

  private int rename(AlterListItemContext item) {
    if (item.tableName() != null) {
      renamedTo = names.asWritten(item.tableName());
      return DdlAction.RENAME_TABLE;
    }
    if (item.keyOrIndex() != null) {
      return DdlAction.RENAME_INDEX;
    }
    changes.add(
        new ColumnChange.Rename(name(item.columnInternalRef()), Names.text(item.identifier())));
    return DdlAction.MODIFY_COLUMN;
  }

  private static String name(ColumnInternalRefContext column) {
    return Names.text(column.identifier());
  }

  private static Place place(PlaceContext place) {
    if (place == null) {
      return Place.UNSAID;
    }
    return place.FIRST_SYMBOL() != null
        ? new Place(true, null)
        : new Place(false, Names.text(place.identifier()));
  }
}
