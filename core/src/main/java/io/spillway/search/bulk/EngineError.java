package io.spillway.search.bulk;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * The engine's error object.
 *
 * @param type its name, as {@code mapper_parsing_exception}; never null
 * @param reason its text with that of the cause, shortened to {@link #MAX_REASON} characters
 */
public record EngineError(String type, String reason) {
  /** Reasons quote field values; a dead letter needs the gist. */
  static final int MAX_REASON = 1000;

  private static final JsonFactory JSON = new JsonFactory();
  private static final EngineError NONE = new EngineError("unnamed", "");

  /** Reads the value at the parser's current token: an object, or the plain text of old engines. */
  static EngineError read(JsonParser parser) throws IOException {
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      String text = parser.getText();
      parser.skipChildren();
      return new EngineError("unnamed", shorten(text));
    }
    String type = "unnamed";
    String reason = "";
    String cause = "";
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "type" -> type = parser.getText();
        case "reason" -> reason = parser.getText();
        case "caused_by" -> cause = read(parser).reason();
        default -> parser.skipChildren();
      }
    }
    return new EngineError(type, shorten(cause.isEmpty() ? reason : reason + ": " + cause));
  }

  /** Reads the body of a failed request; one that isn't the engine's own JSON gives no name. */
  public static EngineError ofRequest(byte[] body) {
    try (JsonParser parser = JSON.createParser(body)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return NONE;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean error = parser.currentName().equals("error");
        parser.nextToken();
        if (error) {
          return read(parser);
        }
        parser.skipChildren();
      }
      return NONE;
    } catch (IOException proxyPage) {
      return NONE;
    }
  }

  private static String shorten(String text) {
    return text.length() <= MAX_REASON ? text : text.substring(0, MAX_REASON);
  }
}
