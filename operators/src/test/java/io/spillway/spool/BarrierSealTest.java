package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.spillway.event.ControlChange;
import io.spillway.event.TableScope;
import io.spillway.storage.FlushReason;
import io.spillway.storage.SealedFile;
import java.util.List;
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
    spool.tick(1001);
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

  /** Barriers that come far more often than files are due don't make files smaller by much. */
  @Test
  void barriersThatComeOftenTakeOnlyTheirSlackFromAFile() throws Exception {
    long until = 40_000;
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
    assertThat(ports.files).hasSizeBetween(40, (int) (until / (1000 - Rows.SLACK_MS)));
  }
}
