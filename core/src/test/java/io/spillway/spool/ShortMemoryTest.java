package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.spillway.event.ControlChange;
import io.spillway.event.TableScope;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What is written and what goes to state when the heap is full. The interval is 1000 ms. */
class ShortMemoryTest {
  private static final int MEMORY = 10_000_000;
  private static final int ROW = 10_000;

  private final RecordedPorts ports = new RecordedPorts();

  private Spool spool(int fileBytes) {
    return ports.spool(Rows.settings(MEMORY, 1L << 30, fileBytes));
  }

  /** Rows of 10 kB with growing timestamps. */
  private static void fill(Spool spool, int table, long from, int rows, long nowMs)
      throws Exception {
    for (int i = 0; i < rows; i++) {
      spool.row(Rows.row(Rows.table(table), from + i, ROW), nowMs);
    }
  }

  @Test
  void halfAFileIsWrittenTheLargestFirstAndNothingGoesToState() throws Exception {
    Spool spool = spool(6_000_000);
    spool.watermark(10_000, 0);
    fill(spool, 1, 1, 350, 0);
    fill(spool, 2, 1, 450, 0);
    fill(spool, 3, 1, 220, 0);

    assertThat(ports.files)
        .extracting(SealedFile::dispatcher, SealedFile::reason)
        .containsExactly(tuple("shop.t2", FlushReason.PRESSURE));
    assertThat(ports.store.batches()).isZero();
    assertThat(spool.budget().heapBytes()).isLessThan(MEMORY);
  }

  @Test
  void whatHasWaitedForHalfTheIntervalIsWrittenAndTheRestGoesToState() throws Exception {
    Spool spool = spool(1 << 30);
    spool.watermark(10_000, 0);
    fill(spool, 1, 1, 200, 0);
    fill(spool, 2, 1, 820, 500);
    assertThat(ports.files)
        .extracting(SealedFile::dispatcher, SealedFile::reason)
        .containsExactly(tuple("shop.t1", FlushReason.PRESSURE));
    assertThat(ports.store.batches()).isZero();

    fill(spool, 3, 1, 400, 510);
    assertThat(ports.files).hasSize(1);
    assertThat(ports.store.batches()).isPositive();
    assertThat(spool.budget().heapBytes()).isLessThanOrEqualTo(MEMORY);
  }

  @Test
  void rowsThatMayNotBeWrittenGoToState() throws Exception {
    Spool spool = spool(2_000_000);
    spool.watermark(0, 0);
    fill(spool, 1, 1, 1200, 0);

    assertThat(ports.files).isEmpty();
    assertThat(ports.store.batches()).isPositive();
    assertThat(spool.budget().heapBytes()).isLessThanOrEqualTo(MEMORY);
  }

  @Test
  void aPausedTableGoesToState() throws Exception {
    Spool spool = spool(2_000_000);
    TableScope t1 = new TableScope("shop", "t1");
    spool.broadcast(new ControlChange(1, 1, 0, List.of(t1), List.of()), 0);
    spool.watermark(10_000, 0);
    fill(spool, 1, 1, 1200, 0);

    assertThat(ports.files).isEmpty();
    assertThat(ports.store.batches()).isPositive();
  }
}
