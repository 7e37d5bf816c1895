package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueriesContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Reads a CREATE TABLE or ALTER TABLE clause by clause where the grammar refuses it as a whole. */
final class TableClauses {
  private static final Set<String> KEYS =
      Set.of(
          "CONSTRAINT",
          "PRIMARY",
          "KEY",
          "INDEX",
          "UNIQUE",
          "FULLTEXT",
          "SPATIAL",
          "FOREIGN",
          "CHECK",
          "PARTITION",
          "STATS_EXTENDED");

  private static final Set<String> QUERIES = Set.of("SELECT", "LIKE", "WITH", "TABLE", "VALUES");

  /** First words of clauses that say nothing about columns. */
  private static final Set<String> NO_COLUMNS =
      Set.of(
          "CACHE",
          "NOCACHE",
          "COMPACT",
          "ATTRIBUTES",
          "AFFINITY",
          "PLACEMENT",
          "SET",
          "LOCATION",
          "SPLIT",
          "FIRST",
          "LAST",
          "MERGE",
          "CONVERT",
          "TTL",
          "TTL_ENABLE",
          "REMOVE",
          "FORCE",
          "WITH",
          "WITHOUT",
          "ENABLE",
          "DISABLE",
          "SECONDARY_LOAD",
          "SECONDARY_UNLOAD");

  /** Of those that say nothing either, what may be shortened so that the kind is still known. */
  private static final Set<String> PARTITIONS =
      Set.of(
          "PARTITION",
          "EXCHANGE",
          "REORGANIZE",
          "TRUNCATE",
          "COALESCE",
          "ORDER",
          "ALGORITHM",
          "LOCK",
          "REBUILD");

  private static final Set<String> TO = Set.of("TO");
  private static final StatementTokens RENAME = StatementTokens.of("RENAME TABLE");
  private static final StatementTokens OPEN = StatementTokens.of("(");
  private static final StatementTokens CLOSE = StatementTokens.of(")");
  private static final StatementTokens COMMA = StatementTokens.of(",");
  private static final StatementTokens NOTHING = StatementTokens.of("");

  /** A table made from a query has columns that its statement doesn't spell out. */
  private static final StatementTokens QUERY = StatementTokens.of("AS SELECT 1");

  private static final StatementTokens BINARY_TEXTS = StatementTokens.of("CHARSET = binary");

  private final StatementReader reader;
  private final List<String> leftOut;

  /** Whether a column was left out, or its type is a guess. */
  private boolean lost;

  /**
   * @param leftOut gets the parts that aren't understood
   */
  TableClauses(StatementReader reader, List<String> leftOut) {
    this.reader = reader;
    this.leftOut = leftOut;
  }

  /**
   * @param object place of the word TABLE
   * @return whether anything was understood
   */
  boolean create(StatementTokens statement, int object) {
    int name = object + (statement.is(object + 1, "IF", "NOT", "EXISTS") ? 4 : 1);
    int end = statement.afterName(name);
    StatementTokens header = statement.range(0, end);
    boolean ofQuery = statement.isOneOf(end + 1, QUERIES) || statement.isOpen(end + 1);
    if (!statement.isOpen(end) || ofQuery) {
      leftOut.add(statement.from(end).text());
      return statement.find(end, statement.size(), QUERIES) >= 0 && read(header.plus(QUERY));
    }
    int close = statement.after(end);
    StatementTokens list = elements(header, statement.range(end + 1, close - 1));
    if (list.size() == 0) {
      return false;
    }
    StatementTokens table = header.plus(OPEN).plus(list).plus(CLOSE);
    StatementTokens rest = statement.from(close);
    if (!lost && read(table.plus(rest))) {
      return true;
    }
    if (rest.size() > 0) {
      leftOut.add(rest.text());
    }
    boolean fromQuery = rest.find(0, rest.size(), Set.of("SELECT")) >= 0;
    table = isBinary(rest) ? table.plus(BINARY_TEXTS) : table;
    return read(lost || fromQuery ? table.plus(QUERY) : table);
  }

  /** Definitions of columns and keys between commas, as far as they are understood. */
  private StatementTokens elements(StatementTokens before, StatementTokens list) {
    ClauseRepair repair = new ClauseRepair(before.plus(OPEN), CLOSE);
    StatementTokens kept = NOTHING;
    for (StatementTokens element : list.split(MySqlLexer.COMMA_SYMBOL)) {
      boolean isColumn = isColumn(element, 0);
      StatementTokens taken = repair.repaired(element, 0, isColumn);
      note(element, taken, isColumn || isPrimaryKey(element));
      kept = taken == null ? kept : joined(kept, taken);
    }
    return kept;
  }

  private void note(StatementTokens clause, StatementTokens taken, boolean ofColumns) {
    if (!clause.equals(taken)) {
      leftOut.add(clause.text());
    }
    lost |= ofColumns && (taken == null || ClauseRepair.isGuess(taken));
  }

  private static boolean isBinary(StatementTokens options) {
    for (int at = 0; at < options.size(); at++) {
      boolean ofSet = options.is(at, "CHARSET") || options.is(at, "CHARACTER", "SET");
      int value = at + (options.is(at, "CHARACTER") ? 2 : 1);
      value += options.is(value, "=") ? 1 : 0;
      if ((ofSet || options.is(at, "COLLATE")) && options.is(value, "BINARY")) {
        return true;
      }
    }
    return false;
  }

  private static StatementTokens joined(StatementTokens clauses, StatementTokens next) {
    return clauses.size() == 0 ? next : clauses.plus(COMMA).plus(next);
  }

