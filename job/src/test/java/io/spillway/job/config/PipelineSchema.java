package io.spillway.job.config;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes the JSON Schema of the pipeline file from the tables of {@code docs/configuration.md}, of
 * which other tests say that they have every key. It completes words and refuses unknown keys;
 * ranges are left to {@code validate}.
 */
final class PipelineSchema {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern ROW =
      Pattern.compile(
          "^\\| `([^`]+)` \\|([^|]*)\\|([^|]*)\\|([^|]*)\\|[^|]*\\|([^|]*)\\|$", Pattern.MULTILINE);
  private static final Pattern WORD = Pattern.compile("`([A-Za-z][A-Za-z-]*)`");

  private PipelineSchema() {}

  static ObjectNode of(String page) {
    ObjectNode root = JSON.createObjectNode();
    root.put("$schema", "http://json-schema.org/draft-07/schema#");
    root.put("title", "Spillway pipeline");
    root.put("type", "object");
    root.put("additionalProperties", false);
    Matcher row = ROW.matcher(page);
    while (row.find()) {
      key(root, row);
    }
    RenamedKeys.NEW_NAMES.forEach((old, name) -> alias(root, old, name));
    return root;
  }

  /** An editor strikes the old name out, and doesn't call it wrong. */
  private static void alias(ObjectNode root, String old, String name) {
    String[] parts = old.split("\\.");
    JsonNode section = object(root).path("properties").path(parts[0].replace("[]", ""));
    ObjectNode holder =
        parts[0].endsWith("[]") ? (ObjectNode) list(section).get("items") : object(section);
    ObjectNode properties = (ObjectNode) holder.get("properties");
    ObjectNode alias = properties.get(name).deepCopy();
    alias.put("deprecated", true).put("description", "Called " + name + " now.");
    properties.set(parts[1], alias);
  }

  private static void key(ObjectNode root, Matcher row) {
    ObjectNode node = root;
    String[] parts = row.group(1).split("\\.");
    for (int i = 0; i < parts.length; i++) {
      String part = parts[i].replace("[]", "");
      if (part.equals("*")) {
        node.putObject("additionalProperties");
        node.put("description", text(row.group(5)));
        return;
      }
      ObjectNode properties = object(node).withObject("/properties");
      boolean last = i + 1 == parts.length;
      if (last) {
        properties.set(part, leaf(row));
      } else if (!properties.has(part)) {
        properties.set(part, parts[i].endsWith("[]") ? newList() : newObject());
      }
      node = (ObjectNode) properties.get(part);
      if (!last && parts[i].endsWith("[]")) {
        node = (ObjectNode) list(node).get("items");
        node.put("type", "object").put("additionalProperties", false);
      }
    }
  }

  /** The alternative of a node that is a mapping; the node itself where it has none. */
  static ObjectNode object(JsonNode node) {
    return alternative(node, "object");
  }

  /** The alternative of a node that is a list; the node itself where it has none. */
  static ObjectNode list(JsonNode node) {
    return alternative(node, "array");
  }

  private static ObjectNode alternative(JsonNode node, String type) {
    for (JsonNode each : node.path("anyOf")) {
      if (each.path("type").asText().equals(type)) {
        return (ObjectNode) each;
      }
    }
    return (ObjectNode) node;
  }

  private static ObjectNode newObject() {
    return JSON.createObjectNode().put("type", "object").put("additionalProperties", false);
  }

  private static ObjectNode newList() {
    ObjectNode list = JSON.createObjectNode().put("type", "array");
    list.set("items", newObject());
    return list;
  }

  private static ObjectNode leaf(Matcher row) {
    List<String> types = List.of(row.group(2).strip().split(" or "));
    ObjectNode leaf = JSON.createObjectNode();
    leaf.put("description", (text(row.group(5)) + " Default: " + text(row.group(3)) + ".").strip());
    ArrayNode alternatives = JSON.createArrayNode();
    types.forEach(type -> alternatives(type, row.group(4), alternatives));
    leaf.set("anyOf", alternatives);
    return leaf;
  }

  private static void alternatives(String type, String allowed, ArrayNode out) {
    switch (type) {
      case "word" -> {
        ArrayNode words = JSON.createArrayNode();
        Matcher word = WORD.matcher(allowed);
        while (word.find()) {
          words.add(word.group(1));
        }
        if (!words.isEmpty()) {
          out.addObject().set("enum", words);
        }
        // ${NAME} stands for any of them
        out.addObject().put("type", "string");
      }
      case "number", "share" -> out.addObject().putArray("type").add("number").add("string");
      case "flag" -> out.addObject().putArray("type").add("boolean").add("string");
      case "time" -> out.addObject().putArray("type").add("string").add("number");
      case "list" -> {
        ObjectNode list = newList();
        ((ObjectNode) list.get("items")).removeAll();
        out.add(list);
      }
      case "mapping" -> {
        ObjectNode object = newObject();
        if (allowed.strip().equals("anything")) {
          object.putObject("additionalProperties");
        }
        out.add(object);
      }
      default -> out.addObject().put("type", "string");
    }
  }

  /** Without links and backticks. */
  private static String text(String markdown) {
    return markdown.strip().replaceAll("\\[([^]]*)]\\([^)]*\\)", "$1").replace("`", "");
  }
}
