package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.ControlChange;
import io.spillway.event.SinkName;
import io.spillway.event.Tuning;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.bulk.Mode;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.junit.jupiter.api.Test;

/** Barriers, restarts, pauses and the end of the input. */
class ElasticsearchWriterTest extends ElasticsearchWriterFixture {
  @Test
  void doesNotWaitForTheEngineAtABarrier() throws Exception {
    ElasticsearchWriter writer = writer();
    engine.requestFault = (items, bytes) -> FakeEngine.refused(429, "busy");
    writer.write(Rows.upsert(100, 1, "a"), null);
    writer.write(Rows.upsert(200, 2, "b"), null);
    writer.writeWatermark(new Watermark(300));
    run(2_000);
    writer.flush(false);
    assertThat(yields).isZero();
    assertThat(commit(writer).progress()).isEqualTo(99);
    List<SearchWriterState> state = writer.snapshotState(1);
    assertThat(state).hasSize(1);
    assertThat(state.get(0).rows()).extracting(SearchRow::commitTs).containsExactly(100L, 200L);
  }

  @Test
  void reportsProgressAndTheDeadAtTheBarrierAndOnlyOnce() throws Exception {
    ElasticsearchWriter writer = writer();
    engine.itemFault = item -> item.id().equals("2") ? FakeEngine.error(400, "mapping") : null;
    writer.write(Rows.upsert(100, 1, "a"), null);
    writer.write(Rows.upsert(200, 2, "b"), null);
    SearchCommittable none = commit(writer);
    assertThat(none.progress()).as("no watermark yet").isEqualTo(Long.MIN_VALUE);
    assertThat(none.modes()).extracting(ModeChange::mode).containsExactly(Mode.STEADY);
    writer.writeWatermark(new Watermark(300));
    run(6_000);
    SearchCommittable first = commit(writer);
    assertThat(first.progress()).isEqualTo(300);
    assertThat(first.finished()).isEqualTo(1);
    assertThat(first.modes()).as("no news since the barrier before").isEmpty();
    assertThat(first.dead()).extracting(d -> d.row().offset()).containsExactly(200L);
    assertThat(writer.snapshotState(2)).isEmpty();
    assertThat(commit(writer)).isEqualTo(new SearchCommittable(300, 300, 0, List.of()));
  }

  @Test
  void writesAgainWhatWasNotFinishedBeforeARestart() throws Exception {
    ElasticsearchWriter before = writer();
    before.write(Rows.upsert(100, 1, "a"), null);
    List<SearchWriterState> state = before.snapshotState(1);
    before.close();

    ElasticsearchWriter after = writer();
    state.forEach(after::restore);
    after.writeWatermark(new Watermark(500));
    assertThat(commit(after).progress()).isEqualTo(99);
    run(6_000);
    assertThat(engine.live()).containsOnlyKeys("shop.t/1");
    assertThat(commit(after).progress()).isEqualTo(500);
  }

  @Test
  void makesTheSourceWaitWhenTheBufferIsFullAndNeverFails() throws Exception {
    ElasticsearchWriter writer = writer();
    long end = START + 10 * 60_000;
    engine.requestFault =
        (items, bytes) ->
            time.getCurrentProcessingTime() < end ? FakeEngine.refused(429, "busy") : null;
    String large = "x".repeat(1 << 20);
    for (int i = 0; i < 20; i++) {
      writer.write(Rows.upsert(100 + i, i, large), null);
    }
    assertThat(yields).isPositive();
    assertThat(time.getCurrentProcessingTime()).isGreaterThan(end);
    writer.flush(true);
    assertThat(engine.live()).hasSize(20);
  }

