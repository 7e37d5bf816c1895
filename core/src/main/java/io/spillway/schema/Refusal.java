package io.spillway.schema;

import org.antlr.v4.runtime.BaseErrorListener;
import org.antlr.v4.runtime.RecognitionException;
import org.antlr.v4.runtime.Recognizer;
import org.antlr.v4.runtime.Token;

/** Remembers the first thing that the grammar refuses, without its list of all possible words. */
final class Refusal extends BaseErrorListener {
  private static final int LONGEST = 100;

  private String problem;

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
    }
  }

  private static String quoted(Token token) {
    return token.getType() == Token.EOF ? "its end" : "'" + start(token.getText()) + "'";
  }

  /** A token may be as long as the message. */
  static String start(String text) {
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
  }

  /** Null if nothing was refused. */
  String problem() {
    return problem;
  }
}
