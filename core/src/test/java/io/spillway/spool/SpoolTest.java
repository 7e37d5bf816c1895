package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.spillway.event.PartitionProgress;
import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.layout.DateSeparator;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import io.spillway.plan.StorageCommand;
import io.spillway.schema.Column;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class SpoolTest {
  private final RecordedPorts ports = new RecordedPorts();

  private static SchemaChange alter(int table, long commitTs) {
    String sql = "ALTER TABLE t" + table + " ADD COLUMN c" + commitTs + " INT";
    return new SchemaChange(Rows.P0, commitTs, Rows.table(table), "ALTER", sql);
  }

  @Test
  void nothingIsSealedBeforeTheWatermarkHasPassedIt() throws Exception {
    Spool spool = ports.spool(Rows.settings(10));
    spool.row(Rows.row(Rows.table(0), 5, 50), 0);
    spool.tick(10_000);
    spool.watermark(4, 10_000);
    assertThat(ports.files).isEmpty();
    spool.watermark(5, 10_001);
    assertThat(ports.files).hasSize(1);
  }

  @Test
  void aThousandDispatchersOfOneRowMakeAThousandFilesAfterTheInterval() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    for (int i = 0; i < 1000; i++) {
      spool.row(Rows.row(Rows.table(i), 5, 20), i / 10);
    }
    spool.watermark(5, 100);
    for (long now = 100; now < 1000; now += 7) {
      spool.tick(now);
      assertThat(ports.files).isEmpty();
    }
    for (int ms = 0; ms < 100; ms++) {
      spool.tick(1000 + ms);
      assertThat(ports.files).as("due at %d ms", 1000 + ms).hasSize(10 * (ms + 1));
    }
    spool.tick(100_000);
    assertThat(ports.files).hasSize(1000).allMatch(f -> f.reason() == FlushReason.INTERVAL);
    assertThat(spool.budget().totalBytes()).isZero();
    assertThat(spool.nextTickMs()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aRowThatComesAfterAFlushWaitsForItsOwnInterval() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.watermark(100, 0);
    spool.row(Rows.row(Rows.table(0), 5, 20), 0);
    spool.tick(1000);
    assertThat(ports.files).hasSize(1);
    spool.row(Rows.row(Rows.table(0), 6, 20), 1100);
    spool.tick(1999);
    spool.tick(2099);
    assertThat(ports.files).hasSize(1);
    spool.tick(2100);
    assertThat(ports.files).hasSize(2);
  }

  @Test
  void lateRowsOnBothSidesOfADdlThatIsForgottenGoToTheirOwnVersions() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(alter(0, 10), 0);
    spool.broadcast(alter(0, 20), 0);
    spool.broadcast(alter(0, 30), 0);
    spool.watermark(40, 0);
    spool.heldBack();
    for (long checkpoint = 1; checkpoint <= 3; checkpoint++) {
      spool.beforeBarrier(checkpoint);
      spool.completed(checkpoint);
    }
    assertThat(spool.drains().state().versions().get(Rows.table(0)).versions())
        .as("not forgotten")
        .containsExactly(30L);
    ports.versionsInBucket.addAll(List.of(10L, 20L, 30L));
    for (long commitTs = 14; commitTs <= 35; commitTs += 3) {
      spool.row(Rows.row(Rows.table(0), commitTs, 20), 100);
    }
    spool.tick(2000);

    assertThat(ports.files)
        .extracting(f -> f.file().dir().version(), f -> f.rows(), SealedFile::maxCommitTs)
        .containsExactly(tuple(10L, 3L, 20L), tuple(20L, 3L, 29L), tuple(30L, 2L, 35L));
    assertThat(ports.lateRows).isEqualTo(8);
  }

  /** Their schema files are written by the commit, which comes some time after the barrier. */
  @Test
  void versionsAreKnownUntilTheirSchemaFilesAreInTheBucketForCertain() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(alter(0, 10), 0);
    spool.broadcast(alter(0, 20), 0);
    spool.watermark(40, 0);
    spool.heldBack();
    for (long checkpoint = 1; checkpoint <= 2; checkpoint++) {
      spool.beforeBarrier(checkpoint);
      spool.row(Rows.row(Rows.table(0), 15, 20), 0);
      spool.tick(checkpoint * 2000);
      spool.completed(checkpoint);
    }
    assertThat(ports.files).extracting(f -> f.file().dir().version()).containsExactly(10L, 10L);
  }

  /** Rows may be written three intervals after they came, in steps of a tenth of an interval. */
  @Test
  void aWatermarkThatLagsMakesOneFileAnIntervalAndNotOneAStep() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    long lagMs = 3000;
    for (long now = 100; now <= 20_000; now += 100) {
      spool.row(Rows.row(Rows.table(0), now, 20), now);
      spool.watermark(now - lagMs, now);
      spool.tick(now);
      long mayBeWritten = now - lagMs;
      long sealed =
          ports.files.isEmpty() ? 0 : ports.files.get(ports.files.size() - 1).maxCommitTs();
      assertThat(mayBeWritten - sealed).as("wait at %d ms", now).isLessThanOrEqualTo(1000);
    }
    assertThat(ports.files).hasSizeBetween(16, 18);
  }

  /** What was overdue has been drained meanwhile; the row that is there now is young. */
  @Test
  void anOverdueDispatcherThatADdlHasDrainedStartsAnew() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.row(Rows.row(Rows.table(0), 5, 20), 0);
    spool.tick(1000);
    spool.broadcast(alter(0, 5), 1000);
    spool.row(Rows.row(Rows.table(0), 8, 20), 1010);
    spool.watermark(8, 1020);
    assertThat(ports.files).extracting(SealedFile::reason).containsExactly(FlushReason.DDL);
    spool.tick(2009);
    assertThat(ports.files).hasSize(1);
    spool.tick(2010);
    assertThat(ports.files).hasSize(2);
  }

  @Test
  void fullFilesAreSealedBySizeAndTheRestStays() throws Exception {
    Spool spool = ports.spool(Rows.settings(100));
    for (int i = 1; i <= 25; i++) {
      spool.row(Rows.row(Rows.table(0), i, 9), i * 200L);
    }
    spool.watermark(25, 5_000);
    assertThat(ports.files).hasSize(2);
    assertThat(ports.files).allMatch(f -> f.bytes() == 100 && f.reason() == FlushReason.SIZE);
    assertThat(spool.heldBack()).isEqualTo(20);
  }

  @Test
  void whatTheWatermarkHoldsBackIsTheOldestRow() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    assertThat(spool.heldBack()).isEqualTo(Long.MIN_VALUE);
    spool.row(Rows.row(Rows.table(0), 5, 20), 0);
    spool.watermark(9, 1);
    assertThat(spool.heldBack()).isEqualTo(4);
    spool.tick(2000);
    assertThat(spool.heldBack()).isEqualTo(9);
    spool.row(Rows.row(Rows.table(0), 3, 20), 2001);
    assertThat(ports.lateRows).isEqualTo(1);
    assertThat(spool.heldBack()).isEqualTo(9);
  }

  @Test
  void theEndOfTheStreamSealsEverything() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.row(Rows.row(Rows.table(0), 5, 20), 0);
    spool.row(Rows.row(Rows.table(1), 6, 20), 0);
    spool.watermark(Long.MAX_VALUE, 1);
    assertThat(ports.files).hasSize(2).allMatch(f -> f.reason() == FlushReason.CLOSE);
    assertThat(spool.heldBack()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void shortOfRoomTheLargestIsSealedFirst() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 30, 20_000, 1 << 20));
    spool.watermark(100, 0);
    spool.row(Rows.row(Rows.table(1), 5, 2_000), 0);
    spool.row(Rows.row(Rows.table(2), 5, 9_000), 0);
    assertThat(ports.files).isEmpty();
    for (int i = 0; i < 10 && ports.files.isEmpty(); i++) {
      spool.row(Rows.row(Rows.table(3), 5, 1_000), 0);
    }
    assertThat(ports.files).hasSize(1);
    assertThat(ports.files.get(0).dispatcher()).isEqualTo("shop.t2");
    assertThat(ports.files.get(0).reason()).isEqualTo(FlushReason.PRESSURE);
    assertThat(spool.budget().suppressions()).isEqualTo(1);
    spool.budget().checkMarks();
    assertThat(spool.budget().suppressed()).isFalse();
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

  /** A late row may be written although nothing could be a moment ago. */
  @Test
  void aSpoolIsNotFullWhileSomethingMayBeWritten() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 30, 1_000_000, 1 << 20));
    spool.watermark(10, 0);
    for (int i = 0; spool.budget().totalBytes() < 998_000; i++) {
      spool.row(Rows.row(Rows.table(10 + i), 50, 900), 0);
    }
    assertThat(ports.files).isEmpty();
    spool.row(Rows.row(Rows.table(1), 5, 9_000), 0);
    assertThat(ports.files).extracting(SealedFile::dispatcher).containsExactly("shop.t1");
    assertThat(spool.budget().overQuota()).isFalse();
  }

  @Test
  void memoryStaysUnderItsBoundWithAThousandDispatchers() throws Exception {
    long memory = 4L << 20;
    Spool spool = ports.spool(Rows.settings(memory, 1L << 40, 1 << 30));
    long most = 0;
    for (int i = 0; i < 60_000; i++) {
      spool.row(Rows.row(Rows.table(i % 1000), 5 + i, 500), i / 100);
      most = Math.max(most, spool.budget().heapBytes());
    }
    assertThat(most).isLessThanOrEqualTo(memory);
    assertThat(spool.budget().diskBytes()).isGreaterThan(20L << 20);
    spool.watermark(Long.MAX_VALUE, 10_000);
    assertThat(ports.files.stream().mapToLong(SealedFile::rows).sum()).isEqualTo(60_000);
    assertThat(spool.budget().totalBytes()).isZero();
  }

  @Test
  void whatHasBeenSealedIsNotRemembered() throws Exception {
    Spool spool = ports.spool(Rows.settings(1));
    for (int i = 1; i <= 1000; i++) {
      spool.row(Rows.row(Rows.table(0), i, 20), i * 500L);
      spool.row(Rows.row(Rows.table(0), i, 20), i * 500L + 400);
      spool.watermark(i, i * 500L + 401);
      spool.beforeBarrier(i);
    }
    assertThat(ports.files).isNotEmpty();
    assertThat(spool.spillableBatches()).isLessThan(10);
  }

  @Test
  void aDdlDrainsItsTableOnlyAndItsOwnTimestampPrecedesIt() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    for (long ts : new long[] {3, 5, 6}) {
      spool.row(Rows.row(Rows.table(0), ts, 20), 0);
      spool.row(Rows.row(Rows.table(1), ts, 20), 0);
    }
    spool.broadcast(alter(0, 5), 0);
    spool.broadcast(alter(0, 5), 0);
    assertThat(ports.files).isEmpty();
    spool.watermark(5, 1);
    assertThat(ports.files).hasSize(1);
    assertThat(ports.files.get(0).maxCommitTs()).isEqualTo(5);
    assertThat(ports.files.get(0).rows()).isEqualTo(2);
    assertThat(ports.schemas).extracting(s -> s.file().version()).containsExactly(1L, 5L);
    spool.watermark(Long.MAX_VALUE, 2);
    List<Long> versions = ports.files.stream().map(f -> f.file().dir().version()).toList();
    assertThat(versions).containsExactlyInAnyOrder(1L, 5L, 1L);
  }

  /** TiCDC tells the parts of one statement apart, and gives them its commit timestamp. */
  @Test
  void tablesThatChangeNamesInOneStatementKeepTheirColumns() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(named(1, "t1", "CREATE TABLE `t1` (`id` INT PRIMARY KEY, `one` INT)"), 0);
    spool.broadcast(named(2, "t2", "CREATE TABLE `t2` (`id` INT PRIMARY KEY, `two` INT)"), 0);
    spool.broadcast(named(5, "tmp", "RENAME TABLE `shop`.`t1` TO `shop`.`tmp`"), 0);
    spool.broadcast(named(5, "t1", "RENAME TABLE `shop`.`t2` TO `shop`.`t1`"), 0);
    spool.broadcast(named(5, "t2", "RENAME TABLE `shop`.`tmp` TO `shop`.`t2`"), 0);
    spool.watermark(9, 1);

    assertThat(columns("t1", 5)).containsExactly("id", "two");
    assertThat(columns("t2", 5)).containsExactly("id", "one");
  }

  private static SchemaChange named(long commitTs, String table, String sql) {
    return new SchemaChange(Rows.P0, commitTs, new TableId("shop", table), "QUERY", sql);
  }

  private List<String> columns(String table, long version) {
    return ports.schemas.stream()
        .map(StorageCommand.WriteSchema::file)
        .filter(file -> file.structure().table().equals(new TableId("shop", table)))
        .filter(file -> file.version() == version)
        .flatMap(file -> file.structure().columns().stream())
        .map(Column::name)
        .toList();
  }

  private static PartitionProgress progress(int number, long resolved, long reached) {
    return new PartitionProgress(
        new SourcePartition("orders", number), resolved, reached, 90_000, false);
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
  void dateFoldersFollowTheWallClockWhereTheTimeOfIntervalsIsAhead() throws Exception {
    long now = 1_768_472_430_400L;
    SpoolSettings daily =
        new SpoolSettings(
            new SpoolMemory.Fixed(1 << 30),
            1 << 30,
            1 << 29,
            1 << 28,
            new FileTargets(1 << 20, 1000),
            1000,
            DateSeparator.DAY,
            ZoneOffset.UTC,
            60_000,
            "",
            false);
    Spool spool = ports.spool(daily);
    spool.ahead(400L * 86_400_000);
    spool.row(Rows.row(Rows.table(1), 5, 100), now + 400L * 86_400_000);
    spool.watermark(Long.MAX_VALUE, now + 400L * 86_400_000);
    assertThat(ports.files.get(0).file().dir().date()).isEqualTo("2026-01-15");
  }

  @Test
  void aDdlThatWaitsTooLongIsToldOnceInAWhile() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(progress(2, 4, 4), 0);
    spool.broadcast(alter(0, 5), 0);
    spool.tick(59_999);
    assertThat(ports.warnings).isEmpty();
    spool.tick(60_000);
    spool.tick(61_000);
    assertThat(ports.warnings).hasSize(1);
    assertThat(ports.warnings.get(0)).contains("shop.t0", "60 s", "orders-2");
    spool.tick(120_000);
    assertThat(ports.warnings).hasSize(2);
  }

  @Test
  void aStatementMakesNoFileForATableThatHasNoPlaceInTheBucket() throws Exception {
    Spool spool = ports.spool(Rows.settings(10));
    String sql = "CREATE TABLE `..`.`..` (a INT); CREATE TABLE `a/../../b`.t (a INT)";
    spool.broadcast(new SchemaChange(Rows.P0, 10, Rows.table(0), "CREATE", sql), 0);
    spool.watermark(20, 0);

    assertThat(ports.schemas)
        .extracting(schema -> schema.file().structure().table())
        .doesNotContain(new TableId("..", ".."), new TableId("a/../../b", "t"));
    assertThat(ports.warnings)
        .contains(
            "DDL of %s at 10 names what has no place in the bucket (schema name is '..'): no schema"
                    .formatted(Rows.table(0))
                + " file is written for that")
        .anyMatch(warning -> warning.contains("schema name contains '/'"));
  }
}
