package io.spillway.search.bulk;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads a bulk answer: {@code {"errors":..,"items":[{"index":{"status":..,"error":{..}}},..]}}, in
 * any order of fields and any spacing. The field {@code errors} isn't consulted: a delete of
 * nothing is a 404 with {@code errors:false}.
 */
public final class BulkAnswer {
  private static final JsonFactory JSON = new JsonFactory();

  private BulkAnswer() {}

  /**
   * The outcome of each item, in the order of the request.
   *
   * @param body the answer to a request with status 200
   * @throws IOException if it isn't JSON of this shape, with the place
   */
  public static List<Outcome> read(byte[] body) throws IOException {
    List<Outcome> outcomes = new ArrayList<>();
    try (JsonParser parser = JSON.createParser(body)) {
      expect(parser, parser.nextToken(), JsonToken.START_OBJECT);
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        boolean items = parser.currentName().equals("items");
        JsonToken value = parser.nextToken();
        if (items) {
          expect(parser, value, JsonToken.START_ARRAY);
          readItems(parser, outcomes);
        } else {
          parser.skipChildren();
        }
      }
      expect(parser, parser.currentToken(), JsonToken.END_OBJECT);
    }
    return outcomes;
  }

  private static void readItems(JsonParser parser, List<Outcome> outcomes) throws IOException {
    while (parser.nextToken() == JsonToken.START_OBJECT) {
      expect(parser, parser.nextToken(), JsonToken.FIELD_NAME);
      boolean delete = parser.currentName().equals("delete");
      expect(parser, parser.nextToken(), JsonToken.START_OBJECT);
      outcomes.add(readItem(parser, delete));
      expect(parser, parser.nextToken(), JsonToken.END_OBJECT);
    }
    expect(parser, parser.currentToken(), JsonToken.END_ARRAY);
  }

  private static Outcome readItem(JsonParser parser, boolean delete) throws IOException {
    int status = 0;
    EngineError error = null;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = parser.currentName();
      parser.nextToken();
      switch (name) {
        case "status" -> status = parser.getIntValue();
        case "error" -> error = EngineError.read(parser);
        default -> parser.skipChildren();
      }
    }
    return OutcomeClassifier.ofItem(
        delete, status, error == null ? null : error.type(), error == null ? null : error.reason());
  }

  private static void expect(JsonParser parser, JsonToken seen, JsonToken wanted)
      throws IOException {
    if (seen != wanted) {
      throw new IOException(
          "not a bulk answer: "
              + seen
              + " instead of "
              + wanted
              + " at byte "
              + parser.currentTokenLocation().getByteOffset());
    }
  }
}
