package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import io.debezium.ddl.parser.mysql.generated.MySqlParser;
import io.debezium.ddl.parser.mysql.generated.MySqlParserBaseListener;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.antlr.v4.runtime.CharStreams;
import org.antlr.v4.runtime.CommonTokenStream;
import org.antlr.v4.runtime.ListTokenSource;
import org.antlr.v4.runtime.Token;
import org.antlr.v4.runtime.TokenStream;
import org.antlr.v4.runtime.atn.PredictionMode;

/** The generated MySQL grammar, with TiDB's additions tried where plain MySQL is refused. */
final class MySqlGrammar {
  /**
   * @param tree what was read; null if refused
   * @param problem why it was refused; null if not
   * @param at index of the token that is refused; -1 if none is, or the text is as a whole
   */
  record Reading<T>(T tree, String problem, int at) {
    private static <T> Reading<T> refused(String problem) {
      return new Reading<>(null, problem, -1);
    }
  }

  /**
   * The generated parser recurses for each parenthesis and looks far ahead; deeper texts would take
   * seconds or all of the stack. Statements that define tables stay far below.
   */
  private static final int MAX_NESTING = 100;

  /** Signs before an operand nest without parentheses. */
  private static final int MAX_SIGNS = 20;

  private static final Set<Integer> SIGNS =
      Set.of(
          MySqlLexer.NOT_SYMBOL,
          MySqlLexer.NOT2_SYMBOL,
          MySqlLexer.LOGICAL_NOT_OPERATOR,
          MySqlLexer.BITWISE_NOT_OPERATOR,
          MySqlLexer.MINUS_OPERATOR,
          MySqlLexer.PLUS_OPERATOR);

  private MySqlGrammar() {}

  /** Any number of statements, separated by semicolons. */
  static Reading<MySqlParser.QueriesContext> statements(String sql) {
    Refusal refusal = new Refusal();
    List<Token> tokens = withoutEmptyStatements(tokens(sql, refusal));
    if (refusal.problem() != null) {
      return Reading.refused(refusal.problem());
    }
    if (nesting(tokens) > MAX_NESTING) {
      return Reading.refused("more than " + MAX_NESTING + " parentheses deep");
    }
    if (signs(tokens) > MAX_SIGNS) {
      return Reading.refused("more than " + MAX_SIGNS + " signs before an operand");
    }
    return statements(tokens);
  }

  /** The same of a text's tokens. */
  static Reading<MySqlParser.QueriesContext> statements(List<Token> tokens) {
    Reading<MySqlParser.QueriesContext> reading = parse(tokens, MySqlParser::queries);
    if (reading.problem() == null) {
      return reading;
    }
    List<Token> plain = TidbWords.drop(tokens);
    if (plain.size() == tokens.size()) {
      return reading;
    }
    Reading<MySqlParser.QueriesContext> second = parse(plain, MySqlParser::queries);
    return second.problem() == null ? second : reading;
  }

  /** One or more statements as they stand, without anything tried in their place. */
  static Reading<MySqlParser.QueriesContext> exactly(List<Token> tokens) {
    return parse(tokens, MySqlParser::queries);
  }

  /** What a text consists of, without comments; of one that the lexer refuses, what it has seen. */
  static List<Token> tokens(String sql) {
    return withoutEmptyStatements(tokens(sql, new Refusal()));
  }

  /** A column's type as messages spell it, e.g. {@code decimal(12,2) unsigned}. */
  static Reading<MySqlParser.DataTypeContext> type(String text) {
    Refusal refusal = new Refusal();
    List<Token> tokens = tokens(text, refusal);
    if (refusal.problem() != null) {
      return Reading.refused(refusal.problem());
    }
    return parse(tokens, MySqlParser::dataType);
  }

