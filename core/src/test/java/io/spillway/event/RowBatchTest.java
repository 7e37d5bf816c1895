package io.spillway.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class RowBatchTest {
  private static final byte[] END = {'\n'};

  record Line(long commitTs, String text) {}

  @Property(tries = 300)
  void rowsStandInOrderOfTimeAndEqualOnesInOrderOfArrival(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 9) Integer> times) {
    RowBatch batch = build(times);
    assertThat(lines(batch)).isEqualTo(expected(times));
    assertThat(batch.minCommitTs()).isEqualTo(expected(times).get(0).commitTs());
    assertThat(batch.maxCommitTs()).isEqualTo(expected(times).get(times.size() - 1).commitTs());
    assertThat(batch.arrivedMs()).isEqualTo(77);
  }

  @Property(tries = 300)
  void aTailHoldsTheRowsFromThereOn(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 9) Integer> times,
      @ForAll @IntRange(min = 0, max = 59) int cut) {
    int from = cut % times.size();
    RowBatch tail = build(times).tail(from);
    assertThat(lines(tail)).isEqualTo(expected(times).subList(from, times.size()));
    assertThat(tail.arrivedMs()).isEqualTo(77);
  }

  @Property(tries = 300)
  void theFirstNewerRowIsFoundAsAScanFindsIt(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 9) Integer> times,
      @ForAll @IntRange(min = -1, max = 10) int bound,
      @ForAll @IntRange(min = 0, max = 59) int cut) {
    RowBatch batch = build(times);
    int from = cut % times.size();
    int scanned = from;
    while (scanned < batch.size() && batch.commitTs(scanned) <= bound) {
      scanned++;
    }
    assertThat(Math.max(from, batch.firstNewerThan(bound, from))).isEqualTo(scanned);
  }

  @Property(tries = 300)
  void theRowThatEndsBehindAnOffsetIsFoundAsAScanFindsIt(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 9) Integer> times,
      @ForAll @IntRange(min = 1, max = 10_000) int offset) {
    RowBatch batch = build(times);
    int end = 1 + offset % batch.end(batch.size() - 1);
    int scanned = 0;
    while (batch.end(scanned) < end) {
      scanned++;
    }
    assertThat(batch.firstEndingAt(end, 0)).isEqualTo(scanned);
  }

  @Property(tries = 20)
  void aBuilderIsFullAtTheTargetAndOneLargeRowFits(
      @ForAll @IntRange(min = 1, max = 2_000_000) int length) {
    RowBatchBuilder builder = new RowBatchBuilder(0);
    builder.append(new byte[length], 0, length, END, 5);
    assertThat(builder.isFull()).isEqualTo(length + 1 >= RowBatch.TARGET_BYTES);
    assertThat(builder.heapBytes()).isGreaterThanOrEqualTo(length + 1);
    RowBatch batch = builder.build();
    assertThat(batch.end(0)).isEqualTo(length + 1);
    // what is kept is never much more than what is in it
    assertThat(batch.heapBytes()).isLessThan((length + 1) * 5 / 4 + 1024);
  }

  @Property(tries = 300)
  void aTraceStaysWithItsRowWhereverThatGoes(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(min = 0, max = 9) Integer> times,
      @ForAll @IntRange(min = 0, max = 59) int cut) {
    RowBatch batch = build(times);
    int from = cut % times.size();
    assertTraced(batch);
    assertThat(batch.traced()).hasSize(Math.min((times.size() + 2) / 3, RowBatch.MOST_TRACED));
    assertTraced(batch.tail(from));
    assertThat(batch.tail(from).traced()).hasSize(batch.traced(from, times.size()).size());
    assertThat(batch.traced(0, from).size() + batch.traced(from, times.size()).size())
        .isEqualTo(batch.traced().size());
  }

  /** Ids are those of their rows' texts, in the order of the rows. */
  private static void assertTraced(RowBatch batch) {
    List<Line> lines = lines(batch);
    assertThat(batch.traced())
        .allMatch(row -> (row.id() + "\n").equals(lines.get(row.row()).text()))
        .isSortedAccordingTo(Comparator.comparingInt(TracedRow::row));
  }

  @Test
  void tracesCountAsBytesOfTheHeap() {
    RowBatchBuilder builder = new RowBatchBuilder(0);
    builder.append(END, 0, 1, END, 5);
    int before = builder.heapBytes();
    builder.trace("4bf92f3577b34da6a3ce929d0e0e4736");
    assertThat(builder.heapBytes()).isGreaterThan(before + 32);
    int traced = builder.build().heapBytes();
    RowBatchBuilder same = new RowBatchBuilder(0);
    same.append(END, 0, 1, END, 5);
    assertThat(traced - same.build().heapBytes()).isEqualTo(builder.heapBytes() - before);
  }

  private static RowBatch build(List<Integer> times) {
    RowBatchBuilder builder = new RowBatchBuilder(77);
    for (int i = 0; i < times.size(); i++) {
      byte[] text = ("<" + text(i) + ">").getBytes(StandardCharsets.UTF_8);
      builder.append(text, 1, text.length - 2, END, times.get(i));
      if (i % 3 == 0) {
        builder.trace(text(i));
      }
    }
    assertThat(builder.size()).isEqualTo(times.size());
    return builder.build();
  }

  private static String text(int row) {
    return row + "x".repeat(row % 7 * row % 11);
  }

  private static List<Line> expected(List<Integer> times) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < times.size(); i++) {
      lines.add(new Line(times.get(i), text(i) + "\n"));
    }
    lines.sort(Comparator.comparingLong(Line::commitTs));
    return lines;
  }

  private static List<Line> lines(RowBatch batch) {
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < batch.size(); i++) {
      int start = batch.start(i);
      lines.add(
          new Line(
              batch.commitTs(i),
              new String(batch.bytes(), start, batch.end(i) - start, StandardCharsets.UTF_8)));
    }
    return lines;
  }
}
