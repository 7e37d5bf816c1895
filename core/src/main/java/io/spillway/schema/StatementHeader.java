package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import java.util.Set;

/**
 * Takes words of other dialects out of a statement's beginning that change nothing about columns.
 */
final class StatementHeader {
  private static final Set<String> MODIFIERS =
      Set.of("ONLINE", "OFFLINE", "IGNORE", "HYPO", "MATERIALIZED");

  private StatementHeader() {}

  /** The statement without these, and without TiDB's additions. */
  static StatementTokens plain(StatementTokens statement) {
    StatementTokens plain = new StatementTokens(TidbWords.drop(statement.list()));
    if (plain.is(1, "OR", "REPLACE")) {
      plain = plain.without(1, 3);
    }
    while (plain.isOneOf(1, MODIFIERS)) {
      plain = plain.without(1, 2);
    }
    if ((plain.is(1, "GLOBAL") || plain.is(1, "LOCAL")) && plain.is(2, "TEMPORARY")) {
      plain = plain.without(1, 2);
    }
    boolean created = plain.is(0, "CREATE");
    if (!created && !plain.is(0, "DROP") && plain.is(2, "IF", "EXISTS")) {
      plain = plain.without(2, 4);
    }
    if (created && plain.is(1, "VIEW", "IF")) {
      plain = plain.without(2, 5);
    }
    int object = plain.find(1, 4, Set.of("TABLE"));
    plain = object < 0 ? plain : withoutDatabase(plain, object + 1);
    return created ? plain : withoutWait(plain);
  }

  /** A name of three parts begins with the database; its tables are those of the schema behind. */
  private static StatementTokens withoutDatabase(StatementTokens statement, int name) {
    int end = statement.afterName(name);
    StringBuilder text = new StringBuilder();
    int parts = 1;
    for (int at = name + 1; at < end; at++) {
      String token = statement.list().get(at).getText();
      parts += token.startsWith(".") ? 1 : 0;
      text.append(token);
    }
    return parts != 3
        ? statement
        : statement
            .range(0, name)
            .plus(StatementTokens.of(text.substring(1)))
            .plus(statement.from(end));
  }

  /** How long MariaDB is to wait for a lock. */
  private static StatementTokens withoutWait(StatementTokens statement) {
    int firstClause = statement.find(0, statement.size(), Set.of("ADD", "MODIFY", "CHANGE", "("));
    int end = firstClause < 0 ? statement.size() : firstClause;
    for (int at = 3; at < end; at++) {
      if (statement.is(at, "NOWAIT")) {
        return statement.without(at, at + 1);
      }
      if (statement.is(at, "WAIT") && statement.type(at + 1) == MySqlLexer.INT_NUMBER) {
        return statement.without(at, at + 2);
      }
    }
    return statement;
  }
}
