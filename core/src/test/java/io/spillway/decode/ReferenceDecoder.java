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
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

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
  private final Map<String, int[]> places = new HashMap<>();
  private boolean invalid;

  static String decode(byte[] value) {
    String text = new String(value, StandardCharsets.ISO_8859_1);
    if (slice(text).isEmpty()) {
      return "EMPTY";
    }
    if (text.startsWith(BYTE_ORDER_MARK)) {
      return "MALFORMED";
    }
    try {
      StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(value));
      return new ReferenceDecoder().read(value, text);
    } catch (IOException refused) {
      return "MALFORMED";
    }
  }

  private String read(byte[] value, String text) throws IOException {
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
    return invalid ? "INVALID" : event(text);
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
      int from = (int) parser.currentTokenLocation().getByteOffset();
      if (name.equals("old")) {
        JsonNode old = parser.readValueAsTree();
        fields.put(name, old);
      } else if (!routes) {
        parser.skipChildren();
      } else {
        invalid |= !seen.add(name);
        field(parser, name);
      }
      if (!name.contains(".")) {
        parser.getText();
        places.put(name, new int[] {from, (int) parser.currentLocation().getByteOffset()});
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

  private static String slice(String text) {
    return text.replaceAll("^[ \t\r\n]+|[ \t\r\n]+$", "").replaceAll("[\r\n]", " ");
  }

  private String event(String text) {
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
    JsonNode data = (JsonNode) fields.get("data");
    boolean rows = data != null && !data.isEmpty();
    boolean isRow = Set.of("INSERT", "UPDATE", "DELETE").contains(type.toUpperCase(Locale.ROOT));
    boolean isCopy = Set.of("INIT", "BOOTSTRAP").contains(type.toUpperCase(Locale.ROOT)) && rows;
    if (!isRow && !isCopy) {
      boolean isWord = type.matches("[A-Za-z0-9_]{1,32}");
      return rows ? "INVALID" : "skipped " + (isWord ? type.toLowerCase(Locale.ROOT) : "other");
    }
    return row(text, table, isCopy ? "INSERT" : type.toUpperCase(Locale.ROOT), data);
  }

  private String row(String text, String table, String type, JsonNode data) {
    boolean complete = !text("database").isEmpty() && !text("table").isEmpty();
    boolean keyOnly =
        fields.get("_tidb.onlyHandleKey") == Boolean.TRUE
            || !text("_tidb.claimCheckLocation").isEmpty();
    boolean ofOld = type.equals("DELETE") && (data == null || data.isEmpty());
    JsonNode rows = ofOld ? (JsonNode) fields.get("old") : data;
    boolean sound = rows != null && rows.isArray() && !rows.isEmpty() && !anyOtherThanObject(rows);
    return commitTs() == null || !complete || !sound || (keyOnly && !type.equals("DELETE"))
        ? "INVALID"
        : "row "
            + table
            + " "
            + commitTs()
            + " "
            + shape(rows.get(0))
            + " "
            + anew(text, type, ofOld);
  }

  private String anew(String text, String type, boolean ofOld) {
    StringBuilder anew = new StringBuilder(text);
    Map<Integer, Runnable> lastFirst = new TreeMap<>(Comparator.reverseOrder());
    String old = ofOld ? text.substring(places.get("old")[0], places.get("old")[1]) : "";
    if (!type.equals(text("type")) || ofOld) {
      lastFirst.put(places.get("type")[0], () -> replace(anew, "type", '"' + type + '"'));
    }
    if (ofOld) {
      lastFirst.put(places.get("old")[0], () -> replace(anew, "old", "null"));
      int brace = text.lastIndexOf('}');
      if (places.containsKey("data")) {
        lastFirst.put(places.get("data")[0], () -> replace(anew, "data", old));
      } else {
        lastFirst.put(brace, () -> anew.insert(brace, ",\"data\":" + old));
      }
    }
    lastFirst.values().forEach(Runnable::run);
    return slice(anew.toString());
  }

  private void replace(StringBuilder text, String field, String value) {
    int[] place = places.get(field);
    text.replace(place[0], place[1], value);
  }

  private String commitTs() {
    if (fields.containsKey("_tidb")) {
      return (String) fields.get("_tidb.commitTs");
    }
    if (!fields.containsKey("es")) {
      return null;
    }
    BigInteger es = new BigInteger(text("es"));
    BigInteger millis =
        es.compareTo(BigInteger.TEN.pow(11)) < 0 ? BigInteger.valueOf(Messages.TIME) : es;
    BigInteger ts = millis.shiftLeft(18);
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
