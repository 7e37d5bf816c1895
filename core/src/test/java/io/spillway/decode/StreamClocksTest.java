package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.CommitTs;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StreamClocksTest {
  private static final SourcePartition OTHER = new SourcePartition("shop", 9);
  private static final long SECOND = 1_700_000_000_000L;
  private static final String DDL =
      "{\"database\":\"shop\",\"table\":\"t\",\"es\":%d,\"isDdl\":true,\"type\":\"TRUNCATE\","
          + "\"sql\":\"TRUNCATE TABLE t\"}";

  private final StreamClocks clocks = new StreamClocks();
  private final CanalJsonDecoder canal =
      new CanalJsonDecoder(DispatcherBy.TABLE, TableRule.ANY, CommitTimes.ANY.with(clocks));

  private Event decode(String message) {
    return Messages.decode(canal, Messages.utf8(message));
  }

  private static String row(long es) {
    return Messages.PLAIN.replaceAll("\"es\":\\d+", "\"es\":" + es);
  }

  private long commitTs(String message) {
    Event event = decode(message);
    return event instanceof Row row ? row.commitTs() : ((SchemaChange) event).commitTs();
  }

  @Test
  void theFirstRowOfAMillisecondHasItsTimeAndThoseBehindItCount() {
    assertThat(commitTs(row(SECOND))).isEqualTo(CommitTs.ofMillis(SECOND));
    assertThat(commitTs(row(SECOND))).isEqualTo(CommitTs.ofMillis(SECOND) + 1);
    assertThat(commitTs(row(SECOND + 1000))).isEqualTo(CommitTs.ofMillis(SECOND + 1000));
  }

  @Test
  void eachDdlOfASecondHasATimestampAndARowStandsOnItsSide() {
    long before = commitTs(row(SECOND));
    long first = commitTs(DDL.formatted(SECOND));
    long second = commitTs(DDL.formatted(SECOND));
    long behind = commitTs(row(SECOND));
    assertThat(List.of(before, first, second, behind)).isSorted().doesNotHaveDuplicates();
    assertThat(CommitTs.millis(behind)).isEqualTo(SECOND);
  }

  @Test
  void aTimeThatGoesBackStaysWhereTheStreamIs() {
    long before = commitTs(row(SECOND + 20_000));
    long ddl = commitTs(DDL.formatted(SECOND + 10_000));
    long behind = commitTs(row(SECOND + 31_000));
    assertThat(List.of(before, ddl, behind)).isSorted().doesNotHaveDuplicates();
    assertThat(ddl).isEqualTo(before + 1);
  }

  @Test
  void partitionsHaveClocksOfTheirOwnAndRowsOfOthersPrecedeTheStatementOfTheirSecond() {
    long ddl = commitTs(DDL.formatted(SECOND));
    for (int i = 0; i < 1000; i++) {
      assertThat(clocks.ofRow(OTHER, SECOND)).isLessThan(ddl);
    }
    assertThat(clocks.ofRow(OTHER, SECOND + 1)).isGreaterThan(ddl);
  }

  @Test
  void moreEventsThanAMillisecondHoldsRunIntoTheNext() {
    clocks.restore(OTHER, CommitTs.ofMillis(SECOND + 1) - 1);
    assertThat(clocks.ofRow(OTHER, SECOND)).isEqualTo(CommitTs.ofMillis(SECOND + 1));
    assertThat(clocks.ofRow(OTHER, SECOND + 1)).isEqualTo(CommitTs.ofMillis(SECOND + 1) + 1);
  }

  @Test
  void theSameStreamHasTheSameTimestampsWhereverReadingGoesOn() {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    List<Long> times = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      times.add(SECOND + random.nextInt(20));
    }
    List<Long> whole = times.stream().map(t -> clocks.ofRow(OTHER, t)).toList();
    assertThat(whole).as("seed %d", seed).isSorted().doesNotHaveDuplicates();
    int cut = random.nextInt(1, 500);
    StreamClocks restored = new StreamClocks();
    restored.restore(OTHER, whole.get(cut - 1));
    List<Long> rest = times.subList(cut, 500).stream().map(t -> restored.ofRow(OTHER, t)).toList();
    assertThat(rest).as("seed %d", seed).isEqualTo(whole.subList(cut, 500));
  }

  @Test
  void whatARowOfCanalIsPlacedByStandsInIt() {
    decode(row(SECOND));
    Row row = (Row) decode(row(SECOND));
    String text = new String(row.buffer(), row.offset(), row.length(), StandardCharsets.UTF_8);
    String message = row(SECOND);
    assertThat(text)
        .isEqualTo(
            message.substring(0, message.length() - 1)
                + ",\"_tidb\":{\"commitTs\":"
                + row.commitTs()
                + "}}");
    assertThat(commitTs(text)).as("read again").isEqualTo(row.commitTs());
  }

  @Test
  void timestampsOfAnOracleAreLeftAsTheyAre() {
    Row row = (Row) decode(Messages.INSERT);
    assertThat(row.commitTs()).isEqualTo(463594436794777601L);
    assertThat(row.length()).isEqualTo(Messages.utf8(Messages.INSERT).length);
    assertThat(clocks.last(Messages.PARTITION)).isEqualTo(Long.MIN_VALUE);
    assertThat(commitTs(Messages.DDL)).isEqualTo(463594436794777604L);
  }

  @Test
  void rowsOfDebeziumCarryTheTimestampThatTheyArePlacedBy() {
    DebeziumJsonDecoder debezium =
        new DebeziumJsonDecoder(
            DispatcherBy.TABLE, TableRule.ANY, ZoneOffset.UTC, CommitTimes.ANY.with(clocks));
    String source = "\"source\":{\"db\":\"shop\",\"table\":\"t\",\"ts_ms\":" + SECOND + "}}";
    List<Long> found = new ArrayList<>();
    for (String message :
        List.of(
            "{\"op\":\"c\",\"after\":{\"id\":1}," + source,
            "{\"op\":\"t\"," + source,
            "{\"op\":\"c\",\"after\":{\"id\":2}," + source)) {
      Event event = Messages.decode(debezium, Messages.utf8(message));
      if (event instanceof Row row) {
        found.add(row.commitTs());
        assertThat(new String(row.buffer(), row.offset(), row.length(), StandardCharsets.UTF_8))
            .contains("\"_tidb\":{\"commitTs\":" + row.commitTs() + "}");
      } else {
        found.add(((SchemaChange) event).commitTs());
      }
    }
    assertThat(found).hasSize(3).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void aTimeInSecondsOrNoneGivesWayToThatOfTheMessage() {
    for (String es : List.of("0", "1700000000")) {
      byte[] value = Messages.utf8(Messages.PLAIN.replaceAll("\"es\":\\d+", "\"es\":" + es));
      Row row = (Row) canal.decode(OTHER, 1, SECOND, null, value, 0, value.length);
      assertThat(CommitTs.millis(row.commitTs())).as(es).isEqualTo(SECOND);
      Poison refused = (Poison) canal.decode(OTHER, 1, -1, null, value, 0, value.length);
      assertThat(refused.reason()).as(es).startsWith("es is " + es).contains("seconds");
    }
  }
}
