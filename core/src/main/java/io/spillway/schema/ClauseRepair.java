package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser.QueriesContext;
import java.util.Map;
import java.util.Set;

/**
 * Makes a clause one that the grammar takes: words that it doesn't know are left out one by one, an
 * expression as a default gets its parentheses, a type of MariaDB becomes the one that its values
 * have in a change stream.
 */
final class ClauseRepair {
  private static final int MOST_STEPS = 12;

  /** Types of MariaDB, also of its Oracle mode, by the type that holds their values as text. */
  private static final Map<String, String> TYPES =
      Map.of(
          "UUID", "CHAR(36)",
          "INET4", "VARCHAR(15)",
          "INET6", "VARCHAR(39)",
          "XMLTYPE", "LONGTEXT",
          "CLOB", "LONGTEXT",
          "VARCHAR2", "VARCHAR",
          "RAW", "VARBINARY");

  private final StatementTokens before;
  private final StatementTokens after;

  /**
   * @param before what makes a statement of a clause behind it
   * @param after the rest of that statement
   */
  ClauseRepair(StatementTokens before, StatementTokens after) {
    this.before = before;
    this.after = after;
  }

  boolean takes(StatementTokens clause) {
    return reading(clause).problem() == null;
  }

  private MySqlGrammar.Reading<QueriesContext> reading(StatementTokens clause) {
    return MySqlGrammar.exactly(before.plus(clause).plus(after).list());
  }

  /**
   * The clause as far as it is understood; null if its first words aren't.
   *
   * @param name place of the column's name that is defined, or of what must stay before anything
   *     else
   * @param typed whether a type follows that name
   */
  StatementTokens repaired(StatementTokens clause, int name, boolean typed) {
    StatementTokens now = clause;
    int kept = name + (typed ? 1 : 0);
    for (int step = 0; step < MOST_STEPS; step++) {
      MySqlGrammar.Reading<QueriesContext> reading = reading(now);
      if (reading.problem() == null) {
        return now;
      }
      int at = Math.min(reading.at() - before.size(), now.size() - 1);
      if (reading.at() < 0 || at < name) {
        return null;
      }
      now = at > kept ? withoutWord(now, at, kept) : typed ? withName(now, at, name) : null;
      if (now == null) {
        return null;
      }
    }
    return null;
  }

  private static StatementTokens withName(StatementTokens now, int at, int name) {
    if (at == name) {
      return now.type(at) == MySqlLexer.BACK_TICK_QUOTED_ID ? null : now.quoted(at);
    }
    if (now.is(at, "NUMBER")) {
      return now.isOpen(at + 1)
          ? now.with(at, StatementTokens.of("DECIMAL"))
          : now.typed(at, MySqlLexer.DECIMAL_SYMBOL);
    }
    String type = TYPES.get(now.word(at));
    return type == null ? null : now.with(at, StatementTokens.of(type));
  }

  /** Whether a type in it is one in one database and another in the next; rows know. */
  static boolean isGuess(StatementTokens repaired) {
    int number = repaired.find(0, repaired.size(), Set.of(ColumnType.NUMBER));
    return number >= 0 && repaired.type(number) == MySqlLexer.DECIMAL_SYMBOL;
  }

  private static StatementTokens withoutWord(StatementTokens now, int at, int kept) {
    if (now.is(at, "PERSISTENT")) {
      return now.with(at, StatementTokens.of("STORED"));
    }
    for (int word = at; word > kept; word--) {
      if (now.is(word, "DEFAULT")) {
        int end = endOfExpression(now, word + 1);
        if (at >= end && at != word) {
          break;
        }
        return now.isOpen(word + 1) || end == word + 1
            ? now.without(word, end)
            : inParentheses(now, word + 1, end);
      }
    }
    return now.without(at, now.after(at));
  }

  /** A call, a word or a number, with signs before it. */
  private static int endOfExpression(StatementTokens now, int from) {
    int at = from;
    while (now.is(at, "-") || now.is(at, "+")) {
      at++;
    }
    int end = now.isOpen(at) ? now.after(at) : now.afterName(at);
    return now.isOpen(end) && !now.isOpen(at) ? now.after(end) : end;
  }

  private static StatementTokens inParentheses(StatementTokens now, int from, int to) {
    return now.range(0, from)
        .plus(StatementTokens.of("("))
        .plus(now.range(from, to))
        .plus(StatementTokens.of(")"))
        .plus(now.from(to));
  }
}
