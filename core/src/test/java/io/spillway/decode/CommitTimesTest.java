package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.CommitTs;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommitTimesTest {
  private static final long NOW = Instant.parse("2026-01-15T10:20:30Z").toEpochMilli();
  private static final long HOUR = 3_600_000;
  private static final long YEAR_2100 = Instant.parse("2100-01-01T00:00:00Z").toEpochMilli();

  private long now = NOW;
  private final CommitTimes times = CommitTimes.within(Duration.ofHours(1), () -> now);
  private final CanalJsonDecoder canal =
      new CanalJsonDecoder(DispatcherBy.TABLE, TableRule.ANY, times);
  private final DebeziumJsonDecoder debezium =
      new DebeziumJsonDecoder(DispatcherBy.TABLE, TableRule.ANY, ZoneOffset.UTC, times);

  private Event canal(String message) {
    return Messages.decode(canal, Messages.utf8(message));
  }

  private Event debezium(String message) {
    return Messages.decode(debezium, Messages.utf8(message));
  }

  private static String resolved(long commitTs) {
    return "{\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"watermarkTs\":" + commitTs + "}}";
  }

  private static String row(long commitTs) {
    return Messages.INSERT.replaceAll("\"commitTs\":\\d+", "\"commitTs\":" + commitTs);
  }

  private static void isAhead(Event event, String field) {
    assertThat(event).isInstanceOf(Poison.class);
    assertThat(((Poison) event).kind()).isEqualTo(Poison.Kind.AHEAD);
    assertThat(((Poison) event).reason()).startsWith(field).contains("max-ahead");
  }

  @Test
  void aResolvedEventBeyondTheLimitIsADeadLetterThatSaysWhen() {
    isAhead(canal(resolved(CommitTs.ofMillis(YEAR_2100))), "_tidb.watermarkTs is 2100-01-01T00:00");
    isAhead(canal(resolved(Long.MAX_VALUE)), "_tidb.watermarkTs is 3084-12-12");
    isAhead(
        debezium("{\"op\":\"m\",\"source\":{\"commit_ts\":" + CommitTs.ofMillis(YEAR_2100) + "}}"),
        "source.commit_ts");
  }

  @Test
  void theLimitItselfIsTakenAndAMillisecondMoreIsNot() {
    assertThat(canal(resolved(CommitTs.ofMillis(NOW + HOUR)))).isInstanceOf(Resolved.class);
    isAhead(canal(resolved(CommitTs.ofMillis(NOW + HOUR + 1))), "_tidb.watermarkTs");
    now++;
    assertThat(canal(resolved(CommitTs.ofMillis(NOW + HOUR + 1)))).isInstanceOf(Resolved.class);
  }

  @Test
  void rowsAndStatementsAreHeldToIt() {
    long far = CommitTs.ofMillis(YEAR_2100);
    isAhead(canal(row(far)), "_tidb.commitTs");
    isAhead(
        canal(Messages.DDL.replaceAll("\"commitTs\":\\d+", "\"commitTs\":" + far)),
        "_tidb.commitTs");
    isAhead(canal(Messages.PLAIN.replaceAll("\"es\":\\d+", "\"es\":" + YEAR_2100)), "es is 2100");
    isAhead(
        debezium(
            "{\"op\":\"c\",\"after\":{\"id\":1},\"source\":{\"db\":\"shop\",\"table\":\"t\","
                + "\"ts_ms\":"
                + YEAR_2100
                + "}}"),
        "source.ts_ms is 2100");
    assertThat(canal(Messages.DDL)).isInstanceOf(SchemaChange.class);
  }

  @Test
  void aRefusedRowNamesItsTableAndTheNextOneStillBringsTheColumns() {
    Poison refused = (Poison) canal(row(CommitTs.ofMillis(YEAR_2100)));
    assertThat(refused.about().table().toString()).isEqualTo("store.bills");
    assertThat(((Row) canal(Messages.INSERT)).shape()).isNotNull();
  }

  @Test
  void aStreamThatIsMadeUpMayHaveAnyTime() {
    for (String message : List.of(resolved(Long.MAX_VALUE), row(Long.MAX_VALUE))) {
      Event event =
          Messages.decode(new CanalJsonDecoder(DispatcherBy.TABLE), Messages.utf8(message));
      assertThat(event).isNotInstanceOf(Poison.class);
    }
  }
}
