package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.encode.CanalJsonRows;
import io.spillway.encode.RowIdentities;
import io.spillway.encode.RowIdentity;
import io.spillway.event.Event;
import io.spillway.event.Row;
import io.spillway.event.RowBatch;
import io.spillway.event.RowBatchBuilder;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A row that is read back from a data file is known again as the one that its message gives. */
class DeliveredIdentityTest {
  private static final RowIdentities IDENTITIES = new CanalJsonRows().identities();

  static List<String> canalMessages() {
    return List.of(
        Messages.INSERT,
        Messages.UPDATE,
        Messages.DELETE,
        Messages.PLAIN,
        Messages.INSERT.replace("\"pkNames\":[\"no\"]", "\"pkNames\":null"),
        Messages.INSERT.replace("\"type\":\"INSERT\"", "\"type\":\"init\""),
        Messages.INSERT.replace(",\"data\"", ",\n \"data\""));
  }

  static List<String> debeziumMessages() {
    return List.of(
        DebeziumMessages.INSERT,
        DebeziumMessages.UPDATE,
        DebeziumMessages.DELETE,
        DebeziumMessages.TICDC_INSERT);
  }

  @ParameterizedTest
  @MethodSource("canalMessages")
  void isThatOfItsCanalMessage(String message) {
    assertThat(delivered(Messages.decode(message))).isEqualTo(read(Messages.decode(message)));
  }

  @ParameterizedTest
  @MethodSource("debeziumMessages")
  void isThatOfItsDebeziumMessage(String message) {
    String key = DebeziumMessages.KEY;

    assertThat(delivered(DebeziumMessages.decode(key, message)))
        .isEqualTo(read(DebeziumMessages.decode(DebeziumMessages.decoder(), key, message)));
    assertThat(read(DebeziumMessages.decode(key, message)).keyed()).isTrue();
    assertThat(read(DebeziumMessages.decode(null, message)).keyed()).isFalse();
  }

  @Property(tries = 1000)
  void isThatOfItsMessageForEveryTypeOfDebezium(@ForAll long seed) throws IOException {
    Random random = new Random(seed);
    List<DebeziumColumn> row = new ArrayList<>();
    for (int i = 1 + random.nextInt(8); i > 0; i--) {
      row.add(DebeziumColumn.random(random.nextInt(DebeziumColumn.KINDS), random));
    }
    String op = List.of("c", "r", "u", "d").get(random.nextInt(4));
    String message = DebeziumRowPropertyTest.message(op, row, random.nextBoolean());
    String key = random.nextBoolean() ? "{\"c0\":1}" : null;
    String anew = message.replace("\"ts_ms\":77", "\"ts_ms\":99");

    assertThat(anew).isNotEqualTo(message);
    assertThat(delivered(DebeziumMessages.decode(key, message)))
        .as("seed %d: %s", seed, message)
        .isEqualTo(read(DebeziumMessages.decode(DebeziumMessages.decoder(), key, anew)));
  }

  @Test
  void isThatOfTheSameRowInBothFormats() {
    String canal =
        """
        {"id":7,"database":"store","table":"bills","pkNames":["no"],"isDdl":false,"type":"INSERT",\
        "es":1768472430400,"ts":1,"sql":"","old":null,\
        "data":[{"no":"9","who":"Ann","sum":"12.5"}],"_tidb":{"commitTs":463594436794777607}}""";

    assertThat(read(Messages.decode(canal)))
        .isEqualTo(
            read(
                DebeziumMessages.decode(
                    DebeziumMessages.TICDC_KEY, DebeziumMessages.TICDC_INSERT)));
  }

  private static RowIdentity read(Event event) {
    Row row = (Row) event;
    return IDENTITIES.read(row.buffer(), row.offset(), row.length());
  }

  /** As it is read from a file in which it stands between two others. */
  private static RowIdentity delivered(Event event) {
    CanalJsonRows format = new CanalJsonRows();
    RowBatchBuilder file = new RowBatchBuilder(0);
    format.append((Row) Messages.decode(Messages.DELETE), file);
    format.append((Row) event, file);
    format.append((Row) Messages.decode(Messages.DELETE), file);
    RowBatch rows = file.buildAsItIs();
    int place = ((Row) event).commitTs() < rows.maxCommitTs() ? 0 : 1;
    if (((Row) event).commitTs() > ((Row) Messages.decode(Messages.DELETE)).commitTs()) {
      place = 2;
    }
    return new CanalJsonRows()
        .identities()
        .read(rows.bytes(), rows.start(place), rows.end(place) - rows.start(place));
  }
}
