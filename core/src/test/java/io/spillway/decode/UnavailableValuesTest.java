package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.event.Row;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

/** Values that Debezium doesn't have: large ones that an update of PostgreSQL has left alone. */
class UnavailableValuesTest {
  private static final String TEXT = "\"__debezium_unavailable_value\"";
  private static final String FIELDS =
      "{\"type\":\"int32\",\"field\":\"v\"},{\"type\":\"string\",\"field\":\"notes\"},"
          + "{\"type\":\"bytes\",\"field\":\"photo\"},"
          + "{\"type\":\"string\",\"name\":\"io.debezium.data.Json\",\"field\":\"extra\"},"
          + "{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"field\":\"tags\"},"
          + "{\"type\":\"string\",\"field\":\"city\"}";

  private static String row(String notes, String photo, String extra, String tags) {
    return "{\"v\":4,\"notes\":%s,\"photo\":%s,\"extra\":%s,\"tags\":%s,\"city\":\"Oslo\"}"
        .formatted(notes, photo, extra, tags);
  }

  private static String update(String before, String after) {
    return DebeziumMessages.typed(FIELDS, "4")
        .replace("\"before\":null", "\"before\":" + before)
        .replace("{\"v\":4}", after)
        .replace("\"op\":\"c\"", "\"op\":\"u\"");
  }

  private static final String UNKNOWN =
      row(TEXT, "\"X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==\"", TEXT, "[" + TEXT + "]");

  @Test
  void theyAreLeftOutOfTheRowAndNamed() {
    JsonNode canal = DebeziumMessages.canal(DebeziumMessages.decode(null, update("null", UNKNOWN)));
    assertThat(canal.get("data").toString()).isEqualTo("[{\"v\":\"4\",\"city\":\"Oslo\"}]");
    assertThat(canal.get("unavailable").toString())
        .isEqualTo("[\"notes\",\"photo\",\"extra\",\"tags\"]");
    assertThat(canal.get("sqlType").toString()).isEqualTo("{\"v\":4,\"city\":12}");
    assertThat(canal.get("mysqlType").size()).isEqualTo(6);
  }

  @Test
  void inTheOldRowTheyAreAbsentAsWhatHasNotChanged() {
    String known = row("\"n\"", "\"AQ==\"", "\"{}\"", "[]");
    JsonNode canal = DebeziumMessages.canal(DebeziumMessages.decode(null, update(UNKNOWN, known)));
    assertThat(canal.get("old").toString()).isEqualTo("[{\"v\":\"4\",\"city\":\"Oslo\"}]");
    assertThat(canal.at("/data/0/notes").asText()).isEqualTo("n");
    assertThat(canal.has("unavailable")).isFalse();
  }

  @Test
  void theColumnsOfTheTableStayWhatTheyAre() {
    DebeziumJsonDecoder decoder = DebeziumMessages.decoder();
    Row first = (Row) DebeziumMessages.decode(decoder, null, update("null", UNKNOWN));
    assertThat(EventText.columns(first.shape()))
        .containsExactly(
            "v:int:false",
            "notes:varchar:false",
            "photo:blob:false",
            "extra:json:false",
            "tags:json:false",
            "city:varchar:false");
    String known = row("\"n\"", "\"AQ==\"", "\"{}\"", "[]");
    Row second = (Row) DebeziumMessages.decode(decoder, null, update("null", known));
    assertThat(second.shape()).isNull();
  }

  @Test
  void textThatOnlyLooksAlikeIsAValue() {
    String photo = "\"X19kZWJleml1bV91bmF2YWlsYWJsZV92YWx1ZQ==\"";
    String row = row(photo, "\"\"", "null", "[]");
    JsonNode canal = DebeziumMessages.canal(DebeziumMessages.decode(null, update("null", row)));
    assertThat(canal.at("/data/0/notes").asText()).startsWith("X19kZWJl");
    assertThat(canal.has("unavailable")).isFalse();
  }

  @Test
  void thePlaceholderMayBeAnotherText() {
    DebeziumOptions options = new DebeziumOptions(ZoneOffset.UTC, "not \"sent\"");
    DebeziumJsonDecoder decoder =
        new DebeziumJsonDecoder(DispatcherBy.TABLE, TableRule.ANY, options, CommitTimes.ANY);
    String text = "\"not \\\"sent\\\"\"";
    String row = row(text, "\"bm90ICJzZW50Ig==\"", TEXT, "[" + text + "]");
    JsonNode canal =
        DebeziumMessages.canal(DebeziumMessages.decode(decoder, null, update("null", row)));
    assertThat(canal.get("unavailable").toString()).isEqualTo("[\"notes\",\"photo\",\"tags\"]");
    assertThat(canal.at("/data/0/extra").asText()).isEqualTo("__debezium_unavailable_value");
  }
}
