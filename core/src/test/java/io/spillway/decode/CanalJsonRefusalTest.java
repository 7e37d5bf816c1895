package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Poison.Kind;
import io.spillway.event.Row;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePosition;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CanalJsonRefusalTest {
  private static Poison poison(String message) {
    Event event = Messages.decode(message);
    assertThat(event).as(message).isInstanceOf(Poison.class);
    return (Poison) event;
  }

  @ParameterizedTest
  @ValueSource(strings = {"", " ", "\r\n\t "})
  void nothingIsEmpty(String message) {
    Poison poison = poison(message);
    assertThat(poison.kind()).isEqualTo(Kind.EMPTY);
    assertThat(poison.value()).isEqualTo(Messages.utf8(message));
  }

  @Test
  void aTombstoneIsSkippedAndNoDeadLetter() {
    assertThat(Messages.decode((byte[]) null))
        .isEqualTo(new Skipped(Messages.PARTITION, "tombstone"));
  }

  @Test
  void aPoisonThatNamesItsTableSaysSo() {
    Poison named = poison(Messages.INSERT.replace("\"data\"", "\"dates\""));
    assertThat(named.kind()).isEqualTo(Kind.INVALID);
    assertThat(named.about().table().toString()).isEqualTo("store.bills");
    assertThat(poison("{\"database\":\"store\",\"table\":\"bills\"").about().table())
        .as("of a message that ends too early")
        .isEqualTo(named.about().table());
    assertThat(poison("{\"database\":\"store\",\"table\":\"bil").about().table()).isNull();
    assertThat(poison("[]").about().table()).isNull();
  }

  @Test
  void aPoisonThatHoldsARowSaysItsKey() {
    String row =
        "{\"database\":\"d\",\"table\":\"t\",\"type\":\"MERGE\",\"pkNames\":%s,\"data\":[{\"a\":\"1\",\"b\":\"x\"}]}";
    assertThat(poison(row.formatted("[\"b\",\"a\"]")).about().primaryKey())
        .isEqualTo("{\"b\":\"x\",\"a\":\"1\"}");
    assertThat(poison(row.formatted("[\"a\",\"c\"]")).about().primaryKey()).isEmpty();
    assertThat(poison(row.formatted("null")).about().primaryKey()).isEmpty();
    assertThat(poison(row.formatted("[\"a\"]").replace("]}", "]")).about().primaryKey())
        .as("of what isn't JSON")
        .isEmpty();
  }

  @Test
  void aMessageOfTwentyMegabytesIsTooLargeAndKept() {
    String message = Messages.INSERT.replace("3.10", "0".repeat(20_050_912));
    Poison poison = poison(message);
    assertThat(poison.kind()).isEqualTo(Kind.TOO_LARGE);
    assertThat(poison.value()).isEqualTo(Messages.utf8(message));
    assertThat(poison.reason())
        .isEqualTo(Messages.utf8(message).length + " bytes, more than the limit of 16777216");
  }

  @Test
  void aPoisonSaysWhereItCameFromAndOwnsItsBytes() {
    byte[] value = Messages.utf8("..{]..");
    byte[] key = {1};
    CanalJsonDecoder decoder = new CanalJsonDecoder(DispatcherBy.TABLE);
    Poison poison = (Poison) decoder.decode(Messages.PARTITION, 5, 6, key, value, 2, 2);
    assertThat(poison.position()).isEqualTo(new SourcePosition(Messages.PARTITION, 5, 6));
    assertThat(poison.key()).isEqualTo(key);
    value[2] = 'x';
    assertThat(poison.value()).isEqualTo(Messages.utf8("{]"));
    assertThat(poison.reason()).isEqualTo("unexpected byte at byte 1");
  }

  @Test
  void rowsAndDdlsOfATableThatTheRuleRefusesArePoison() {
    TableRule rule =
        table -> table.table().equals("bills") ? Optional.of("has no place") : Optional.empty();
    CanalJsonDecoder decoder = new CanalJsonDecoder(DispatcherBy.TABLE, rule);
    String ddl =
        Messages.INSERT
            .replace("\"isDdl\":false", "\"isDdl\":true")
            .replace("\"sql\":\"\"", "\"sql\":\"DROP TABLE x\"");
    for (String message : List.of(Messages.INSERT, Messages.INSERT, ddl)) {
      byte[] value = Messages.utf8(message);
      Poison poison =
          (Poison) decoder.decode(Messages.PARTITION, 0, 0, null, value, 0, value.length);
      assertThat(poison.kind()).isEqualTo(Kind.INVALID);
      assertThat(poison.reason()).contains("table").contains("has no place");
      assertThat(poison.value()).isEqualTo(value);
    }
    byte[] other = Messages.utf8(Messages.INSERT.replace("bills", "others"));
    assertThat(decoder.decode(Messages.PARTITION, 0, 0, null, other, 0, other.length))
        .isInstanceOf(Row.class);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"a\":NaN}|unexpected byte at byte 5",
        "{\"a\":01}|leading zero at byte 6",
        "{\"a\":1}}|unexpected byte at byte 7",
        "{\"a\":\"x|string without end at byte 7",
        "{\"a\":\"\\q\"}|bad escape at byte 6",
        "{\"type\":5,\"a\"}|unexpected byte at byte 13",
        "{|unexpected end at byte 1",
        "{\"_tidb\":{\"commitTs\":}}|unexpected byte at byte 21",
        "{\"data\":[{\"a\":1},]}|unexpected byte at byte 17",
        "{\"mysqlType\":{\"a\"}}|unexpected byte at byte 17"
      })
  void whatIsNotJsonIsMalformed(String message, String reason) {
    Poison poison = poison(message);
    assertThat(poison.kind()).isEqualTo(Kind.MALFORMED);
    assertThat(poison.reason()).isEqualTo(reason);
  }

  @Test
  void latin1BytesAreMalformed() {
    byte[] value = Messages.INSERT.getBytes(StandardCharsets.ISO_8859_1);
    Poison poison = (Poison) Messages.decode(value);
    assertThat(poison.kind()).isEqualTo(Kind.MALFORMED);
    assertThat(poison.reason()).isEqualTo("not UTF-8 at byte " + Messages.INSERT.indexOf('ë'));
  }

  @Test
  void everyTruncationOfAMessageIsRefused() {
    byte[] whole = Messages.utf8(Messages.INSERT);
    CanalJsonDecoder decoder = new CanalJsonDecoder(DispatcherBy.TABLE);
    for (int length = 1; length < whole.length; length++) {
      Event event = decoder.decode(Messages.PARTITION, 0, -1, null, whole, 0, length);
      assertThat(event).as("%d bytes", length).isInstanceOf(Poison.class);
      assertThat(((Poison) event).kind()).isEqualTo(Kind.MALFORMED);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "\"database\":\"store\"|\"database\":5|database is not a string, at byte 19",
        "\"database\":\"store\"|\"database\":\"\"|database is missing",
        "\"database\":\"store\"|\"database\":null|database is missing",
        "\"database\":\"store\"|\"database\":\"\\udc00\"|database holds half a surrogate pair",
        "\"table\":\"bills\"|\"tables\":\"bills\"|table is missing",
        "\"isDdl\":false|\"isDdl\":\"no\"|isDdl is not true or false, at byte 68",
        "\"type\":\"INSERT\"|\"type\":[]|type is not a string",
        "\"type\":\"INSERT\"|\"typ\":\"INSERT\"|type is missing",
        "\"sql\":\"\"|\"sql\":{}|sql is not a string",
        "\"es\":1768472430400|\"es\":\"1768472430400\"|es is not an integer",
        "\"pkNames\":[\"no\"]|\"pkNames\":\"no\"|pkNames is not an array",
        "\"old\":null|\"data\":{}|data is not an array",
        "\"old\":null|\"table\":\"bills\"|table is given twice",
        "\"old\":null|\"t\\u0061ble\":null|table is given twice",
        "\"old\":null|\"data\":[{\"a\":1},2]|data holds something else than objects",
        "\"sqlType\":{|\"mysqlType\":[],\"x\":{|mysqlType is not an object",
        "463594436794777601|-1|_tidb.commitTs is not an integer from 0 to 2^63-1",
        "463594436794777601|-0|_tidb.commitTs is not an integer",
        "463594436794777601|1.0|_tidb.commitTs is not an integer",
        "463594436794777601|1e3|_tidb.commitTs is not an integer",
        "463594436794777601|\"1\"|_tidb.commitTs is not an integer",
        "463594436794777601|9223372036854775808|_tidb.commitTs is not an integer",
        "463594436794777601|18446744073709551617|_tidb.commitTs is not an integer",
        "463594436794777601|null|_tidb.commitTs is missing",
        "463594436794777601|5,\"commitTs\":5|_tidb.commitTs is given twice",
        "463594436794777601|5,\"onlyHandleKey\":1|_tidb.onlyHandleKey is not true or false",
        "463594436794777601|5,\"claimCheckLocation\":1|_tidb.claimCheckLocation is not a string",
        "{\"commitTs\":463594436794777601}|{}|_tidb.commitTs is missing",
        "{\"commitTs\":463594436794777601}|5|_tidb is not an object"
      })
  void aFieldThatRoutesMustBeRight(String good, String bad, String reason) {
    assertThat(Messages.INSERT).contains(good);
    Poison poison = poison(Messages.INSERT.replace(good, bad));
    assertThat(poison.kind()).isEqualTo(Kind.INVALID);
    assertThat(poison.reason()).startsWith(reason).containsPattern(", at byte \\d+$");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"type\":\"TIDB_WATERMARK\",\"es\":5}",
        "{\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"commitTs\":5}}",
        "{\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"watermarkTs\":null}}"
      })
  void aWatermarkWithoutTimestampIsInvalid(String message) {
    assertThat(poison(message).reason())
        .isEqualTo("_tidb.watermarkTs is missing, at byte " + message.length());
  }

  @Test
  void aDdlNeedsADatabaseAStatementAndATimestamp() {
    assertThat(poison(Messages.DDL.replace("\"store\"", "\"\"")).reason())
        .startsWith("database is missing");
    assertThat(poison(Messages.DDL.replace("\"sql\"", "\"ddl\"")).reason())
        .startsWith("sql is missing");
    assertThat(poison(Messages.DDL.replace("commitTs", "ts")).reason())
        .startsWith("_tidb.commitTs is missing");
  }

  @Test
  void aPlainRowNeedsATimeThatFits() {
    assertThat(poison(Messages.PLAIN.replace("\"es\"", "\"e\"")).reason())
        .startsWith("es is missing");
    assertThat(poison(Messages.PLAIN.replace("1700000000123", "35184372088832")).reason())
        .startsWith("es is no time in ms");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"data\":[]", "\"data\":null", "\"rows\":[{}]"})
  void aChangeNeedsARow(String data) {
    String message =
        "{\"type\":\"INSERT\",\"database\":\"d\",\"table\":\"t\",\"es\":1," + data + "}";
    assertThat(poison(message).reason())
        .isEqualTo("data holds no row, at byte " + message.length());
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "5", "null", "\"INSERT\"", "[{\"type\":\"INSERT\"}]"})
  void jsonThatIsNoObjectIsInvalid(String message) {
    Poison poison = poison(message);
    assertThat(poison.kind()).isEqualTo(Kind.INVALID);
    assertThat(poison.reason()).isEqualTo("message is not an object, at byte 0");
  }

  @Test
  void theExtensionCountsAsALevelOfNesting() {
    String arrays = "[".repeat(998) + "]".repeat(998);
    String message = "{\"type\":\"X\",\"_tidb\":{\"a\":" + arrays + "}}";
    assertThat(EventText.of(Messages.decode(message))).isEqualTo("skipped x");
    assertThat(poison(message.replace("[]", "[[]]")).reason())
        .startsWith("nested deeper than 1000");
    String wrongType = message.replace("\"a\":", "\"commitTs\":").replace("[]", "[[]]");
    assertThat(poison(wrongType).kind()).isEqualTo(Kind.MALFORMED);
  }

  @Test
  void aReasonHoldsNoValueOfTheRow() {
    String secret = "4111-1111";
    String message = Messages.INSERT.replace("3.10", secret + "\u0001");
    assertThat(poison(message).reason()).doesNotContain(secret).doesNotContain("store");
  }

  @Test
  void aBadMessageLeavesNothingBehindForTheNextOne() {
    CanalJsonDecoder decoder = new CanalJsonDecoder(DispatcherBy.TABLE);
    Messages.decode(decoder, Messages.utf8(Messages.DDL.replace("}}", "}")));
    String bare = "{\"type\":\"INSERT\",\"data\":[{}],\"es\":1}";
    Poison poison = (Poison) Messages.decode(decoder, Messages.utf8(bare));
    assertThat(poison.reason()).startsWith("database is missing");
    Event good = Messages.decode(decoder, Messages.utf8(Messages.UPDATE));
    assertThat(EventText.of(good))
        .isEqualTo(ReferenceDecoder.decode(Messages.utf8(Messages.UPDATE)));
  }
}
