package io.spillway.spool;

import static io.spillway.spool.SeenRows.Verdict.CONTRADICTION;
import static io.spillway.spool.SeenRows.Verdict.COPY;
import static io.spillway.spool.SeenRows.Verdict.NEW;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.LogPlace;
import io.spillway.event.Row;
import io.spillway.plan.SealedFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class RecentChangesTest {
  private final RecentChanges changes = new RecentChanges();

  @Test
  void aChangeThatComesAgainIsACopy() {
    assertThat(changes.add(7, 1)).isEqualTo(NEW);
    assertThat(changes.add(8, 1)).isEqualTo(NEW);
    assertThat(changes.add(7, 1)).isEqualTo(COPY);
  }

  @Test
  void otherValuesInTheSamePlaceAreAContradiction() {
    changes.add(7, 1);
    assertThat(changes.add(7, 2)).isEqualTo(CONTRADICTION);
  }

  @Test
  void atLeastTheLastOnesAreRememberedAndAtMostTwiceAsMany() {
    int all = 3 * RecentChanges.LEAST;
    for (int i = 1; i <= all; i++) {
      assertThat(changes.add(mixed(i), i)).isEqualTo(NEW);
    }
    for (int i = all; i > all - RecentChanges.LEAST; i--) {
      assertThat(changes.add(mixed(i), i)).as("the last but %d", all - i).isEqualTo(COPY);
    }
    assertThat(changes.add(mixed(1), 1)).isEqualTo(NEW);
  }

  @Test
  void stateHoldsWhatIsRememberedAndNotMuchMore() throws Exception {
    MemoryStore store = new MemoryStore();
    Spool spool = spool(store);
    int all = 5 * RecentChanges.LEAST;
    for (int i = 1; i <= all; i++) {
      spool.row(row(i), i);
      if (i % 500 == 0) {
        spool.watermark(i - 1, i);
        spool.beforeBarrier(i);
      }
    }
    spool.beforeBarrier(all + 1);
    RecentChanges restored = store.recent(Rows.row(Rows.table(0), 1, 1).dispatcher());
    for (int i = all; i > all - RecentChanges.LEAST; i--) {
      assertThat(restored.add(mixed(i), i)).isEqualTo(COPY);
    }
    assertThat(restored.add(mixed(all - 3 * RecentChanges.LEAST), 0)).isEqualTo(NEW);
  }

  @Test
  void aCopyIsDroppedAlsoBehindARestartWhenItsRowHasLongBeenSealed() throws Exception {
    MemoryStore store = new MemoryStore();
    Spool spool = spool(store);
    spool.row(row(1), 0);
    spool.row(row(2), 0);
    spool.watermark(9, 0);
    spool.sealForBarrier(2000);
    spool.beforeBarrier(1);
    MemoryStore left = new MemoryStore();
    store.copyInto(left, 0, 1);
    Spool restarted = spool(left);
    left.restore(restarted);
    restarted.row(row(2), 3000);
    restarted.row(row(3), 3000);
    restarted.watermark(Long.MAX_VALUE, 3000);

    assertThat(ports.files).extracting(SealedFile::rows).isEqualTo(List.of(2L, 1L));
    assertThat(ports.copies).containsEntry(CopyReason.POSITION, 1);
    assertThat(restarted.copies().takeDropped()).isEqualTo(1);
    assertThat(restarted.copies().takeDropped()).isZero();
  }

  private final RecordedPorts ports = new RecordedPorts();

  private Spool spool(MemoryStore store) {
    SpoolPorts connected = ports.ports();
    return new Spool(
        Rows.settings(1 << 20),
        SimSubtask.LINES,
        new SpoolPorts(store, connected.bucket(), connected.out(), ports),
        new SubtaskShare(0, 1),
        null,
        0);
  }

  private static Row row(int number) {
    return Rows.row(Rows.table(0), number, 10).placed(new LogPlace(mixed(number), number));
  }

  private static long mixed(int number) {
    return number * 0x9E3779B97F4A7C15L;
  }
}
