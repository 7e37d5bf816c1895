package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueriesContext;
import io.spillway.event.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * Reads a text that the grammar refuses, part by part: what isn't understood never costs the
 * columns that are. Clauses that say nothing about columns are left out; a clause about columns
 * that can't be read puts its table in doubt, and rows show the columns then.
 */
final class TolerantReader {
  /** Kinds of objects without columns that any table has. */
  private static final Set<String> OTHER_OBJECTS =
      Set.of(
          "PROCEDURE",
          "FUNCTION",
          "TRIGGER",
          "EVENT",
          "PACKAGE",
          "SEQUENCE",
          "PLACEMENT",
          "RESOURCE",
          "BINDING",
          "SERVER",
          "TABLESPACE",
          "LOGFILE",
          "INSTANCE",
          "REFERENCE",
          "MASKING",
          "STATISTICS",
          "LIBRARY");

  private static final Set<String> OBJECTS =
      Set.of("TABLE", "TABLES", "VIEW", "DATABASE", "SCHEMA", "INDEX");

  /** Statements that change data, or nothing at all, but no column. */
  private static final Set<String> OTHER_VERBS =
      Set.of(
          "SPLIT",
          "DISTRIBUTE",
          "LOCK",
          "UNLOCK",
          "ANALYZE",
          "OPTIMIZE",
          "CHECK",
          "REPAIR",
          "CHECKSUM",
          "ADMIN",
          "IMPORT",
          "LOAD",
          "BATCH",
          "CHANGE",
          "START",
          "STOP",
          "SAVEPOINT",
          "BEGIN",
          "COMMIT",
          "XA",
          "CALL",
          "INSERT",
          "REPLACE",
          "UPDATE",
          "DELETE",
          "SELECT",
          "SHOW",
          "SET",
          "REFRESH");

  private final StatementReader reader;
  private final TableId named;
  private final List<String> leftOut = new ArrayList<>();

  /** Whether there is a statement of which nothing is understood. */
  private boolean refused;

  private TolerantReader(TableId named) {
    this.named = named;
    reader = new StatementReader(named);
  }

  /**
   * @param problem what the grammar refuses in the text as a whole
   */
  static ParsedDdl read(String sql, TableId named, String problem) {
    TolerantReader tolerant = new TolerantReader(named);
    StatementTokens all = StatementTokens.of(sql);
    // the statements in the body of a routine are not the text's own
    List<StatementTokens> statements =
        tolerant.isOther(all) ? List.of(all) : all.split(MySqlLexer.SEMICOLON_SYMBOL);
    statements.forEach(tolerant::statement);
    List<DdlEffect> effects = new ArrayList<>(tolerant.reader.effects());
    if (tolerant.refused) {
      effects.add(new DdlEffect.Touch(named, false));
    } else if (effects.isEmpty()) {
      effects.add(new DdlEffect.Touch(named, true));
    }
    String part = tolerant.leftOut.isEmpty() ? null : String.join("; ", tolerant.leftOut);
    return new ParsedDdl(effects, tolerant.refused ? problem : null, part);
  }

  private void statement(StatementTokens statement) {
    if (takes(statement) || isOther(statement)) {
      return;
    }
    if (statement.is(0, "RECOVER") || statement.is(0, "FLASHBACK")) {
      refused |= !recovery(statement);
      return;
    }
    StatementTokens plain = StatementHeader.plain(statement);
    if (takes(plain)) {
      return;
    }
    int object = plain.find(1, plain.size(), OBJECTS);
    boolean isTable = plain.is(object, "TABLE");
    boolean read = false;
    if (plain.is(0, "CREATE") && isTable) {
      read = new TableClauses(reader, leftOut).create(plain, object);
    } else if (plain.is(0, "ALTER") && isTable) {
      read = new TableClauses(reader, leftOut).alter(plain, object);
    } else if (plain.is(0, "CREATE") && plain.is(object, "VIEW")) {
      StatementTokens view = plain.range(0, plain.afterName(object + 1));
      read = takes(view.plus(StatementTokens.of("AS SELECT 1")));
    } else if (object > 0) {
      read = withoutUnknownWords(plain, object);
    }
    refused |= !read;
  }

  private boolean withoutUnknownWords(StatementTokens plain, int object) {
    boolean ofDatabase = plain.is(object, "DATABASE") || plain.is(object, "SCHEMA");
    if (plain.is(0, "ALTER") && ofDatabase) {
      // where its files are, how it is copied: no columns
      return true;
    }
    ClauseRepair repair = new ClauseRepair(StatementTokens.of(""), StatementTokens.of(""));
    int before = object > 1 ? 1 : object + 1;
    StatementTokens repaired = repair.repaired(plain, before, false);
    return repaired != null && takes(repaired);
  }

  /** Whether a statement is one that leaves all columns alone. */
  private boolean isOther(StatementTokens statement) {
    if (statement.isOneOf(0, OTHER_VERBS)) {
      return true;
    }
    boolean ofObject =
        statement.is(0, "CREATE") || statement.is(0, "ALTER") || statement.is(0, "DROP");
    if (!ofObject) {
      return false;
    }
    int open = statement.find(0, statement.size(), Set.of("("));
    int end = open < 0 ? statement.size() : open;
    int other = statement.find(1, end, OTHER_OBJECTS);
    int object = statement.find(1, end, OBJECTS);
    return other > 0 && (object < 0 || other < object);
  }

  /** TiDB's statements that bring tables back; the grammar has none like them. */
  private boolean recovery(StatementTokens statement) {
    if (statement.is(1, "TABLE", "BY", "JOB")) {
      reader.recovered(named);
      return true;
    }
    int name = statement.afterName(2);
    boolean renamed = statement.is(name, "TO");
    if (statement.is(1, "TABLE")) {
      StatementTokens back =
          renamed
              ? StatementTokens.of("RENAME TABLE").plus(statement.from(2))
              : StatementTokens.of("TRUNCATE TABLE").plus(statement.range(2, name));
      QueriesContext tree = tree(back);
      if (tree != null) {
        reader.readRecovery(tree.query(0).simpleStatement());
      }
      return tree != null;
    }
    if (!statement.is(1, "DATABASE") && !statement.is(1, "SCHEMA")) {
      return false;
    }
    StatementTokens drop = StatementTokens.of("DROP DATABASE");
    QueriesContext from = tree(drop.plus(statement.range(2, 3)));
    QueriesContext to = renamed ? tree(drop.plus(statement.range(4, 5))) : from;
    if (from == null || to == null) {
      return false;
    }
    reader.readRecovery(from.query(0).simpleStatement(), to.query(0).simpleStatement());
    return true;
  }

  private static QueriesContext tree(StatementTokens statement) {
    return MySqlGrammar.statements(statement.list()).tree();
  }

  private boolean takes(StatementTokens statement) {
    QueriesContext tree = tree(statement);
    if (tree != null) {
      reader.read(tree);
    }
    return tree != null;
  }
}
