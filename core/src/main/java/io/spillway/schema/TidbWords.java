package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.Token;

/**
 * Takes those words of TiDB out of a statement that MySQL's grammar doesn't know and that say
 * nothing about columns. (Usually they come inside {@code /*T! ... *}{@code /} comments and need no
 * such care.)
 */
final class TidbWords {
  private static final int COMMA = MySqlLexer.COMMA_SYMBOL;
  private static final Set<String> OPTIONS =
      Set.of(
          "SHARD_ROW_ID_BITS",
          "PRE_SPLIT_REGIONS",
          "AUTO_ID_CACHE",
          "AUTO_RANDOM_BASE",
          "TTL_ENABLE",
          "TTL_JOB_INTERVAL");
  private static final Set<Integer> BEFORE_IF =
      Set.of(
          MySqlLexer.ADD_SYMBOL,
          MySqlLexer.DROP_SYMBOL,
          MySqlLexer.MODIFY_SYMBOL,
          MySqlLexer.CHANGE_SYMBOL,
          MySqlLexer.COLUMN_SYMBOL,
          MySqlLexer.INDEX_SYMBOL,
          MySqlLexer.KEY_SYMBOL,
          MySqlLexer.PARTITION_SYMBOL);

  private final List<Token> tokens;

  private TidbWords(List<Token> tokens) {
    this.tokens = tokens;
  }

  static List<Token> drop(List<Token> tokens) {
    TidbWords words = new TidbWords(tokens);
    List<Token> kept = new ArrayList<>(tokens.size());
    for (int at = 0; at < tokens.size(); ) {
      int option = words.optionLength(at);
      int length = option > 0 ? option : words.columnWordLength(at);
      length = length > 0 ? length : words.indexWordLength(at);
      if (length == 0) {
        kept.add(tokens.get(at++));
        continue;
      }
      if (option > 0 && !kept.isEmpty() && type(kept.get(kept.size() - 1)) == COMMA) {
        kept.remove(kept.size() - 1);
      }
      at += length;
    }
    return kept;
  }

  /** Words that stand in a table's option list, with their value. */
  private int optionLength(int at) {
    String word = word(at);
    int value = at + (type(at + 1) == MySqlLexer.EQUAL_OPERATOR ? 2 : 1);
    if (OPTIONS.contains(word)) {
      return value + 1 - at;
    }
    if (word.equals("TTL") && type(at + 1) == MySqlLexer.EQUAL_OPERATOR) {
      // TTL = column + INTERVAL number unit
      return 7;
    }
    if (word.equals("PLACEMENT") && word(at + 1).equals("POLICY")) {
      return type(at + 2) == MySqlLexer.EQUAL_OPERATOR ? 4 : 3;
    }
    boolean tiflash = word.equals("SET") && word(at + 1).equals("TIFLASH");
    return tiflash && word(at + 2).equals("REPLICA") ? 4 : 0;
  }

  /** Words that stand beside a column, a key, or the name of one. */
  private int columnWordLength(int at) {
    String word = word(at);
    int before = type(at - 1);
    if (word.equals("CLUSTERED") || word.equals("NONCLUSTERED")) {
      return before == MySqlLexer.CLOSE_PAR_SYMBOL || before == MySqlLexer.KEY_SYMBOL ? 1 : 0;
    }
    if (word.equals("AUTO_RANDOM") && before != COMMA && before != MySqlLexer.OPEN_PAR_SYMBOL) {
      return 1 + parenthesesLength(at + 1);
    }
    if (type(at) == MySqlLexer.IF_SYMBOL && BEFORE_IF.contains(before)) {
      return type(at + 1) == MySqlLexer.EXISTS_SYMBOL ? 2 : 3;
    }
    return 0;
  }

  /** What makes an index partial or a vector's, and a default of a sequence. */
  private int indexWordLength(int at) {
    String word = word(at);
    int next = type(at + 1);
    boolean ofIndex = next == MySqlLexer.INDEX_SYMBOL || next == MySqlLexer.KEY_SYMBOL;
    if ((word.equals("VECTOR") || word.equals("COLUMNAR")) && ofIndex) {
      return 1;
    }
    if (word.equals("USING") && (word(at + 1).equals("HNSW") || word(at + 1).equals("INVERTED"))) {
      return 2;
    }
    if (word.equals("DEFAULT") && word(at + 1).equals("NEXT") && word(at + 2).equals("VALUE")) {
      return word(at + 5).equals(".") ? 7 : 5;
    }
    if (word.equals("GENERATED") && isRowPeriod(at)) {
      return 5;
    }
    if (word.equals("=") && word(at - 1).equals("RENAME")) {
      return 1;
    }
    boolean partial = word.equals("WHERE") && type(at - 1) == MySqlLexer.CLOSE_PAR_SYMBOL;
    return partial && !isQuery() ? conditionLength(at) : 0;
  }

  /** {@code GENERATED ALWAYS AS ROW START}: a column like others that MariaDB fills. */
  private boolean isRowPeriod(int at) {
    return word(at + 2).equals("AS")
        && word(at + 3).equals("ROW")
        && (word(at + 4).equals("START") || word(at + 4).equals("END"));
  }

  private boolean isQuery() {
    return tokens.stream().anyMatch(token -> type(token) == MySqlLexer.SELECT_SYMBOL);
  }

  /** Up to the next clause, or the bracket around all of them. */
  private int conditionLength(int at) {
    int depth = 0;
    int end = at;
    for (; end < tokens.size(); end++) {
      int type = type(end);
      depth +=
          type == MySqlLexer.OPEN_PAR_SYMBOL ? 1 : type == MySqlLexer.CLOSE_PAR_SYMBOL ? -1 : 0;
      if (depth < 0 || type == MySqlLexer.SEMICOLON_SYMBOL || (depth == 0 && type == COMMA)) {
        break;
      }
    }
    return end - at;
  }

  private int parenthesesLength(int at) {
    if (type(at) != MySqlLexer.OPEN_PAR_SYMBOL) {
      return 0;
    }
    int end = at;
    while (end < tokens.size() && type(end) != MySqlLexer.CLOSE_PAR_SYMBOL) {
      end++;
    }
    return end + 1 - at;
  }

  private int type(int at) {
    return at < 0 || at >= tokens.size() ? Token.EOF : type(tokens.get(at));
  }

  private static int type(Token token) {
    return token.getType();
  }

  private String word(int at) {
    return at >= 0 && at < tokens.size() ? tokens.get(at).getText().toUpperCase(Locale.ROOT) : "";
  }
}
