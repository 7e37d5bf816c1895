package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.AlterListItemContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.CreateTableContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QualifiedIdentifierContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueriesContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryExpressionContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ReferencesContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.RenamePairContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SchemaNameContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SchemaRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.SimpleStatementContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableNameContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.TableRefContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.ViewRefContext;
import io.spillway.event.TableId;
import java.util.ArrayList;
import java.util.List;
import org.antlr.v4.runtime.ParserRuleContext;
import org.antlr.v4.runtime.tree.ParseTree;

/** Finds every place in a statement's text where a table or a database is named. */
final class TableReferences {
  /**
   * One such place.
   *
   * @param from index of its first character, in code points
   * @param to index behind its last
   * @param table what is meant; a database's own identity for a database
   * @param isForeign whether it is only the other end of a foreign key, to which nothing is done
   */
  record Reference(int from, int to, TableId table, boolean isForeign) {}

  private final Names names;
  private final List<Reference> found = new ArrayList<>();
  private final List<Reference[]> renames = new ArrayList<>();
  private String obstacle;
  private boolean onlyDrops = true;

  private TableReferences(TableId named) {
    this.names = new Names(named);
  }

  static TableReferences in(QueriesContext statements, TableId named) {
    TableReferences references = new TableReferences(named);
    for (QueryContext query : statements.query()) {
      SimpleStatementContext statement = query.simpleStatement();
      if (statement != null) {
        references.statement(statement);
      }
    }
    return references;
  }

  /** In the order of the text. */
  List<Reference> all() {
    return found;
  }

  /** Why not every name that there is stands among them; null where each does. */
  String obstacle() {
    return obstacle;
  }

  /** Whether the text does nothing but drop tables. */
  boolean onlyDrop() {
    return onlyDrops && renames.isEmpty() && !found.isEmpty();
  }

  /** Old and new name of each table, where the text is a RENAME TABLE; else none. */
  List<Reference[]> renames() {
    return 2 * renames.size() == found.size() ? renames : List.of();
  }

  private void statement(SimpleStatementContext statement) {
    boolean drops =
        statement.dropStatement() != null && statement.dropStatement().dropTable() != null;
    onlyDrops &= drops;
    visit(statement, false);
    if (!isOfTables(statement)) {
      obstacle = "statements of its kind aren't rewritten";
    }
  }

  private static boolean isOfTables(SimpleStatementContext statement) {
    if (statement.createStatement() != null) {
      var create = statement.createStatement();
      return create.createTable() != null
          || create.createDatabase() != null
          || create.createIndex() != null;
    }
    if (statement.alterStatement() != null) {
      var alter = statement.alterStatement();
      return alter.alterTable() != null || alter.alterDatabase() != null;
    }
    if (statement.dropStatement() != null) {
      var drop = statement.dropStatement();
      return drop.dropTable() != null
          || drop.dropDatabase() != null
          || drop.dropView() != null
          || drop.dropIndex() != null;
    }
    return statement.renameTableStatement() != null || statement.truncateTableStatement() != null;
  }

  private void visit(ParserRuleContext context, boolean isForeign) {
    if (context instanceof TableRefContext ref) {
      add(ref, names.table(ref), isForeign);
    } else if (context instanceof TableNameContext name) {
      boolean renamed = name.getParent() instanceof AlterListItemContext;
      add(name, renamed ? names.asWritten(name) : names.table(name), isForeign);
    } else if (context instanceof ViewRefContext ref) {
      add(ref, names.view(ref.qualifiedIdentifier(), ref.dotIdentifier()), isForeign);
    } else if (context instanceof SchemaRefContext ref) {
      add(ref, names.schema(ref.identifier()), isForeign);
    } else if (context instanceof SchemaNameContext name) {
      add(name, names.schema(name.identifier()), isForeign);
    } else if (context instanceof RenamePairContext pair) {
      TableId to = names.asWritten(pair.tableName());
      Reference from = add(pair.tableRef(), names.renamed(pair.tableRef(), to), false);
      renames.add(new Reference[] {from, add(pair.tableName(), to, false)});
    } else {
      inside(context, isForeign || context instanceof ReferencesContext);
    }
  }

  private void inside(ParserRuleContext context, boolean isForeign) {
    if (context instanceof QueryExpressionContext) {
      obstacle = "it holds a SELECT";
    } else if (context instanceof QualifiedIdentifierContext name && name.dotIdentifier() != null) {
      obstacle = "'" + Refusal.start(name.getText()) + "' may begin with a table's name";
    } else if (context instanceof CreateTableContext create && create.TEMPORARY_SYMBOL() != null) {
      obstacle = "a temporary table is in no stream";
    }
    for (int i = 0; i < context.getChildCount(); i++) {
      ParseTree child = context.getChild(i);
      if (child instanceof ParserRuleContext rule) {
        visit(rule, isForeign);
      }
    }
  }

  private Reference add(ParserRuleContext at, TableId table, boolean isForeign) {
    Reference reference =
        new Reference(
            at.getStart().getStartIndex(), at.getStop().getStopIndex() + 1, table, isForeign);
    found.add(reference);
    return reference;
  }
}
