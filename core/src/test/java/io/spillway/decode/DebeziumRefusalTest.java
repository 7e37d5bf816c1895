package io.spillway.decode;

import static io.spillway.decode.DebeziumMessages.decode;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.event.SourcePosition;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that can't be decoded: why and where is told, and they are kept as they came. */
class DebeziumRefusalTest {
  private static final int CASES = 15_000;

  private static final List<String> SEEDS =
      List.of(
          DebeziumMessages.INSERT,
          DebeziumMessages.UPDATE,
          DebeziumMessages.DELETE,
          DebeziumMessages.DDL,
          DebeziumMessages.TICDC_INSERT,
          DebeziumMessages.TICDC_DDL,
          DebeziumMessages.TICDC_WATERMARK,
          DebeziumMessages.typed(
              "{\"type\":\"int64\",\"name\":\"io.debezium.time.Timestamp\",\"field\":\"v\"}",
              "1476497715000"),
          DebeziumMessages.typed("{\"type\":\"bytes\",\"field\":\"v\"}", "\"5oiR\""),
          "{\"key\":{\"no\":9},\"value\":" + DebeziumMessages.DELETE + "}",
          "{\"status\":\"END\",\"id\":\"1\",\"ts_ms\":5}");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{} | INVALID | op is missing, at byte 2",
        "[] | INVALID | message is not an object, at byte 0",
        "{\"op\":\"c\" | MALFORMED | unexpected end at byte 9",
        "{\"payload\":5} | INVALID | payload is not an object, at byte 11",
        "{\"op\":7} | INVALID | op is not a string, at byte 6",
        "{\"op\":\"x\"} | INVALID | op is none of c, r, u, d, t, m, at byte 10",
        "{\"op\":\"c\",\"op\":\"c\"} | INVALID | op is given twice, at byte 10",
        "{\"op\":\"c\"} | INVALID | source.db is missing, at byte 10",
        "{\"op\":\"c\",\"source\":{\"db\":\"d\"}} | INVALID | source.table is missing, at byte 30",
        "{\"op\":\"c\",\"source\":{\"db\":\"d\",\"table\":\"t\"}} | INVALID | after is missing, at byte 42",
        "{\"op\":\"d\",\"source\":{\"db\":\"d\",\"table\":\"t\"}} | INVALID | before is missing, at byte 42",
        "{\"op\":\"c\",\"after\":[]} | INVALID | after is not an object, at byte 18",
        "{\"op\":\"c\",\"source\":{\"commit_ts\":\"1\"}} | INVALID | source.commit_ts is not an integer from 0 to 2^63-1, at byte 32",
        "{\"id\":1,\"name\":\"flat\"} | INVALID | op is missing, at byte 22",
        "{\"schema\":7,\"payload\":{}} | INVALID | schema is not an object, at byte 10",
      })
  void theReasonTellsWhatAndWhere(String message, Poison.Kind kind, String reason) {
    Poison poison = (Poison) decode("k", message);
    assertThat(poison.reason()).isEqualTo(reason);
    assertThat(poison.kind()).isEqualTo(kind);
    assertThat(poison.value()).isEqualTo(Messages.utf8(message));
    assertThat(poison.key()).isEqualTo(Messages.utf8("k"));
    assertThat(poison.position())
        .isEqualTo(new SourcePosition(Messages.PARTITION, Messages.OFFSET, Messages.TIME));
  }

  @Test
  void aLetterNamesTheTableAndKeepsTheKey() {
    String bad = DebeziumMessages.INSERT.replace("\"op\":\"c\"", "\"op\":\"x\"");
    Poison poison = (Poison) decode(DebeziumMessages.KEY, bad);
    assertThat(poison.about().table().toString()).isEqualTo("store.bills");
    assertThat(poison.key()).isEqualTo(Messages.utf8(DebeziumMessages.KEY));
    assertThat(poison.about().primaryKey()).isEqualTo("{\"no\":\"9\"}");
    assertThat(((Poison) decode("seven", bad)).about().primaryKey()).isEmpty();
    String early = bad.replace("\"before\":null", "\"before\":7");
    DebeziumJsonDecoder decoder = DebeziumMessages.decoder();
    assertThat(((Poison) decode(decoder, DebeziumMessages.KEY, early)).about().primaryKey())
        .isEqualTo("{\"no\":\"9\"}");
    assertThat(((Poison) decode(decoder, null, early)).about().primaryKey())
        .as("the key of the message before")
        .isEmpty();

    String schema = bad.replace("\"db\":\"store\"", "\"db\":\"pdb\",\"schema\":\"own\"");
    assertThat(((Poison) decode(null, schema)).about().table().toString()).isEqualTo("own.bills");
    assertThat(((Poison) decode(null, bad.substring(1))).about().table()).isNull();
    String cut = bad.substring(0, bad.length() - 1);
    assertThat(((Poison) decode(null, cut)).about().table().toString()).isEqualTo("store.bills");
  }

  @Test
  void aMessageWithoutAnyTimeIsRefused() {
    byte[] message =
        Messages.utf8(
            "{\"op\":\"c\",\"source\":{\"db\":\"d\",\"table\":\"t\"},\"after\":{\"a\":1}}");
    Event event =
        DebeziumMessages.decoder()
            .decode(Messages.PARTITION, 5, -1, null, message, 0, message.length);
    assertThat(((Poison) event).reason())
        .startsWith("source.ts_ms is missing, and there is no other time, at byte ");
  }

  @Test
  void aTruncationOfATableWithHalfASurrogatePairIsRefused() {
    String truncation =
        DebeziumMessages.DELETE
            .replace("\"op\":\"d\"", "\"op\":\"t\"")
            .replace("\"bills\"", "\"\\ud800\"");

    Poison poison = (Poison) decode("k", truncation);

    assertThat(poison.kind()).isEqualTo(Poison.Kind.INVALID);
    assertThat(poison.reason()).startsWith("source.table holds half a surrogate pair, at byte ");
  }

  @Test
  void anEmptyValueIsNoTombstone() {
    assertThat(((Poison) decode("k", "")).kind()).isEqualTo(Poison.Kind.EMPTY);
  }

  @Test
  void aTableThatCannotBeDeliveredIsRefusedWithItsMessage() {
    DebeziumJsonDecoder decoder =
        new DebeziumJsonDecoder(
            DispatcherBy.TABLE,
            table -> table.table().equals("bills") ? Optional.of("is odd") : Optional.empty(),
            ZoneOffset.UTC);
    for (String message : List.of(DebeziumMessages.INSERT, DebeziumMessages.DDL)) {
      Poison poison = (Poison) decode(decoder, null, message);
      assertThat(poison.reason()).isEqualTo("table is odd");
      assertThat(poison.value()).isEqualTo(Messages.utf8(message));
    }
  }

  @Test
  void tooLargeMessagesAreRefused() {
    byte[] large = new byte[CanalJsonDecoder.MAX_MESSAGE_BYTES + 1];
    Event event =
        DebeziumMessages.decoder().decode(Messages.PARTITION, 5, 5, null, large, 0, large.length);
    assertThat(((Poison) event).kind()).isEqualTo(Poison.Kind.TOO_LARGE);
  }

  @Test
  void positionsCountFromTheStartOfTheMessage() {
    byte[] framed = Messages.utf8("  \n{\"op\":7}");
    Event event = DebeziumMessages.decoder().decode(Messages.PARTITION, 5, 5, null, framed, 3, 8);
    assertThat(((Poison) event).reason()).isEqualTo("op is not a string, at byte 6");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void damagedMessagesNeverThrowAndNeverBecomeBadRows(long seed) throws IOException {
    Random random = new Random(seed);
    Map<String, Integer> outcomes = new HashMap<>();
    DebeziumJsonDecoder decoder = DebeziumMessages.decoder();
    for (int i = 0; i < CASES; i++) {
      byte[] message = Messages.utf8(SEEDS.get(random.nextInt(SEEDS.size())));
      for (int m = random.nextInt(4); m >= 0; m--) {
        message =
            Mutation.values()[random.nextInt(Mutation.values().length)].apply(message, random);
      }
      String text =
          "seed " + seed + " case " + i + ": " + new String(message, StandardCharsets.ISO_8859_1);
      Event event = Messages.decode(decoder, message);
      if (event instanceof Row row) {
        assertSound(row, text);
      } else if (event instanceof Poison poison) {
        assertThat(poison.value()).as(text).isEqualTo(message);
      }
      if (!isJson(message)) {
        assertThat(event).as(text).isInstanceOf(Poison.class);
      }
      outcomes.merge(EventText.of(event).split(" ", 2)[0], 1, Integer::sum);
    }
    assertThat(outcomes).containsKeys("row", "ddl", "resolved", "skipped", "MALFORMED", "INVALID");
    assertThat(outcomes.get("row")).isGreaterThan(CASES / 20);
  }

  private static void assertSound(Row row, String text) {
    JsonNode data = DebeziumMessages.canal(row).at("/data/0");
    assertThat(data.isObject()).as(text).isTrue();
    assertThat(data).as(text).allMatch(value -> value.isTextual() || value.isNull());
    byte[] slice =
        java.util.Arrays.copyOfRange(row.buffer(), row.offset(), row.offset() + row.length());
    Row again = (Row) Messages.decode(slice);
    assertThat(again.commitTs()).as(text).isEqualTo(row.commitTs());
    assertThat(again.dispatcher()).as(text).isEqualTo(row.dispatcher());
  }

  private static boolean isJson(byte[] message) {
    try (var parser = DebeziumMessages.JSON.createParser(message)) {
      while (parser.nextToken() != null) {
        parser.getText();
      }
      return true;
    } catch (IOException refused) {
      return false;
    }
  }
}
