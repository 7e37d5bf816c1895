package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueriesContext;
import io.spillway.event.TableId;
import io.spillway.event.Unforeseen;
import java.util.List;

/** Reads the text of a DDL message, in MySQL's or TiDB's SQL, any number of statements. */
public final class DdlParser {

  /**
   * Never throws. Of a text that the grammar refuses, what can be understood is read; where that is
   * nothing, it touches what the message names.
   *
   * @param named what the message names; gives the schema of names that have none, and the spelling
   *     where the statement's letter case differs
   */
  public ParsedDdl parse(String sql, TableId named) {
    if (sql.isEmpty()) {
      // the columns have changed, and the source doesn't say how
      return new ParsedDdl(List.of(new DdlEffect.Touch(named, false)), null);
    }
    MySqlGrammar.Reading<QueriesContext> reading = MySqlGrammar.statements(sql);
    if (reading.problem() != null && reading.at() < 0) {
      return refused(named, reading.problem());
    }
    ParsedDdl parsed;
    try {
      parsed =
          reading.problem() == null
              ? understood(reading.tree(), named)
              : TolerantReader.read(sql, named, reading.problem());
    } catch (RuntimeException e) {
      // a statement that nobody foresaw must not stop all tables
      return refused(named, Unforeseen.reason(e));
    }
    return parsed.effects().stream().anyMatch(DdlParser::hasEmptyName)
        ? refused(named, "an empty name")
        : parsed;
  }

  private static ParsedDdl refused(TableId named, String problem) {
    return new ParsedDdl(List.of(new DdlEffect.Touch(named, false)), problem);
  }

  private static ParsedDdl understood(QueriesContext tree, TableId named) {
    StatementReader reader = new StatementReader(named);
    reader.read(tree);
    List<DdlEffect> effects = reader.effects();
    return new ParsedDdl(
        effects.isEmpty() ? List.of(new DdlEffect.Touch(named, true)) : effects, null);
  }

  /** The grammar takes {@code ``} for a name; a table of that name would pass for its database. */
  private static boolean hasEmptyName(DdlEffect effect) {
    boolean ofTables =
        !(effect instanceof DdlEffect.DatabaseChange
            || effect instanceof DdlEffect.RecoverDatabase
            || effect instanceof DdlEffect.Touch);
    return effect.tables().stream()
        .anyMatch(table -> table.schema().isEmpty() || (ofTables && table.isSchema()));
  }
}
