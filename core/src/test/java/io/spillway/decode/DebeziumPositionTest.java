package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Where a change stands in the source's log tells it from every other, as often as it is sent. */
class DebeziumPositionTest {
  private static final String POSTGRES =
      sourced("\"connector\":\"postgresql\",\"lsn\":24023128,\"txId\":555,\"sequence\":\"[1,2]\"");
  private static final String SQL_SERVER =
      sourced(
          "\"change_lsn\":\"00000027:00000ac0:0002\",\"commit_lsn\":\"00000027:00000ac0:0003\","
              + "\"event_serial_no\":1");
  private static final String ORACLE =
      sourced("\"scn\":\"2868568\",\"commit_scn\":\"99\",\"txId\":\"6.9\"");
  private static final String MONGO = sourced("\"ord\":31,\"collection\":\"bills\"");

  private static String sourced(String position) {
    return """
        {"before":null,"after":{"no":9,"who":"Ann"},"source":{"name":"s","ts_ms":1768472430000,\
        "snapshot":"false","db":"store","table":"bills",%s},"op":"c","ts_ms":1768472430951}"""
        .formatted(position);
  }

  private static Row row(String key, String message) {
    Event event = DebeziumMessages.decode(key, message);
    if (event instanceof Poison poison) {
      throw new AssertionError(poison.reason());
    }
    return (Row) event;
  }

  private static Row row(String message) {
    return row(DebeziumMessages.KEY, message);
  }

  static String[] messages() {
    return new String[] {DebeziumMessages.INSERT, POSTGRES, SQL_SERVER, ORACLE, MONGO};
  }

  @ParameterizedTest
  @MethodSource("messages")
  void isTheSameWheneverTheConnectorReadsItsLog(String message) {
    Row first = row(message);
    Row again = row(message.replace("\"ts_ms\":1768472430951", "\"ts_ms\":1768472439999"));

    assertThat(first.place().change()).isNotZero().isEqualTo(again.place().change());
    assertThat(first.place().content()).isEqualTo(again.place().content());
    assertThat(first.print()).as("its time is not its own").isZero();
  }

  @Test
  void aRowOfASnapshotSaysSo() {
    String snapshot = POSTGRES.replace("\"snapshot\":\"false\"", "\"snapshot\":\"incremental\"");

    assertThat(row(snapshot).isOfSnapshot()).isTrue();
    assertThat(row(POSTGRES).isOfSnapshot()).isFalse();
  }

  @Test
  void isAnotherOneForEachPlaceRowTypeAndKey() {
    Row row = row(DebeziumMessages.INSERT);

    assertThat(row(DebeziumMessages.INSERT.replace("\"pos\":484", "\"pos\":485")).place().change())
        .isNotEqualTo(row.place().change());
    assertThat(row(DebeziumMessages.INSERT.replace("\"row\":0", "\"row\":1")).place().change())
        .isNotEqualTo(row.place().change());
    assertThat(row(DebeziumMessages.INSERT.replace("bin.000003", "bin.000004")).place().change())
        .isNotEqualTo(row.place().change());
    assertThat(
            row(DebeziumMessages.INSERT.replace("\"server_id\":1", "\"server_id\":2"))
                .place()
                .change())
        .isNotEqualTo(row.place().change());
    assertThat(
            row(DebeziumMessages.INSERT.replace("\"op\":\"c\"", "\"op\":\"r\"")).place().change())
        .isNotEqualTo(row.place().change());
    assertThat(row("{\"no\":10}", DebeziumMessages.INSERT).place().change())
        .isNotEqualTo(row.place().change());
  }

  @Test
  void otherValuesAreTheSameChangeOfAnotherContent() {
    Row row = row(DebeziumMessages.INSERT);
    Row other = row(DebeziumMessages.INSERT.replace("3.10", "3.11"));

    assertThat(other.place().change()).isEqualTo(row.place().change());
    assertThat(other.place().content()).isNotEqualTo(row.place().content());
  }

  @Test
  void withoutAKeyThePlaceMustBeThatOfOneRow() {
    assertThat(row(null, DebeziumMessages.INSERT).place().change()).isNotZero();
    assertThat(row(null, SQL_SERVER).place().change()).isNotZero();
    assertThat(row(null, POSTGRES).place().change()).as("rows of one COPY share an LSN").isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"true\"", "\"last\"", "\"incremental\"", "true"})
  void rowsOfASnapshotShareAPlaceSoTheyNeedAKey(String snapshot) {
    String message =
        DebeziumMessages.INSERT.replace("\"snapshot\":\"false\"", "\"snapshot\":" + snapshot);

    assertThat(row(message).place().change()).isNotZero();
    assertThat(row(null, message).place().change()).isZero();
  }

  @Test
  void aRowThatDoesNotSaySoIsOfNoSnapshotWhateverCameBeforeIt() {
    DebeziumJsonDecoder decoder = DebeziumMessages.decoder();
    String snapshot = DebeziumMessages.INSERT.replace("\"false\"", "\"last\"");
    String silent = DebeziumMessages.INSERT.replace("\"snapshot\":\"false\",", "");
    Row alone = row(null, silent);
    DebeziumMessages.decode(decoder, null, snapshot);

    Row after = (Row) DebeziumMessages.decode(decoder, null, silent);

    assertThat(alone.place().change()).isNotZero();
    assertThat(after.place().change()).isEqualTo(alone.place().change());
  }

  @Test
  void whereTheSourceSaysNothingThereIsNone() {
    assertThat(row(DebeziumMessages.DELETE).place().change()).isZero();
  }

  @Test
  void ticdcHasCommitTimestampsInstead() {
    Row row = row(DebeziumMessages.TICDC_KEY, DebeziumMessages.TICDC_INSERT);

    assertThat(row.place().change()).isZero();
    assertThat(row.print()).isNotZero();
  }
}
