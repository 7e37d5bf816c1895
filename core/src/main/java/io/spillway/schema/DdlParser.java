package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueriesContext;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueryContext;
import io.spillway.event.TableId;
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
      return new ParsedDdl(List.of(new DdlEffect.Touch(named, false)), reading.problem());
    }
    StatementReader reader = new StatementReader(named);
    for (QueryContext query : reading.tree().query()) {
      if (query.simpleStatement() != null) {
        reader.read(query.simpleStatement());
      }
    }
    List<DdlEffect> effects = reader.effects();
    return new ParsedDdl(
        effects.isEmpty() ? List.of(new DdlEffect.Touch(named, true)) : effects, null);
  }
}
