package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.layout.DateSeparator;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;

class SpoolTest {
  private final RecordedPorts ports = new RecordedPorts();

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
}
