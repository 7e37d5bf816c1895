package io.spillway.search.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import com.fasterxml.jackson.core.exc.StreamReadException;
import io.spillway.event.Surrogates;
import io.spillway.search.document.RefusedRowException.Kind;
import io.spillway.search.document.ValuePolicy.Form;
import io.spillway.search.document.ValuePolicy.Json;
import io.spillway.search.document.ValuePolicy.OnBad;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/** Writes one column's text as a typed JSON value. Not thread-safe (counters). */
final class ValueWriter {
  private final JsonFactory json;
  private final ValuePolicy policy;
  private long nulled;
  private long replaced;

  ValueWriter(JsonFactory json, ValuePolicy policy) {
    this.json = json;
    this.policy = policy;
  }

  /** How many texts had halves of surrogate pairs, in place of which they have U+FFFD now. */
  long replaced() {
    return replaced;
  }

  private void string(JsonGenerator out, String text) throws IOException {
    if (Surrogates.paired(text)) {
      out.writeString(text);
    } else {
      replaced++;
      out.writeString(Surrogates.replaced(text));
    }
  }

  /** How many values were written as null because there is no JSON for them. */
  long nulled() {
    return nulled;
  }

  /**
   * @param text the value, not null
   */
  void write(JsonGenerator out, String column, ValueKind kind, String text)
      throws IOException, RefusedRowException {
    switch (kind) {
      case INTEGER -> integer(out, column, text);
      case DECIMAL -> decimal(out, column, text);
      case FLOAT -> floating(out, column, text);
      case CODE -> code(out, text);
      case BINARY -> binary(out, column, text);
      case DATE -> date(out, column, text, false);
      case INSTANT -> date(out, column, text, true);
      case JSON -> jsonColumn(out, column, text);
      case VECTOR -> copyJson(out, column, text);
      case TEXT, TIME -> string(out, text);
    }
  }

  private static void integer(JsonGenerator out, String column, String text)
      throws IOException, RefusedRowException {
    String number = Numbers.integer(text);
    if (number == null) {
      throw bad(column, "not an integer");
    }
    out.writeNumber(number);
  }

  private void decimal(JsonGenerator out, String column, String text)
      throws IOException, RefusedRowException {
    String number = Numbers.number(text);
    if (number == null) {
      throw bad(column, "not a decimal");
    }
    if (policy.decimals() == Form.TEXT) {
      out.writeString(text);
    } else {
      out.writeNumber(number);
    }
  }

  private void floating(JsonGenerator out, String column, String text)
      throws IOException, RefusedRowException {
    String number = Numbers.number(text);
    if (number != null && Numbers.finite(number)) {
      out.writeNumber(number);
    } else if (policy.notFinite() == OnBad.NULL) {
      writeNull(out);
    } else {
      throw bad(column, "not a finite number");
    }
  }

  private void code(JsonGenerator out, String text) throws IOException {
    String number = Numbers.integer(text);
    if (number == null) {
      string(out, text);
    } else {
      out.writeNumber(number);
    }
  }

  private static void binary(JsonGenerator out, String column, String text)
      throws IOException, RefusedRowException {
    out.writeBinary(latin1(column, text));
  }

  static byte[] latin1(String column, String text) throws RefusedRowException {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) > 0xFF) {
        throw bad(column, "a character above U+00FF in binary at " + i);
      }
    }
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  private void date(JsonGenerator out, String column, String text, boolean instant)
      throws IOException, RefusedRowException {
    if (isZeroDate(text)) {
      switch (policy.zeroDates()) {
        case NULL -> writeNull(out);
        case TEXT -> out.writeString(text);
        case DEAD_LETTER -> throw bad(column, "a date with month or day 00");
      }
    } else if (text.length() > 10 && text.charAt(10) == ' ') {
      // engines know dates in ISO form only; no zone is invented for what is no instant
      out.writeString(
          instant
              ? InstantText.utc(text, policy.zone())
              : text.substring(0, 10) + 'T' + text.substring(11));
    } else {
      string(out, text);
    }
  }

  private static boolean isZeroDate(String text) {
    return text.length() >= 10
        && text.charAt(4) == '-'
        && text.charAt(7) == '-'
        && (text.startsWith("00", 5) || text.startsWith("00", 8));
  }

  private void jsonColumn(JsonGenerator out, String column, String text)
      throws IOException, RefusedRowException {
    if (policy.json() == Json.TEXT) {
      string(out, text);
      return;
    }
    boolean wrapped = policy.json() == Json.FLATTENED && !text.stripLeading().startsWith("{");
    if (wrapped) {
      out.writeStartObject();
      out.writeFieldName("value");
    }
    copyJson(out, column, text);
    if (wrapped) {
      out.writeEndObject();
    }
  }

  private void copyJson(JsonGenerator out, String column, String text)
      throws IOException, RefusedRowException {
    try (JsonParser parser = json.createParser(text)) {
      if (parser.nextToken() == null) {
        throw bad(column, "empty JSON");
      }
      copy(parser, out, column);
      if (parser.nextToken() != null) {
        throw bad(column, "text after the JSON value");
      }
    } catch (StreamReadException | StreamConstraintsException e) {
      JsonLocation at = e.getLocation();
      throw bad(column, "not JSON" + (at == null ? "" : " at character " + at.getCharOffset()));
    }
  }

  /** Token by token: numbers keep their digits, and no line end gets into the line. */
  private void copy(JsonParser in, JsonGenerator out, String column)
      throws IOException, RefusedRowException {
    int depth = 0;
    do {
      JsonToken token = in.currentToken();
      if (token == null) {
        throw bad(column, "JSON that ends too early");
      }
      switch (token) {
        case START_OBJECT -> out.writeStartObject();
        case END_OBJECT -> out.writeEndObject();
        case START_ARRAY -> out.writeStartArray();
        case END_ARRAY -> out.writeEndArray();
        case FIELD_NAME -> out.writeFieldName(name(in.currentName()));
        case VALUE_NUMBER_INT -> out.writeNumber(in.getText());
        case VALUE_NUMBER_FLOAT -> floating(out, column, in.getText());
        case VALUE_TRUE, VALUE_FALSE -> out.writeBoolean(token == JsonToken.VALUE_TRUE);
        case VALUE_NULL -> out.writeNull();
        default -> string(out, in.getText());
      }
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    } while (depth > 0 && in.nextToken() != JsonToken.NOT_AVAILABLE);
  }

  private String name(String name) {
    if (Surrogates.paired(name)) {
      return name;
    }
    replaced++;
    return Surrogates.replaced(name);
  }

  private void writeNull(JsonGenerator out) throws IOException {
    nulled++;
    out.writeNull();
  }

  private static RefusedRowException bad(String column, String what) {
    return new RefusedRowException(Kind.BAD_VALUE, "column " + column + ": " + what);
  }
}
