package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.PartitionProgress;
import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import org.junit.jupiter.api.Test;

/** Who is named where rows or statements wait for too long. */
class SpoolWaitsTest {
  private final RecordedPorts ports = new RecordedPorts();

  private static PartitionProgress progress(int number, long resolved, long reached) {
    return new PartitionProgress(
        new SourcePartition("orders", number), resolved, reached, 90_000, false);
  }

  @Test
  void aFullSpoolNamesThePartitionThatHoldsItUp() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 30, 20_000, 1 << 20));
    spool.broadcast(progress(3, 7, 7), 0);
    spool.broadcast(progress(4, 9, 9), 0);
    spool.watermark(7, 0);
    assertThatThrownBy(
            () -> {
              for (int i = 0; i < 100; i++) {
                spool.row(Rows.row(Rows.table(i), 50, 1_000), 0);
              }
            })
        .isInstanceOf(SpoolFullException.class)
        .hasMessageContaining("partition orders-3 (last resolved 7, ")
        .hasMessageContaining("holds the watermark at 7");
    assertThat(spool.budget().totalBytes()).isBetween(20_000L, 23_000L);
  }

  @Test
  void progressThatStandsWhileRowsWaitNamesWhoHoldsItAndWhatItLacksOnceAMinute() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(progress(1, Long.MIN_VALUE, 8), 0);
    spool.broadcast(progress(2, Long.MIN_VALUE, Long.MIN_VALUE), 0);
    spool.broadcast(progress(3, 4, 4), 0);
    spool.broadcast(progress(4, 9, 9), 0);
    spool.watermark(4, 0);
    spool.row(Rows.row(Rows.table(1), 8, 100), 0);
    spool.tick(0);
    spool.tick(59_999);
    assertThat(ports.stalls).isEmpty();
    spool.tick(60_000);
    spool.tick(61_000);
    assertThat(ports.stalls).hasSize(1);
    assertThat(ports.stalls.get(0))
        .contains("at 4 for 60 s", "1 rows here wait")
        .contains("orders-1: it brings rows and no resolved events", "enable-tidb-extension=true")
        .contains("orders-2: nothing has come from it for 90 s", "idle-timeout")
        .contains("orders-3: last resolved 4", "silent for 90 s")
        .doesNotContain("orders-4");
    spool.tick(120_000);
    assertThat(ports.stalls).hasSize(2);
    assertThat(spool.stall().lastsMs()).isEqualTo(120_000);
    spool.watermark(9, 130_000);
    spool.tick(200_000);
    assertThat(ports.stalls).as("nothing waits").hasSize(2);
    assertThat(spool.stall().lastsMs()).isZero();
  }

  @Test
  void ofAStreamWithoutResolvedEventsNobodySaysResolved() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(
        new PartitionProgress(new SourcePartition("orders", 1), Long.MIN_VALUE, 4, 90_000, true),
        0);
    spool.watermark(4, 0);
    spool.row(Rows.row(Rows.table(1), 8, 100), 0);
    spool.tick(0);
    spool.tick(60_000);
    assertThat(ports.stalls.get(0)).contains("newest row 4").doesNotContain("resolved");
  }

  @Test
  void aDdlThatWaitsTooLongIsToldOnceInAWhile() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(progress(2, 4, 4), 0);
    spool.broadcast(
        new SchemaChange(Rows.P0, 5, Rows.table(0), "ALTER", "ALTER TABLE t0 ADD COLUMN c INT"), 0);
    spool.tick(59_999);
    assertThat(ports.warnings).isEmpty();
    spool.tick(60_000);
    spool.tick(61_000);
    assertThat(ports.warnings).hasSize(1);
    assertThat(ports.warnings.get(0)).contains("shop.t0", "60 s", "orders-2");
    spool.tick(120_000);
    assertThat(ports.warnings).hasSize(2);
  }
}
