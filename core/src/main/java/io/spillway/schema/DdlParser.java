package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueriesContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryContext;
import io.spillway.event.TableId;
import io.spillway.event.Unforeseen;
import java.util.List;

/** Reads the text of a DDL message, in MySQL's or TiDB's SQL, any number of statements. */
public final class DdlParser {

  /**
   * Never throws: a text that the grammar refuses touches what the message names.
   *
   * @param named what the message names; gives the schema of names that have none, and the spelling
   *     where the statement's letter case differs
   */
  public ParsedDdl parse(String sql, TableId named) {
    MySqlGrammar.Reading<QueriesContext> reading = MySqlGrammar.statements(sql);
    if (reading.problem() != null) {
      return refused(named, reading.problem());
    }
    List<DdlEffect> effects;
    try {
      effects = effects(reading.tree(), named);
    } catch (RuntimeException e) {
      // a statement that nobody foresaw must not stop all tables
      return refused(named, Unforeseen.reason(e));
    }
    if (effects.stream().anyMatch(DdlParser::hasEmptyName)) {
      return refused(named, "an empty name");
    }
    return new ParsedDdl(
        effects.isEmpty() ? List.of(new DdlEffect.Touch(named, true)) : effects, null);
  }

  private static ParsedDdl refused(TableId named, String problem) {
    return new ParsedDdl(List.of(new DdlEffect.Touch(named, false)), problem);
  }

  private static List<DdlEffect> effects(QueriesContext tree, TableId named) {
    StatementReader reader = new StatementReader(named);
    for (QueryContext query : tree.query()) {
      if (query.simpleStatement() != null) {
        reader.read(query.simpleStatement());
      }
    }
    return reader.effects();
  }

  /** The grammar takes {@code ``} for a name; a table of that name would pass for its database. */
  private static boolean hasEmptyName(DdlEffect effect) {
    boolean ofTables =
        !(effect instanceof DdlEffect.DatabaseChange) && !(effect instanceof DdlEffect.Touch);
    return effect.tables().stream()
        .anyMatch(table -> table.schema().isEmpty() || (ofTables && table.isSchema()));
  }
}
