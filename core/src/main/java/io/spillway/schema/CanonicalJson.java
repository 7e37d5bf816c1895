package io.spillway.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * Writes JSON exactly as Go's {@code json.MarshalIndent} does with an indent of four blanks, since
 * the checksum in a schema file's name is taken over these bytes. {@code < > &} and U+2028, U+2029
 * are escaped, control characters too ({@code \b \f \n \r \t} in the short form, as of Go 1.22);
 * all else is raw. A lone surrogate, which UTF-8 can't carry, becomes U+FFFD.
 */
final class CanonicalJson {
  private static final JsonFactory FACTORY = new JsonFactory();
  private static final String HEX = "0123456789abcdef";
  private static final String INDENT = "    ";

  private final StringBuilder out = new StringBuilder(512);
  private int depth;
  private boolean empty = true;

  CanonicalJson open(char bracket) {
    out.append(bracket);
    depth++;
    empty = true;
    return this;
  }

  CanonicalJson close(char bracket) {
    depth--;
    if (!empty) {
      newLine();
    }
    out.append(bracket);
    empty = false;
    return this;
  }

  /** Starts the next element of an array. */
  CanonicalJson next() {
    if (!empty) {
      out.append(',');
    }
    empty = false;
    newLine();
    return this;
  }

  /** Starts the next member of an object. */
  CanonicalJson key(String name) {
    next().string(name);
    out.append(": ");
    return this;
  }

  CanonicalJson number(long value) {
    out.append(value);
    return this;
  }

  CanonicalJson nullValue() {
    out.append("null");
    return this;
  }

  CanonicalJson string(String value) {
    out.append('"');
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (Character.isHighSurrogate(c)
          && i + 1 < value.length()
          && Character.isLowSurrogate(value.charAt(i + 1))) {
        out.append(c).append(value.charAt(++i));
      } else {
        character(c);
      }
    }
    out.append('"');
    return this;
  }

  /**
   * Writes any JSON value; numbers keep their text. Throws IllegalArgumentException on other text.
   */
  CanonicalJson raw(String json) {
    try (JsonParser parser = FACTORY.createParser(json)) {
      JsonToken token = parser.nextToken();
      if (token == null) {
        throw new IllegalArgumentException("no JSON value: '" + json + "'");
      }
      value(parser, token);
      if (parser.nextToken() != null) {
        throw new IllegalArgumentException("more than one JSON value: " + json);
      }
      return this;
    } catch (IOException e) {
      throw new IllegalArgumentException("not a JSON value: " + json, e);
    }
  }

  /**
   * Writes the value that starts at the parser's current token, and leaves the parser at its end.
   */
  CanonicalJson value(JsonParser parser, JsonToken token) throws IOException {
    switch (token) {
      case START_OBJECT -> {
        open('{');
        while (parser.nextToken() != JsonToken.END_OBJECT) {
          key(parser.currentName()).value(parser, parser.nextToken());
        }
        close('}');
      }
      case START_ARRAY -> {
        open('[');
        for (JsonToken t = parser.nextToken(); t != JsonToken.END_ARRAY; t = parser.nextToken()) {
          next().value(parser, t);
        }
        close(']');
      }
      case VALUE_STRING -> string(parser.getText());
      default -> out.append(parser.getText());
    }
    return this;
  }

  @Override
  public String toString() {
    return out.toString();
  }

  private void character(char c) {
    switch (c) {
      case '"', '\\' -> out.append('\\').append(c);
      case '\b' -> out.append("\\b");
      case '\f' -> out.append("\\f");
      case '\n' -> out.append("\\n");
      case '\r' -> out.append("\\r");
      case '\t' -> out.append("\\t");
      default -> {
        if (c < 0x20 || c == '<' || c == '>' || c == '&' || c == '\u2028' || c == '\u2029') {
          out.append("\\u");
          for (int shift = 12; shift >= 0; shift -= 4) {
            out.append(HEX.charAt(c >> shift & 0xf));
          }
        } else {
          out.append(Character.isSurrogate(c) ? '\ufffd' : c);
        }
      }
    }
  }

  private void newLine() {
    out.append('\n');
    out.append(INDENT.repeat(depth));
  }
}