  private static <T> Reading<T> parse(List<Token> tokens, Function<MySqlParser, T> rule) {
    Refusal refusal = new Refusal();
    MySqlParser parser = new EitherQuotes(new CommonTokenStream(new ListTokenSource(tokens)));
    parser.removeErrorListeners();
    parser.addErrorListener(refusal);
    parser.addParseListener(new ClauseAsOption(parser, refusal));
    // the other mode looks back at the whole way to here: minutes for a text of a few kilobytes
    parser.getInterpreter().setPredictionMode(PredictionMode.SLL);
    try {
      T tree = rule.apply(parser);
      Token rest = parser.getCurrentToken();
      if (refusal.problem() == null && rest.getType() != Token.EOF) {
        String tooMuch = "'" + Refusal.start(rest.getText()) + "' is too much";
        return new Reading<>(null, tooMuch, rest.getTokenIndex());
      }
      return refusal.problem() == null
          ? new Reading<>(tree, null, -1)
          : new Reading<>(null, refusal.problem(), refusal.at());
    } catch (StackOverflowError e) {
      // Parentheses aren't all that nests.
      return Reading.refused("nested too deep");
    } catch (RuntimeException e) {
      String first = refusal.problem();
      return Reading.refused(first != null ? first : e.toString());
    }
  }

  private static List<Token> tokens(String sql, Refusal refusal) {
    MySqlLexer lexer = new MySqlLexer(CharStreams.fromString(sql));
    lexer.removeErrorListeners();
    lexer.addErrorListener(refusal);
    List<Token> visible = new ArrayList<>();
    for (Token token : lexer.getAllTokens()) {
      if (token.getChannel() == Token.DEFAULT_CHANNEL && token.getType() != Token.EOF) {
        visible.add(token);
      }
    }
    return visible;
  }

  private static int nesting(List<Token> tokens) {
    int depth = 0;
    int deepest = 0;
    for (Token token : tokens) {
      if (token.getType() == MySqlLexer.OPEN_PAR_SYMBOL) {
        deepest = Math.max(deepest, ++depth);
      } else if (token.getType() == MySqlLexer.CLOSE_PAR_SYMBOL) {
        depth--;
      }
    }
    return deepest;
  }

  private static int signs(List<Token> tokens) {
    int row = 0;
    int longest = 0;
    for (Token token : tokens) {
      row = SIGNS.contains(token.getType()) ? row + 1 : 0;
      longest = Math.max(longest, row);
    }
    return longest;
  }

  private static List<Token> withoutEmptyStatements(List<Token> tokens) {
    List<Token> kept = new ArrayList<>(tokens.size());
    boolean atStart = true;
    for (Token token : tokens) {
      boolean end = token.getType() == MySqlLexer.SEMICOLON_SYMBOL;
      if (!end || !atStart) {
        kept.add(token);
      }
      atStart = end;
    }
    return kept;
  }

  /**
   * Refuses a clause that the grammar takes for an option of the table: in options it has any two
   * words, and so {@code MODIFY b} where the type behind it is none that it knows.
   */
  private static final class ClauseAsOption extends MySqlParserBaseListener {
    private static final Set<Integer> VERBS =
        Set.of(
            MySqlLexer.ADD_SYMBOL,
            MySqlLexer.MODIFY_SYMBOL,
            MySqlLexer.CHANGE_SYMBOL,
            MySqlLexer.DROP_SYMBOL,
            MySqlLexer.ALTER_SYMBOL,
            MySqlLexer.RENAME_SYMBOL);

    private final MySqlParser parser;
    private final Refusal refusal;

    ClauseAsOption(MySqlParser parser, Refusal refusal) {
      this.parser = parser;
      this.refusal = refusal;
    }

    @Override
    public void exitCreateTableOption(MySqlParser.CreateTableOptionContext option) {
      Token first = option.getStart();
      if (first != null && VERBS.contains(first.getType())) {
        refusal.refuse(parser.getCurrentToken());
      }
    }
  }

  /**
   * Takes {@code "x"} as a name where a name must stand and as a string where a string must: the
   * SQL mode of the session that ran the statement isn't known.
   */
  private static final class EitherQuotes extends MySqlParser {
    EitherQuotes(TokenStream tokens) {
      super(tokens);
    }

    @Override
    public boolean isPureIdentifier() {
      return true;
    }

    @Override
    public boolean isTextStringLiteral() {
      return true;
    }
  }
}
