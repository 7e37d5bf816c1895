package io.spillway.job.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.zip.CRC32;

/**
 * Schema files as Go writes JSON with an indent of four blanks, and the checksum in their names.
 */
final class SchemaText {
  private static final ObjectMapper JSON = new ObjectMapper();

  private SchemaText() {}

  static String of(JsonNode node) {
    StringBuilder text = new StringBuilder();
    write(node, "\n", text);
    return text.toString();
  }

  private static void write(JsonNode node, String line, StringBuilder text) {
    if (node.isEmpty()) {
      text.append(escaped(node.toString()));
      return;
    }
    String inner = line + "    ";
    text.append(node.isObject() ? '{' : '[');
    String before = inner;
    if (node.isObject()) {
      for (Iterator<Map.Entry<String, JsonNode>> i = node.fields(); i.hasNext(); ) {
        Map.Entry<String, JsonNode> field = i.next();
        text.append(before).append('"').append(field.getKey()).append("\": ");
        write(field.getValue(), inner, text);
        before = "," + inner;
      }
    } else {
      for (JsonNode element : node) {
        text.append(before);
        write(element, inner, text);
        before = "," + inner;
      }
    }
    text.append(line).append(node.isObject() ? '}' : ']');
  }

  private static String escaped(String json) {
    return json.replace("<", "\\u003c")
        .replace(">", "\\u003e")
        .replace("&", "\\u0026")
        .replace("\u2028", "\\u2028")
        .replace("\u2029", "\\u2029");
  }

  /** CRC-32 of the structure alone: version 0, columns in the order of their names' bytes. */
  static String checksum(JsonNode schema) {
    ObjectNode hashed = JSON.createObjectNode();
    hashed.set("Table", schema.get("Table"));
    hashed.set("Schema", schema.get("Schema"));
    hashed.put("Version", 0);
    List<JsonNode> columns = new ArrayList<>();
    schema.get("TableColumns").forEach(columns::add);
    columns.sort(Comparator.comparing(SchemaText::name, SchemaText::byBytes));
    ArrayNode sorted = hashed.putArray("TableColumns");
    sorted.addAll(columns);
    hashed.put("TableColumnsTotal", columns.size());
    CRC32 crc = new CRC32();
    crc.update(of(hashed).getBytes(StandardCharsets.UTF_8));
    return String.format(Locale.ROOT, "%010d", crc.getValue());
  }

  private static byte[] name(JsonNode column) {
    return column.get("ColumnName").asText().getBytes(StandardCharsets.UTF_8);
  }

  private static int byBytes(byte[] a, byte[] b) {
    return Arrays.compareUnsigned(a, b);
  }
}