  /**
   * Time is the test's: an hour passes in a second. The engine is away for it, a few rows come all
   * the while, and a barrier passes every ten seconds. The buffer doesn't fill.
   */
  @Test
  void takesEveryBarrierWithoutWaitingWhileTheEngineIsAwayForAnHour() throws Exception {
    ElasticsearchWriter writer = writer();
    engine.requestFault = (items, bytes) -> new Lost(Loss.UNREACHABLE, "refused");
    writer.writeWatermark(new Watermark(1_000_000));
    String name = "x".repeat(10_000);
    int written = 0;
    for (int barrier = 1; barrier <= 360; barrier++) {
      for (int row = 0; row < 2; row++) {
        writer.write(Rows.upsert(100 + written, written, name), null);
        written++;
      }
      writer.flush(false);
      assertThat(commit(writer).progress()).as("barrier %d", barrier).isEqualTo(99);
      assertThat(writer.snapshotState(barrier).stream().mapToInt(s -> s.rows().size()).sum())
          .isEqualTo(written);
      run(10_000);
    }
    assertThat(yields).as("waits for the engine").isZero();
    assertThat(engine.live()).isEmpty();
    engine.requestFault = (items, bytes) -> null;
    run(120_000);
    assertThat(engine.live()).hasSize(written);
    assertThat(commit(writer).progress()).isEqualTo(1_000_000);
  }

  @Test
  void aPauseComesWithTheRowsAndOutlivesARestart() throws Exception {
    ElasticsearchWriter before = writer();
    ControlChange pause = pause(3);
    before.write(new SearchControl(pause), null);
    before.write(Rows.upsert(100, 1, "a"), null);
    before.writeWatermark(new Watermark(300));
    run(60_000);
    before.flush(false);
    assertThat(yields).isZero();
    assertThat(commit(before).progress()).isEqualTo(99);
    List<SearchWriterState> state = before.snapshotState(1);
    assertThat(state).extracting(SearchWriterState::control).containsOnlyOnce(pause);
    before.close();

    ElasticsearchWriter after = writer();
    after.restoreControl(new SearchWriterState(List.of(), List.of(), pause(2)));
    state.forEach(after::restoreControl);
    after.restoreControl(new SearchWriterState(List.of(), List.of(), pause(1)));
    state.forEach(after::restore);
    run(60_000);
    assertThat(engine.requests).isEmpty();
    assertThat(after.snapshotState(2)).hasSize(2).contains(state.get(0));
    after.write(new SearchControl(new ControlChange(4, 4, 0, List.of(), List.of())), null);
    run(6_000);
    assertThat(engine.live()).containsOnlyKeys("shop.t/1");
  }

  @Test
  void aSettingOfOneWriterWithNothingToKeepIsKept() throws Exception {
    ElasticsearchWriter writer = writer();
    writer.write(new SearchControl(pause(3)), null);
    assertThat(writer.snapshotState(1))
        .containsExactly(new SearchWriterState(List.of(), List.of(), pause(3)));
  }

  @Test
  void thePausedRowsAreWrittenAtTheEndOfTheInput() throws Exception {
    ElasticsearchWriter writer = writer();
    writer.write(new SearchControl(pause(1)), null);
    writer.write(Rows.upsert(100, 1, "a"), null);
    run(60_000);
    assertThat(engine.live()).isEmpty();
    writer.flush(true);
    assertThat(engine.live()).hasSize(1);
    assertThat(commit(writer).progress()).isEqualTo(SearchCommittable.ALL);
  }

  private static ControlChange pause(long sequence) {
    return new ControlChange(
        sequence, 9, 0, List.of(), List.of(), Tuning.NONE.pausing(List.of(SinkName.SEARCH)));
  }

  @Test
  void finishesEverythingAtTheEndOfTheInput() throws Exception {
    ElasticsearchWriter writer = writer();
    for (int i = 0; i < 500; i++) {
      writer.write(Rows.upsert(100 + i, i, "x"), null);
    }
    writer.flush(true);
    assertThat(engine.live()).hasSize(500);
  }

  @Test
  void finishesEverythingAtTheSecondBarrierBehindTheEndOfTheInput() throws Exception {
    ElasticsearchWriter writer = writer();
    for (int i = 0; i < 500; i++) {
      writer.write(Rows.upsert(100 + i, i, "x"), null);
    }
    writer.writeWatermark(new Watermark(599));
    writer.flush(false);
    assertThat(commit(writer).progress()).isEqualTo(99);
    writer.writeWatermark(new Watermark(Long.MAX_VALUE));
    writer.flush(false);
    assertThat(yields).as("storage's last files don't wait for the engine").isZero();
    writer.flush(false);
    assertThat(engine.live()).hasSize(500);
    assertThat(commit(writer))
        .isEqualTo(new SearchCommittable(SearchCommittable.ALL, 599, 500, List.of()));
  }
}
