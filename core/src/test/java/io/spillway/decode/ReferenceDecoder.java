package io.spillway.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * What a message means, by Jackson and by the plain words of the rules: the judge of the scanner.
 * It remembers nothing, so a row always shows its shape. Results are texts, to be compared with
 * {@link EventText}.
 */
final class ReferenceDecoder {
  private static final Set<String> STRINGS = Set.of("database", "table", "type", "sql");
  private static final Set<String> NUMBERS = Set.of("es", "_tidb.commitTs", "_tidb.watermarkTs");
  private static final Set<String> FLAGS = Set.of("isDdl", "_tidb.onlyHandleKey");
  private static final Set<String> TREES = Set.of("pkNames", "mysqlType", "data");
  private static final BigInteger MAX = BigInteger.valueOf(Long.MAX_VALUE);
  private static final JsonFactory JSON = new ObjectMapper().getFactory();

  /** Jackson skips it; RFC 8259 wants none. */
  private static final String BYTE_ORDER_MARK = "\u00ef\u00bb\u00bf";

  private final Map<String, Object> fields = new HashMap<>();
  private final Set<String> seen = new HashSet<>();
  private boolean invalid;

  static String decode(byte[] value) {
    String text = new String(value, StandardCharsets.ISO_8859_1);
    String message = text.replaceAll("^[ \t\r\n]+|[ \t\r\n]+$", "");
    if (message.isEmpty()) {
      return "EMPTY";
    }
    if (text.startsWith(BYTE_ORDER_MARK)) {
      return "MALFORMED";
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
      return new ReferenceDecoder().read(value, message.replaceAll("[\r\n]", " "));
    } catch (IOException refused) {
      return "MALFORMED";
    }
  }

  private String read(byte[] value, String slice) throws IOException {
    try (JsonParser parser = JSON.createParser(value)) {
      if (parser.nextToken() == JsonToken.START_OBJECT) {
        object(parser, "");
      } else {
        parser.skipChildren();
        parser.getText();
        invalid = true;
      }
      if (parser.nextToken() != null) {
        throw new IOException("something after the message");
      }
    }
    return invalid ? "INVALID" : event(slice);
  }

  private void object(JsonParser parser, String path) throws IOException {
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      String name = path + parser.currentName();
      parser.nextToken();
      boolean routes =
          STRINGS.contains(name)
              || NUMBERS.contains(name)
              || FLAGS.contains(name)
              || TREES.contains(name)
              || name.equals("_tidb")
              || name.equals("_tidb.claimCheckLocation");
      if (!routes) {
        parser.skipChildren();
      } else {
        invalid |= !seen.add(name);
        field(parser, name);
      }
    }
  }

  private void field(JsonParser parser, String name) throws IOException {
    JsonToken token = parser.currentToken();
    if (token == JsonToken.VALUE_NULL) {
      return;
    }
    if (name.equals("_tidb")) {
      fields.put(name, true);
      invalid |= token != JsonToken.START_OBJECT;
      if (token == JsonToken.START_OBJECT) {
        object(parser, "_tidb.");
      }
    } else if (TREES.contains(name)) {
      JsonNode tree = parser.readValueAsTree();
      fields.put(name, tree);
      invalid |= name.equals("mysqlType") ? !tree.isObject() : !tree.isArray();
      invalid |= name.equals("data") && anyOtherThanObject(tree);
    } else if (NUMBERS.contains(name)) {
      fields.put(name, parser.getText());
      invalid |= token != JsonToken.VALUE_NUMBER_INT || !fits(parser.getText());
    } else if (FLAGS.contains(name)) {
      fields.put(name, parser.getText().equals("true"));
      invalid |= !token.isBoolean();
    } else {
      fields.put(name, parser.getText());
      boolean isText = token == JsonToken.VALUE_STRING;
      boolean isStored = !name.equals("_tidb.claimCheckLocation");
      invalid |= !isText || (isStored && hasHalfPair(parser.getText()));
    }
    parser.skipChildren();
  }

  private String event(String slice) {
    String type = text("type");
    String table = text("database") + "|" + text("table");
    if (type.isEmpty()) {
      return "INVALID";
    }
    if (fields.get("isDdl") == Boolean.TRUE) {
      boolean complete = !text("database").isEmpty() && fields.containsKey("sql");
      return commitTs() == null || !complete
          ? "INVALID"
          : "ddl " + table + " " + commitTs() + " " + type + " " + text("sql");
    }
    if (type.equals("TIDB_WATERMARK")) {
      Object ts = fields.get("_tidb.watermarkTs");
      return ts == null ? "INVALID" : "resolved " + ts;
    }
    if (!Set.of("INSERT", "UPDATE", "DELETE").contains(type)) {
      boolean isWord = type.matches("[A-Za-z0-9_]{1,32}");
      return "skipped " + (isWord ? type.toLowerCase(Locale.ROOT) : "other");
    }
    JsonNode data = (JsonNode) fields.get("data");
    boolean complete = !text("database").isEmpty() && !text("table").isEmpty();
    return commitTs() == null || !complete || data == null || data.isEmpty()
        ? "INVALID"
        : "row " + table + " " + commitTs() + " " + shape(data.get(0)) + " " + slice;
  }

  private String commitTs() {
    if (fields.containsKey("_tidb")) {
      return (String) fields.get("_tidb.commitTs");
    }
    if (!fields.containsKey("es")) {
      return null;
    }
    BigInteger ts = new BigInteger(text("es")).shiftLeft(18);
    return ts.compareTo(MAX) > 0 ? null : ts.toString();
  }

  private String shape(JsonNode row) {
    JsonNode types = (JsonNode) fields.get("mysqlType");
    Set<String> keys = new HashSet<>();
    if (fields.get("pkNames") instanceof JsonNode names) {
      names.forEach(name -> keys.add(name.isTextual() ? name.textValue() : null));
    }
    List<String> columns = new ArrayList<>();
    for (Iterator<String> names = row.fieldNames(); names.hasNext(); ) {
      String name = names.next();
      String type = types != null && types.has(name) ? types.get(name).textValue() : null;
      columns.add(name + ":" + (type == null ? "" : type) + ":" + keys.contains(name));
    }
    return columns.toString();
  }

  private String text(String name) {
    return (String) fields.getOrDefault(name, "");
  }

  private static boolean anyOtherThanObject(JsonNode array) {
    for (JsonNode element : array) {
      if (!element.isObject()) {
        return true;
      }
    }
    return false;
  }

  private static boolean fits(String number) {
    return !number.startsWith("-") && new BigInteger(number).compareTo(MAX) <= 0;
  }

  private static boolean hasHalfPair(String text) {
    try {
      StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      return false;
    } catch (CharacterCodingException half) {
      return true;
    }
  }
}
