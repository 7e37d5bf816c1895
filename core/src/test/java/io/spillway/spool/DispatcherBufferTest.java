package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.plan.SealedRows;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.junit.jupiter.api.Test;

class DispatcherBufferTest {
  private static final DispatcherId ID = DispatcherId.of(Rows.table(0));

  private static final int TRACED_OF = 15;

  record Line(long commitTs, String text) {}

  private final SpoolBudget budget = new SpoolBudget(Rows.settings(100));
  private final MemoryStore store = new MemoryStore();
  private DispatcherBuffer buffer = new DispatcherBuffer(ID, budget);

  /** Rows in any order, spilled, persisted, restored and taken at random, leave in order. */
  @Property(tries = 400)
  void rowsLeaveInOrderWhateverHappensBetween(@ForAll long seed) throws Exception {
    Random random = new Random(seed);
    List<Line> waiting = new ArrayList<>();
    for (int action = 0; action < 120; action++) {
      int dice = random.nextInt(10);
      if (dice < 6) {
        Line line = new Line(random.nextInt(30), "r" + action);
        buffer.append(
            Rows.row(Rows.table(0), line.commitTs(), line.text())
                .traced(action % TRACED_OF == 0 ? line.text() : null),
            SimSubtask.LINES,
            action,
            random.nextInt(3) == 0 ? 1 : 100);
        waiting.add(line);
      } else if (dice == 6) {
        spill(random);
      } else if (dice == 7) {
        buffer.persist(store);
        if (random.nextBoolean()) {
          restart();
        }
      } else if (buffer.oldestCommitTs() <= 20) {
        takeAndCheck(waiting, random.nextInt(5) == 0 ? 30 : 20, 1 + random.nextInt(40));
      }
      waiting.sort(Comparator.comparingLong(Line::commitTs));
      assertThat(buffer.oldestCommitTs())
          .isEqualTo(waiting.isEmpty() ? Long.MAX_VALUE : waiting.get(0).commitTs());
      assertThat(buffer.bytes()).isEqualTo(bytes(waiting));
      assertThat(budget.rows()).isEqualTo(waiting.size());
    }
    while (!buffer.isEmpty()) {
      takeAndCheck(waiting, Long.MAX_VALUE, 25);
    }
    assertThat(waiting).isEmpty();
    assertThat(budget.totalBytes()).isZero();
    assertThat(budget.rows()).isZero();
    assertThat(store.batches()).isZero();
  }

  private void spill(Random random) throws Exception {
    Deque<SpooledBatch> spillable = new ArrayDeque<>();
    buffer.addSpillable(spillable);
    for (SpooledBatch held : spillable) {
      if (random.nextBoolean()) {
        held.spill(store, budget);
      }
    }
  }

  private void restart() throws Exception {
    SpoolBudget fresh = budget;
    fresh.heap(-fresh.heapBytes());
    fresh.disk(-fresh.diskBytes());
    fresh.rows(-fresh.rows());
    buffer = new DispatcherBuffer(ID, fresh);
    DispatcherBuffer restored = buffer;
    store.forEach((sequence, batch) -> restored.restore(sequence, batch));
  }

  private void takeAndCheck(List<Line> waiting, long bound, long maxBytes) throws Exception {
    waiting.sort(Comparator.comparingLong(Line::commitTs));
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    SealedRows taken = buffer.take(bound, maxBytes, store, out::write, null).sealed();
    String text = out.toString(StandardCharsets.UTF_8);
    List<Line> expected = waiting.subList(0, (int) taken.rows());
    StringBuilder lines = new StringBuilder();
    expected.forEach(line -> lines.append(line.text()).append('\n'));
    assertThat(text).isEqualTo(lines.toString());
    assertThat(taken.bytes()).isEqualTo(text.length());
    // never more of them than a batch and a file keep
    assertThat(taken.traces())
        .isEqualTo(
            expected.stream()
                .map(Line::text)
                .filter(row -> Integer.parseInt(row.substring(1)) % TRACED_OF == 0)
                .toList());
    assertThat(taken.minCommitTs()).isEqualTo(expected.get(0).commitTs());
    long last = expected.get(expected.size() - 1).commitTs();
    assertThat(taken.maxCommitTs()).isEqualTo(last).isLessThanOrEqualTo(bound);
    List<Line> rest = new ArrayList<>(waiting.subList((int) taken.rows(), waiting.size()));
    boolean more = !rest.isEmpty() && rest.get(0).commitTs() <= bound;
    if (more) {
      // it ended because it was full, and between two commit timestamps unless it was twice full
      assertThat(taken.bytes()).isGreaterThanOrEqualTo(maxBytes);
      assertThat(rest.get(0).commitTs() > last || taken.bytes() >= 2 * maxBytes).isTrue();
    }
    waiting.clear();
    waiting.addAll(rest);
  }

