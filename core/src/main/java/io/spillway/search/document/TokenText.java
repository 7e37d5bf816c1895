package io.spillway.search.document;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Texts that are the same in row after row. */
final class TokenText {
  private TokenText() {}

  /**
   * The text of the scalar at the parser's token, null for a JSON null.
   *
   * @param last served again if it is the same; may be null
   */
  static String of(JsonParser parser, String last) throws IOException {
    if (parser.currentToken() == JsonToken.VALUE_NULL) {
      return null;
    }
    return last != null && isSame(parser, last) ? last : parser.getText();
  }

  private static boolean isSame(JsonParser parser, String text) throws IOException {
    int length = parser.getTextLength();
    if (length != text.length()) {
      return false;
    }
    char[] characters = parser.getTextCharacters();
    int from = parser.getTextOffset();
    for (int i = 0; i < length; i++) {
      if (characters[from + i] != text.charAt(i)) {
        return false;
      }
    }
    return true;
  }
}