  /**
   * @param object place of the word TABLE
   * @return whether anything was understood
   */
  boolean alter(StatementTokens statement, int object) {
    int end = statement.afterName(object + 1);
    if (statement.is(end, "CONVERT")
        && conversion(statement.range(object + 1, end), statement.from(end))) {
      return true;
    }
    StatementTokens header = statement.range(0, end);
    List<StatementTokens> kept = new ArrayList<>();
    boolean known = false;
    for (StatementTokens clause : statement.from(end).split(MySqlLexer.COMMA_SYMBOL)) {
      boolean ofColumns = concernsColumns(clause);
      int noted = leftOut.size();
      StatementTokens taken = clause(header, clause, ofColumns);
      if (noted == leftOut.size()) {
        note(clause, taken, ofColumns);
      }
      known |= taken != null || !ofColumns;
      if (taken != null) {
        kept.add(taken);
      }
    }
    if (!known) {
      return false;
    }
    StatementTokens all = NOTHING;
    for (StatementTokens clause : kept) {
      all = joined(all, clause);
    }
    if (!read(header.plus(all))) {
      // some stand alone in a statement
      kept.forEach(clause -> read(header.plus(clause)));
    }
    if (lost) {
      reader.doubt();
    }
    return true;
  }

  /** {@code CONVERT PARTITION p TO TABLE t} and {@code CONVERT TABLE t TO PARTITION p}. */
  private boolean conversion(StatementTokens partitioned, StatementTokens clause) {
    int to = clause.is(1, "PARTITION") ? clause.find(2, clause.size(), TO) : -1;
    boolean toTable = to > 0 && clause.is(to + 1, "TABLE");
    if (!toTable && !clause.is(1, "TABLE")) {
      return false;
    }
    int name = toTable ? to + 2 : 2;
    StatementTokens table = clause.range(name, clause.afterName(name));
    StatementTokens rename = RENAME.plus(partitioned).plus(StatementTokens.of("TO")).plus(table);
    QueriesContext tree = MySqlGrammar.exactly(rename.list()).tree();
    if (tree != null) {
      reader.readConversion(tree.query(0).simpleStatement(), toTable);
    }
    return tree != null;
  }

  private StatementTokens clause(
      StatementTokens header, StatementTokens clause, boolean ofColumns) {
    ClauseRepair repair = new ClauseRepair(header, NOTHING);
    if (repair.takes(clause)) {
      return clause;
    }
    int name = clause.is(1, "COLUMN") ? 2 : 1;
    if (clause.is(0, "ADD") && ofColumns && clause.isOpen(name)) {
      StatementTokens add = clause.range(0, name);
      StatementTokens list = clause.range(name + 1, clause.after(name) - 1);
      StatementTokens taken = elements(header.plus(add), list);
      return taken.size() == 0 ? null : add.plus(OPEN).plus(taken).plus(CLOSE);
    }
    if (clause.is(0, "CHANGE")) {
      name = clause.afterName(name);
    }
    if (ofColumns && clause.is(0, "DROP") && name == 1) {
      // the first of two words may as well be the kind of something that isn't a column
      return null;
    }
    boolean typed = clause.is(0, "ADD") || clause.is(0, "MODIFY") || clause.is(0, "CHANGE");
    boolean ofKeys = clause.isOneOf(1, KEYS) || isIndex(clause, 1);
    if (ofColumns) {
      return repair.repaired(clause, name, typed && !ofKeys);
    }
    boolean ofStatistics = clause.is(1, "STATS_EXTENDED");
    boolean hasKind = ofKeys || clause.isOneOf(0, PARTITIONS);
    return hasKind && !ofStatistics ? repair.repaired(clause, 1, false) : null;
  }

  private static boolean concernsColumns(StatementTokens clause) {
    return switch (clause.word(0)) {
      case "MODIFY", "CHANGE" -> true;
      case "ADD" -> isColumn(clause, 1) || isPrimaryKey(clause);
      case "DROP", "RENAME" -> isColumn(clause, 1) || clause.is(1, "PRIMARY");
      case "ALTER" ->
          !clause.is(1, "INDEX") && !clause.is(1, "CONSTRAINT") && !clause.is(1, "CHECK");
      default ->
          !clause.isOneOf(0, NO_COLUMNS)
              && !clause.isOneOf(0, PARTITIONS)
              && !clause.word(0).startsWith("'")
              && clause.type(1) != MySqlLexer.EQUAL_OPERATOR;
    };
  }

  private static boolean isColumn(StatementTokens clause, int at) {
    boolean isPeriod = clause.is(at, "PERIOD", "FOR") || clause.is(at, "SYSTEM", "VERSIONING");
    return !clause.isOneOf(at, KEYS) && !isIndex(clause, at) && !isPeriod;
  }

  /** As {@code VECTOR INDEX}: kinds of indexes that the grammar doesn't know. */
  private static boolean isIndex(StatementTokens clause, int at) {
    return clause.is(at + 1, "INDEX") || clause.is(at + 1, "KEY");
  }

  private static boolean isPrimaryKey(StatementTokens clause) {
    int primary = clause.find(0, 4, Set.of("PRIMARY"));
    boolean isFirst = primary == 0 || clause.is(0, "ADD") || clause.is(0, "CONSTRAINT");
    return primary >= 0 && isFirst && clause.is(primary + 1, "KEY") && !clause.is(1, "COLUMN");
  }

  private boolean read(StatementTokens statement) {
    MySqlGrammar.Reading<QueriesContext> reading = MySqlGrammar.exactly(statement.list());
    if (reading.problem() != null) {
      return false;
    }
    reader.read(reading.tree());
    return true;
  }
}
