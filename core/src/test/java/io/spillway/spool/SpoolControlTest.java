package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.ControlChange;
import io.spillway.event.TableId;
import io.spillway.event.TableScope;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What settings at run time do to the spool. */
class SpoolControlTest {
  private static final TableScope T0 = new TableScope("shop", "t0");
  private final RecordedPorts ports = new RecordedPorts();

  private static ControlChange pause(long sequence, TableScope... scopes) {
    return new ControlChange(sequence, sequence, 0, List.of(scopes), List.of());
  }

  private static ControlChange drain(long sequence, TableScope... scopes) {
    return new ControlChange(sequence, sequence, 40, List.of(), List.of(scopes));
  }

  @Test
  void aPausedTableWaitsWhileOthersGoOnAndGoesOnWhenItIsResumed() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(pause(1, T0), 0);
    spool.row(Rows.row(Rows.table(0), 5, 50), 0);
    spool.row(Rows.row(Rows.table(1), 5, 50), 0);
    spool.watermark(9, 0);
    for (long now = 0; now < 10_000; now += 100) {
      spool.tick(now);
    }
    assertThat(ports.files).extracting(SealedFile::dispatcher).containsExactly("shop.t1");
    assertThat(spool.heldBack()).isEqualTo(4);
    spool.broadcast(pause(2), 10_000);
    for (long now = 10_000; now < 12_100; now += 100) {
      spool.tick(now);
    }
    assertThat(ports.files)
        .extracting(SealedFile::dispatcher)
        .containsExactly("shop.t1", "shop.t0");
    assertThat(spool.heldBack()).isEqualTo(9);
  }

  @Test
  void aPausedTableMakesNoFullFilesEither() throws Exception {
    Spool spool = ports.spool(Rows.settings(100));
    spool.broadcast(pause(1, TableScope.ALL), 0);
    spool.row(Rows.row(Rows.table(0), 5, 500), 0);
    spool.watermark(9, 1);
    assertThat(ports.files).isEmpty();
    spool.broadcast(pause(2), 2);
    spool.watermark(10, 3);
    assertThat(ports.files).extracting(SealedFile::reason).containsExactly(FlushReason.SIZE);
  }

  /** A pause must not fail the job: room goes first. */
  @Test
  void aFullSpoolWritesPausedTablesToo() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20, 1_000, 1 << 20));
    spool.broadcast(pause(1, TableScope.ALL), 0);
    spool.watermark(100, 0);
    for (int i = 0; i < 40; i++) {
      spool.row(Rows.row(Rows.table(i), 50, 100), 1);
    }
    assertThat(ports.files).isNotEmpty().allMatch(f -> f.reason() == FlushReason.PRESSURE);
    assertThat(ports.fulls).isZero();
  }

  @Test
  void theEndWritesEverything() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(pause(1, TableScope.ALL), 0);
    spool.row(Rows.row(Rows.table(0), 5, 50), 0);
    spool.watermark(Long.MAX_VALUE, 1);
    assertThat(ports.files).extracting(SealedFile::reason).containsExactly(FlushReason.CLOSE);
  }

  @Test
  void drainNowWritesWhatMayBeWrittenOfTheTablesAskedFor() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.row(Rows.row(Rows.table(0), 5, 50), 0);
    spool.row(Rows.row(Rows.table(1), 5, 50), 0);
    spool.row(Rows.row(new TableId("other", "t0"), 5, 50), 0);
    spool.row(Rows.row(Rows.table(2), 50, 50), 0);
    spool.watermark(9, 0);
    spool.broadcast(drain(1, new TableScope("shop", "t1")), 100);
    assertThat(ports.files).extracting(SealedFile::dispatcher).containsExactly("shop.t1");
    assertThat(ports.controlled).containsExactly(60L);
    spool.broadcast(drain(2, new TableScope("shop", "")), 110);
    spool.broadcast(drain(3, TableScope.ALL), 120);
    assertThat(ports.files)
        .extracting(SealedFile::dispatcher)
        .containsExactly("shop.t1", "shop.t0", "other.t0");
    assertThat(ports.files).allMatch(f -> f.reason() == FlushReason.REQUEST);
  }

  @Test
  void settingsThatAreToldAgainDrainNothing() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.restoreControl(drain(4, TableScope.ALL));
    spool.row(Rows.row(Rows.table(0), 5, 50), 0);
    spool.watermark(9, 0);
    spool.broadcast(drain(4, TableScope.ALL), 10);
    assertThat(ports.files).isEmpty();
    spool.broadcast(drain(5, TableScope.ALL), 20);
    assertThat(ports.files).hasSize(1);
  }
}
