package io.spillway;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Names and values that mean something to file systems, stores, engines, terminals or parsers. */
public final class HostileNames {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Each alone, or several in a row. */
  public static final List<String> PIECES =
      List.of(
          "..",
          ".",
          "/",
          "\\",
          "../../etc/passwd",
          "\0",
          "%2e%2e%2f",
          "%00",
          ":",
          "file:",
          "s3://b/",
          "\n",
          "\r\n",
          "\u001b[31m",
          "\u009b31m",
          "\u0085",
          "\u2028",
          "\u202e",
          "\ufeff",
          "\uffff",
          "*",
          "?",
          "\"",
          "'",
          "`",
          "<",
          ">",
          "|",
          "#",
          ",",
          " ",
          "+",
          "-",
          "_",
          "_all",
          "_spillway",
          "metadata",
          "meta",
          "_dead-letters",
          "CON",
          "~",
          "$",
          "${HOME}",
          "${jndi:ldap://x}",
          "{}",
          "{schema}",
          "%s%n",
          "; DROP TABLE t",
          "a",
          "Orders",
          "表",
          "\ud83d\ude00",
          "\ud800",
          "é".repeat(128),
          "x".repeat(255),
          "x".repeat(256),
          "x".repeat(5000));

  private final Random random;

  public HostileNames(long seed) {
    random = new Random(seed);
  }

  public String name() {
    StringBuilder name = new StringBuilder();
    for (int i = random.nextInt(8) == 0 ? 0 : 1 + random.nextInt(3); i > 0; i--) {
      name.append(PIECES.get(random.nextInt(PIECES.size())));
    }
    return name.toString();
  }

  /** A name that is usual more often than not, so that some messages get further than others. */
  private String nameOr(String usual) {
    return random.nextInt(3) == 0 ? usual : name();
  }

  /** A canal-json message of a row: on one line, whatever is in it. */
  public byte[] row(long commitTs) {
    ObjectNode message = JSON.createObjectNode();
    message.put("id", 0);
    message.put("database", nameOr("shop"));
    message.put("table", nameOr("orders"));
    message.put("isDdl", false);
    message.put("type", random.nextInt(20) == 0 ? name() : "INSERT");
    message.put("sql", name());
    ArrayNode keys = message.putArray("pkNames");
    ObjectNode types = message.putObject("mysqlType");
    ObjectNode values = JSON.createObjectNode();
    keys.add("id");
    types.put("id", random.nextInt(10) == 0 ? name() : "varchar(64)");
    values.put("id", nameOr(Long.toString(commitTs)));
    for (int i = random.nextInt(4); i > 0; i--) {
      String column = name();
      types.put(column, random.nextInt(3) == 0 ? name() : "text");
      values.put(column, name());
    }
    message.putArray("data").add(values);
    message.putNull("old");
    message.putObject("_tidb").put("commitTs", commitTs);
    return utf8(message);
  }

  /** A message with hostile texts for some of its values, and for some names of its fields. */
  public byte[] anywhere(String message) throws IOException {
    return utf8((ObjectNode) changed(JSON.readTree(message)));
  }

  private JsonNode changed(JsonNode node) {
    if (node instanceof ObjectNode object) {
      ObjectNode all = JSON.createObjectNode();
      object
          .fields()
          .forEachRemaining(
              field ->
                  all.set(
                      random.nextInt(25) == 0 ? name() : field.getKey(),
                      changed(field.getValue())));
      return all;
    }
    if (node instanceof ArrayNode array) {
      ArrayNode all = JSON.createArrayNode();
      array.forEach(element -> all.add(changed(element)));
      return all;
    }
    return random.nextInt(8) == 0 ? TextNode.valueOf(name()) : node;
  }

  /** A canal-json message of a statement; its text names tables that the message doesn't. */
  public byte[] ddl(long commitTs) {
    ObjectNode message = JSON.createObjectNode();
    message.put("database", nameOr("shop"));
    message.put("table", nameOr("orders"));
    message.put("isDdl", true);
    message.put("type", "CREATE");
    message.put("sql", statement());
    message.putObject("_tidb").put("commitTs", commitTs);
    return utf8(message);
  }

  private String statement() {
    String table = quoted() + "." + quoted();
    return switch (random.nextInt(5)) {
      case 0 -> "CREATE TABLE " + table + " (" + quoted() + " INT COMMENT '" + name() + "')";
      case 1 -> "RENAME TABLE " + table + " TO " + quoted() + "." + quoted();
      case 2 -> "ALTER TABLE " + table + " ADD COLUMN " + quoted() + " TEXT";
      case 3 -> "CREATE DATABASE " + quoted();
      default -> name() + " TABLE " + name();
    };
  }

  private String quoted() {
    return "`" + name().replace("`", "``") + "`";
  }

  /**
   * Jackson writes half a surrogate pair as a question mark; a message may well have it escaped.
   */
  private static byte[] utf8(ObjectNode message) {
    return message.toString().replace("\ud800", "\\ud800").getBytes(StandardCharsets.UTF_8);
  }
}
