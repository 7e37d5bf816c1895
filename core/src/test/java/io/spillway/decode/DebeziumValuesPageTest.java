package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.search.document.Document;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RefusedRowException;
import io.spillway.search.document.RowDocuments;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What becomes of each connector's columns in each of its modes, and the page that shows it, made
 * from the decoder's and the search sink's own output.
 */
class DebeziumValuesPageTest {
  private static final Path PAGE = Path.of("..", "docs", "debezium-values.md");
  private static final String HEAD =
      """
      # Debezium: what a file and a document get

      Made from `DebeziumValuesPageTest`: a test fails where this page differs, and `mvn -pl core test -Dtest=DebeziumValuesPageTest
      -Dspillway.docs.write=true` writes it anew. Each line is a column of a connector in one of its modes: how Debezium describes and sends a
      value of it, and what a file's row and the search sink's document hold then. `mysqlType` is what the row says of
      the column where the source's own type isn't propagated. How the rows of this table come about: [sources](sources.md#values).

      | connector | column | mode | sent as | value | in a file | `mysqlType` | in a document |
      |---|---|---|---|---|---|---|---|
      """;

  static List<DebeziumValue> values() {
    return DebeziumValues.ALL;
  }

  /** What one value becomes: file, type, document. */
  private static String[] outcome(DebeziumValue value) throws IOException {
    String message =
        DebeziumMessages.typed(
            "{\"type\":\"int64\",\"field\":\"id\"}," + value.field(), value.json());
    message = message.replace("\"after\":{", "\"after\":{\"id\":1,");
    Event event = DebeziumMessages.decode("{\"id\":1}", message);
    if (event instanceof Poison poison) {
      return new String[] {"dead letter: " + poison.reason().replaceAll(", at byte.*", ""), "", ""};
    }
    Row row = (Row) event;
    JsonNode canal = DebeziumMessages.canal(row);
    JsonNode data = canal.at("/data/0");
    String file = data.has("v") ? data.get("v").toString() : "left out, named in `unavailable`";
    return new String[] {file, canal.at("/mysqlType/v").asText(), document(row)};
  }

  private static String document(Row row) throws IOException {
    byte[] bytes = Arrays.copyOfRange(row.buffer(), row.offset(), row.offset() + row.length());
    try {
      List<Document> documents = new RowDocuments(DocumentConfig.DEFAULT).of(bytes, row.commitTs());
      String[] lines = new String(documents.get(0).ndjson(), StandardCharsets.UTF_8).split("\n");
      return valueOf(lines[lines.length - 1]);
    } catch (RefusedRowException e) {
      return "dead letter: " + e.kind().name().toLowerCase(Locale.ROOT);
    }
  }

  /** The column's value in a document, letter by letter. */
  private static String valueOf(String document) throws IOException {
    try (JsonParser parser = DebeziumMessages.JSON.createParser(document)) {
      while (parser.nextToken() != null) {
        if (parser.currentToken() == JsonToken.FIELD_NAME && parser.currentName().equals("v")) {
          parser.nextToken();
          long from = parser.currentTokenLocation().getCharOffset();
          parser.skipChildren();
          parser.finishToken();
          return document.substring((int) from, (int) parser.currentLocation().getCharOffset());
        }
      }
    }
    return "no field";
  }

  private static String line(DebeziumValue value) throws IOException {
    String[] outcome = outcome(value);
    return String.join(
        " | ",
        "| " + value.connector(),
        value.column(),
        value.mode(),
        value.sentAs(),
        code(value.json()),
        code(outcome[0]),
        code(outcome[1]),
        code(outcome[2]) + " |\n");
  }

  private static String code(String text) {
    boolean isProse = text.isEmpty() || text.contains(" letter") || text.contains("left out");
    return isProse || text.equals("no field") ? text : "`" + text + "`";
  }

  private static String page() throws IOException {
    StringBuilder page = new StringBuilder(HEAD);
    for (DebeziumValue value : DebeziumValues.ALL) {
      page.append(line(value));
    }
    return page.toString();
  }

  @Test
  void thePageIsCurrent() throws IOException {
    if (Boolean.getBoolean("spillway.docs.write")) {
      Files.writeString(PAGE, page());
    }
    assertThat(Files.readString(PAGE))
        .as("write it anew with -Dspillway.docs.write=true")
        .isEqualTo(page());
  }

  @ParameterizedTest
  @MethodSource("values")
  void aValueKeepsWhatItSays(DebeziumValue value) throws IOException {
    assertThat(outcome(value)[0]).as(value.toString()).isEqualTo(value.expected());
  }
}