  private static long bytes(List<Line> lines) {
    return lines.stream().mapToLong(line -> line.text().length() + 1).sum();
  }

  @Test
  void aFileTellsItsFirstTracesOnly() throws Exception {
    for (int i = 0; i < 30; i++) {
      // a batch of ten rows each
      buffer.append(
          Rows.row(Rows.table(0), i, "x").traced("id" + i), SimSubtask.LINES, i / 10 * 100L, 100);
    }
    assertThat(buffer.take(2, 1000, store, (b, o, l) -> {}, null).sealed().traces())
        .containsExactly("id0", "id1", "id2");
    assertThat(buffer.take(100, 1000, store, (b, o, l) -> {}, null).sealed().traces())
        .containsExactly("id3", "id4", "id5", "id6", "id7", "id10", "id11", "id12");
    assertThat(budget.totalBytes()).isZero();
  }

  @Test
  void aFileIsCutAtTheFirstRowThatFillsIt() throws Exception {
    for (int i = 0; i < 10; i++) {
      buffer.append(Rows.row(Rows.table(0), i, "123456789"), SimSubtask.LINES, 0, 100);
    }
    assertThat(buffer.take(100, 30, store, (b, o, l) -> {}, null).sealed().rows()).isEqualTo(3);
    assertThat(buffer.take(100, 31, store, (b, o, l) -> {}, null).sealed().rows()).isEqualTo(4);
    assertThat(buffer.take(100, 1, store, (b, o, l) -> {}, null).sealed().rows()).isEqualTo(1);
    assertThat(buffer.bytes()).isEqualTo(20);
  }

  @Test
  void rowsOfOneCommitTimestampStayTogetherUpToTwiceTheSize() throws Exception {
    for (int i = 0; i < 10; i++) {
      buffer.append(Rows.row(Rows.table(0), i < 5 ? 1 : 2, "123456789"), SimSubtask.LINES, 0, 100);
    }
    assertThat(buffer.take(100, 30, store, (b, o, l) -> {}, null).sealed().rows()).isEqualTo(5);
    assertThat(buffer.oldestCommitTs()).isEqualTo(2);
  }

  @Test
  void oldestArrivalIsThatOfTheOldestBatch() {
    buffer.append(Rows.row(Rows.table(0), 9, 3), SimSubtask.LINES, 50, 10);
    buffer.append(Rows.row(Rows.table(0), 3, 3), SimSubtask.LINES, 55, 10);
    assertThat(buffer.append(Rows.row(Rows.table(0), 1, 3), SimSubtask.LINES, 60, 10)).isNotNull();
    assertThat(buffer.oldestArrivalMs()).isEqualTo(50);
    assertThat(buffer.oldestCommitTs()).isEqualTo(1);
  }

  @Test
  void eligibleBytesCountsWholeBatches() {
    buffer.append(Rows.row(Rows.table(0), 1, 9), SimSubtask.LINES, 0, 10);
    buffer.append(Rows.row(Rows.table(0), 5, 9), SimSubtask.LINES, 20, 10);
    assertThat(buffer.eligibleBytes(0)).isZero();
    assertThat(buffer.eligibleBytes(1)).isEqualTo(10);
    assertThat(buffer.eligibleBytes(5)).isEqualTo(20);
  }
}
