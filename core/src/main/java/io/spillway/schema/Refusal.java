package io.spillway.schema;

import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;

/** Remembers the first thing that the grammar refuses, without its list of all possible words. */
final class Refusal extends BaseErrorListener {
  private static final int LONGEST = 100;

  private String problem;
  private int at = -1;

  @Override
  public void syntaxError(
      Recognizer<?, ?> recognizer,
      Object symbol,
      int line,
      int column,
      String message,
      RecognitionException cause) {
    if (problem == null) {
      String near = symbol instanceof Token token ? "near " + quoted(token) : start(message);
      problem = "line " + line + ":" + column + " " + near;
      at = symbol instanceof Token token ? token.getTokenIndex() : -1;
    }
  }

  /** Refuses what the grammar takes. */
  void refuse(Token token) {
    if (problem == null) {
      int column = token.getCharPositionInLine();
      problem = "line " + token.getLine() + ":" + column + " near " + quoted(token);
      at = token.getTokenIndex();
    }
  }

  private static String quoted(Token token) {
    return token.getType() == Token.EOF ? "its end" : "'" + start(token.getText()) + "'";
  }

  /** A token may be as long as the message. */
  static String start(String text) {
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
  }

  /** Index of the token that is refused; -1 if it isn't one. */
  int at() {
    return at;
  }

  /** Null if nothing was refused. */
  String problem() {
    return problem;
  }
}
