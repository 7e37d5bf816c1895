package io.spillway.schema;

import io.debezium.ddl.parser.mysql.generated.MySqlLexer;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.antlr.v4.runtime.CommonToken;
import org.antlr.v4.runtime.Token;

/**
 * The tokens of a statement or of a part of it, without comments. Places outside have no word.
 *
 * @param list in the order of the text
 */
record StatementTokens(List<Token> list) {
  private static final int OPEN = MySqlLexer.OPEN_PAR_SYMBOL;
  private static final int CLOSE = MySqlLexer.CLOSE_PAR_SYMBOL;

  StatementTokens {
    list = List.copyOf(list);
  }

  /** What another text consists of, to be put in place of something here. */
  static StatementTokens of(String sql) {
    return new StatementTokens(MySqlGrammar.tokens(sql));
  }

  int size() {
    return list.size();
  }

  int type(int at) {
    return at < 0 || at >= list.size() ? Token.EOF : list.get(at).getType();
  }

  /** In upper case; a name in quotes has them. */
  String word(int at) {
    return at < 0 || at >= list.size() ? "" : list.get(at).getText().toUpperCase(Locale.ROOT);
  }

  boolean is(int at, String... words) {
    for (int i = 0; i < words.length; i++) {
      if (!word(at + i).equals(words[i])) {
        return false;
      }
    }
    return true;
  }

  boolean isOneOf(int at, Set<String> words) {
    return words.contains(word(at));
  }

  boolean isOpen(int at) {
    return type(at) == OPEN;
  }

  /** Where the first of these words is in {@code [from, to)}, or -1. */
  int find(int from, int to, Set<String> words) {
    for (int at = from; at < Math.min(to, size()); at++) {
      if (isOneOf(at, words)) {
        return at;
      }
    }
    return -1;
  }

  /** Behind what begins at this place: a group in parentheses, or one token. */
  int after(int at) {
    if (!isOpen(at)) {
      return Math.min(at + 1, size());
    }
    int depth = 0;
    for (int i = at; i < size(); i++) {
      depth += type(i) == OPEN ? 1 : type(i) == CLOSE ? -1 : 0;
      if (depth == 0) {
        return i + 1;
      }
    }
    return size();
  }

  /** Behind a name, as {@code a}, {@code a.b}. */
  int afterName(int at) {
    int end = at + 1;
    while (word(end).startsWith(".") && end < size()) {
      // the lexer takes a dot and a plain name behind it for one token
      end += word(end).equals(".") ? 2 : 1;
    }
    return Math.min(end, size());
  }

  StatementTokens range(int from, int to) {
    int end = Math.min(to, size());
    return new StatementTokens(from >= end ? List.of() : list.subList(from, end));
  }

  StatementTokens from(int at) {
    return range(at, size());
  }

  StatementTokens without(int from, int to) {
    return range(0, from).plus(from(to));
  }

  StatementTokens plus(StatementTokens more) {
    List<Token> all = new ArrayList<>(list);
    all.addAll(more.list);
    return new StatementTokens(all);
  }

  StatementTokens with(int at, StatementTokens instead) {
    return range(0, at).plus(instead).plus(from(at + 1));
  }

  /** The same word as one of another type. */
  StatementTokens typed(int at, int type) {
    CommonToken token = new CommonToken(list.get(at));
    token.setType(type);
    return with(at, new StatementTokens(List.of(token)));
  }

  /** The same word as a name: databases take some for names that the grammar keeps for itself. */
  StatementTokens quoted(int at) {
    CommonToken name = new CommonToken(list.get(at));
    name.setType(MySqlLexer.BACK_TICK_QUOTED_ID);
    name.setText("`" + list.get(at).getText() + "`");
    return with(at, new StatementTokens(List.of(name)));
  }

  /** Parts between such tokens that stand in no parentheses; none is empty. */
  List<StatementTokens> split(int separator) {
    List<StatementTokens> parts = new ArrayList<>();
    int from = 0;
    for (int at = 0; at < size(); ) {
      if (type(at) == separator) {
        parts.add(range(from, at));
        from = ++at;
      } else {
        at = after(at);
      }
    }
    parts.add(from(from));
    parts.removeIf(part -> part.size() == 0);
    return parts;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    for (Token token : list) {
      text.append(text.length() == 0 ? "" : " ").append(token.getText());
    }
    return Refusal.start(text.toString());
  }
}
