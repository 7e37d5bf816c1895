package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/** {@code docs/pipeline.schema.json}, which editors use: as the declared keys say. */
class PipelineSchemaTest {
  private static final Path DOCS = Path.of("..", "docs");
  private static final ObjectMapper JSON = new ObjectMapper();

  private static ObjectNode schema() throws IOException {
    return PipelineSchema.of(Files.readString(DOCS.resolve("configuration.md")));
  }

  @Test
  void theFileIsAsTheKeysAreDeclared() throws IOException {
    String wanted = JSON.writerWithDefaultPrettyPrinter().writeValueAsString(schema()) + "\n";
    Path file = DOCS.resolve("pipeline.schema.json");
    if (Boolean.getBoolean("spillway.docs.write")) {
      Files.writeString(file, wanted);
    }
    assertThat(file).as("write it anew with -Dspillway.docs.write=true").hasContent(wanted);
  }

  @Test
  void everyDeclaredKeyIsInIt() throws IOException {
    JsonNode schema = schema();
    for (String key : KeyChange.declared().keySet()) {
      assertThat(at(schema, key).isMissingNode()).as(key).isFalse();
    }
  }

  @Test
  void theFileWithEveryKeyFits() throws IOException {
    // a plain null is no text to a general reader of YAML
    String full = Pipelines.resource("full-pipeline.yaml").replace(" null: ", " \"null\": ");
    assertThat(faults(full)).isEmpty();
  }

  @Test
  void anUnknownKeyAndAWrongKindOfValueDoNotFit() throws IOException {
    assertThat(faults("pipeline: {name: shop, nam: x}\n")).containsExactly("pipeline.nam: unknown");
    assertThat(faults("storage: {path: [out]}\n")).containsExactly("storage.path: [\"out\"]");
    assertThat(faults("sources: {type: files}\n")).hasSize(1);
  }

  private static JsonNode at(JsonNode schema, String key) {
    JsonNode node = schema;
    for (String part : key.split("\\.")) {
      if (part.equals("*")) {
        return node.path("additionalProperties");
      }
      boolean list = part.endsWith("[]");
      JsonNode inner = PipelineSchema.object(node).path("properties").path(part.replace("[]", ""));
      node = list ? PipelineSchema.list(inner).path("items") : inner;
    }
    return node;
  }

  private static List<String> faults(String yaml) throws IOException {
    Object content = new Load(LoadSettings.builder().build()).loadFromString(yaml);
    List<String> faults = new ArrayList<>();
    check("", JSON.valueToTree(content), schema(), faults);
    return faults;
  }

  /** As much of JSON Schema as the file uses. */
  private static void check(String path, JsonNode value, JsonNode schema, List<String> faults) {
    if (schema.has("anyOf")) {
      for (JsonNode one : schema.get("anyOf")) {
        List<String> inner = new ArrayList<>();
        check(path, value, one, inner);
        if (inner.isEmpty()) {
          return;
        }
      }
      faults.add(path + ": " + value);
    } else if (schema.has("enum")) {
      boolean found = false;
      for (JsonNode word : schema.get("enum")) {
        found |= word.equals(value);
      }
      if (!found) {
        faults.add(path + ": " + value);
      }
    } else if (schema.has("type") && !fits(value, schema.get("type"))) {
      faults.add(path + ": " + value);
    } else if (value.isArray()) {
      value.forEach(item -> check(path + "[]", item, schema.path("items"), faults));
    } else if (value.isObject()) {
      members(path, value, schema, faults);
    }
  }

  private static void members(String path, JsonNode value, JsonNode schema, List<String> faults) {
    for (Map.Entry<String, JsonNode> member : value.properties()) {
      String key = path.isEmpty() ? member.getKey() : path + "." + member.getKey();
      JsonNode known = schema.path("properties").path(member.getKey());
      if (!known.isMissingNode()) {
        check(key, member.getValue(), known, faults);
      } else if (!schema.path("additionalProperties").isObject()) {
        faults.add(key + ": unknown");
      }
    }
  }

  private static boolean fits(JsonNode value, JsonNode types) {
    String type =
        switch (value.getNodeType()) {
          case STRING -> "string";
          case NUMBER -> "number";
          case BOOLEAN -> "boolean";
          case ARRAY -> "array";
          case OBJECT -> "object";
          default -> "null";
        };
    for (JsonNode each : types.isArray() ? types : JSON.createArrayNode().add(types)) {
      if (each.asText().equals(type)) {
        return true;
      }
    }
    return false;
  }
}
