package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.spillway.event.ControlChange;
import io.spillway.event.TableScope;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Files that are due at about the time of a barrier. The interval is 1000 ms, the slack {@link
 * Rows#SLACK_MS}.
 */
class BarrierSealTest {
  private final RecordedPorts ports = new RecordedPorts();
  private final Spool spool = ports.spool(Rows.settings(1 << 20));

  private void barrier(long checkpointId, long nowMs) throws Exception {
    spool.sealForBarrier(nowMs);
    spool.beforeBarrier(checkpointId);
  }

  @Test
  void whatIsDueSoonIsSealedAtTheBarrierAndStateNeverHasIt() throws Exception {
    spool.row(Rows.row(Rows.table(0), 5, 50), 0);
    spool.row(Rows.row(Rows.table(1), 6, 50), 1);
    spool.watermark(9, 1);
    barrier(1, 1000 - Rows.SLACK_MS);

    assertThat(ports.files)
        .extracting(SealedFile::dispatcher, SealedFile::reason)
        .containsExactly(tuple("shop.t0", FlushReason.INTERVAL));
    assertThat(ports.store.batches()).as("batches in state").isEqualTo(1);
    barrier(2, 1000 + Rows.SLACK_MS);
    assertThat(ports.files)
        .extracting(SealedFile::dispatcher)
        .containsExactly("shop.t0", "shop.t1");
  }

  @Test
  void rowsThatMayNotBeWrittenYetGoToTheStateAndAreSealedWhenTheyMay() throws Exception {
    spool.row(Rows.row(Rows.table(0), 5, 50), 0);
    spool.watermark(4, 1);
    barrier(1, 900);
    assertThat(ports.files).isEmpty();
    assertThat(ports.store.batches()).isEqualTo(1);

    spool.watermark(5, 950);
    spool.tick(999);
    assertThat(ports.files).as("it isn't due yet, although a barrier has asked").isEmpty();
    spool.tick(1000);
    assertThat(ports.files).hasSize(1);
    assertThat(ports.store.batches()).isZero();
  }

  @Test
  void aPausedTableIsNotSealedForABarrier() throws Exception {
    TableScope t0 = new TableScope("shop", "t0");
    spool.broadcast(new ControlChange(1, 1, 0, List.of(t0), List.of()), 0);
    spool.row(Rows.row(Rows.table(0), 5, 50), 0);
    spool.watermark(9, 1);
    barrier(1, 900);
    assertThat(ports.files).isEmpty();
    assertThat(ports.store.batches()).isEqualTo(1);
  }

  @Test
  void whatIsDueAboutTheNextBarrierWaitsForItAndTakesTheYoungerRowsAlong() throws Exception {
    spool.row(Rows.row(Rows.table(0), 5, 50), 9_301);
    spool.watermark(9, 9_301);
    barrier(1, 10_000);
    long next = 10_000 + 2 * Rows.SLACK_MS;
    assertThat(spool.nextTickMs())
        .as("no time, as the barrier comes first")
        .isEqualTo(Long.MAX_VALUE);
    spool.tick(10_301);
    spool.row(Rows.row(Rows.table(0), 9, 50), next - 1);
    spool.watermark(10, next - 1);
    assertThat(ports.files).isEmpty();

    barrier(2, next);
    assertThat(ports.files).extracting(SealedFile::rows).containsExactly(2L);
    assertThat(ports.store.batches()).isZero();
  }

  /** A commit that takes long holds the barrier up: what is due meanwhile becomes one file. */
  @Test
  void aBarrierThatIsLateIsWaitedForHoweverLate() throws Exception {
    spool.row(Rows.row(Rows.table(0), 5, 50), 9_600);
    spool.watermark(9, 9_600);
    barrier(1, 10_000);
    for (long now = 10_001; now < 60_000; now++) {
      if (now % 1_000 == 1) {
        spool.row(Rows.row(Rows.table(0), now, 50), now);
        spool.watermark(now, now);
      }
      spool.tick(now);
    }
    assertThat(ports.files).isEmpty();

    barrier(2, 60_000);
    assertThat(ports.files).extracting(SealedFile::rows).containsExactly(51L);
    assertThat(ports.store.batches()).isZero();
  }

  @Test
  void aFullFileDoesNotWaitForALateBarrier() throws Exception {
    Spool small = ports.spool(Rows.settings(1 << 10));
    small.sealForBarrier(10_000);
    small.beforeBarrier(1);
    small.row(Rows.row(Rows.table(0), 5, 2 << 10), 15_000);
    small.watermark(9, 15_000);
    assertThat(ports.files).extracting(SealedFile::reason).containsExactly(FlushReason.SIZE);
  }

  @Test
  void whatIsDueLongBeforeTheNextBarrierDoesNotWait() throws Exception {
    Spool seldom = ports.spool(Rows.settings(1L << 30, 1L << 40, 1 << 20, 4_000));
    seldom.sealForBarrier(10_000);
    seldom.beforeBarrier(1);
    seldom.row(Rows.row(Rows.table(0), 5, 50), 10_100);
    seldom.watermark(9, 10_100);
    assertThat(seldom.nextTickMs()).isEqualTo(11_100);
    seldom.tick(11_100);
    assertThat(ports.files).hasSize(1);
  }

  /** As they come when a job catches up: hardly when they were expected. */
  @Test
  void filesKeepStepWithBarriersThatComeEarlyAndLate() throws Exception {
    Spool even = ports.spool(Rows.settings(1L << 30, 1L << 40, 1 << 20, 1_000));
    Random random = new Random(1);
    long nextBarrierMs = 1000;
    int barriers = 0;
    for (long now = 1; now <= 60_000; now++) {
      if (now % 10 == 1) {
        even.row(Rows.row(Rows.table(0), now, 50), now);
        even.watermark(now, now);
      }
      even.tick(now);
      if (now == nextBarrierMs) {
        even.sealForBarrier(now);
        even.beforeBarrier(++barriers);
        assertThat(ports.store.batches()).as("at %d ms", now).isZero();
        nextBarrierMs += 510 + random.nextLong(980);
      }
    }
    assertThat(ports.files).hasSize(barriers);
  }

  /** Rows that come all the time, barriers as often as files are due: one file for each. */
  @Test
  void filesKeepStepWithBarriersThatComeAsOftenAsTheyAreDue() throws Exception {
    long barriers = 20;
    for (long now = 1; now <= barriers * 1000; now++) {
      if (now % 10 == 1) {
        spool.row(Rows.row(Rows.table(0), now, 50), now);
        spool.watermark(now, now);
      }
      spool.tick(now);
      if (now % 1000 == 0) {
        barrier(now / 1000, now);
        assertThat(ports.store.batches()).as("at %d ms", now).isZero();
      }
    }
    assertThat(ports.files).hasSize((int) barriers);
  }

  /** What is sealed is readable after the next barrier, so there is no haste before it. */
  @Test
  void barriersThatComeMoreOftenThanFilesAreDueMakeNoMoreFiles() throws Exception {
    long until = 36_000;
    for (long now = 1; now <= until; now++) {
      if (now % 10 == 1) {
        spool.row(Rows.row(Rows.table(0), now, 50), now);
        spool.watermark(now, now);
      }
      spool.tick(now);
      if (now % (2 * Rows.SLACK_MS) == 0) {
        barrier(now, now);
      }
    }
    assertThat(ports.files).as("a file every other barrier").hasSize((int) (until / 1200));
  }
}
