package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.ControlChange;
import io.spillway.event.SinkName;
import io.spillway.event.Tuning;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.SearchTask.Overflow;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.streaming.runtime.tasks.TestProcessingTimeService;
import org.apache.flink.util.function.ThrowingRunnable;
import org.junit.jupiter.api.Test;

/** The writer under a mailbox that the test empties, with processing time that the test moves. */
class ElasticsearchWriterTest {
  private static final long START = 1_768_472_430_400L;
  private static final WriterConfig SMALL_BUFFER =
      new WriterConfig(
          WriterConfig.DEFAULT.controller(),
          8 << 20,
          WriterConfig.DEFAULT.policy(),
          WriterConfig.DEFAULT.deadLetters(),
          WriterConfig.DEFAULT.newIndices());

  private final FakeEngine engine = new FakeEngine();
  private final TestProcessingTimeService time = new TestProcessingTimeService();
  private final ArrayDeque<ThrowingRunnable<? extends Exception>> mails = new ArrayDeque<>();
  private int yields;

  private ElasticsearchWriter writer() throws Exception {
    return writer(Overflow.NONE);
  }

  private ElasticsearchWriter writer(Overflow overflow) throws Exception {
    time.setCurrentTime(START);
    return new ElasticsearchWriter(
        task(),
        overflow,
        engine,
        (transport, clock) ->
            new BulkWriter(
                SMALL_BUFFER,
                new RowDocuments(DocumentConfig.DEFAULT),
                transport,
                clock,
                new Random(1)));
  }

  private SearchTask task() {
    return new SearchTask(
        new Mailbox(), time, UnregisteredMetricsGroup.createSinkWriterMetricGroup());
  }

  /** A yield lets 20 ms pass, the engine answer, and one mail run. */
  private final class Mailbox implements MailboxExecutor {
    @Override
    public void execute(
        MailOptions options,
        ThrowingRunnable<? extends Exception> command,
        String format,
        Object... args) {
      mails.add(command);
    }

    @Override
    public void yield() {
      yields++;
      run(20);
    }

    @Override
    public boolean tryYield() {
      return false;
    }

    @Override
    public boolean shouldInterrupt() {
      return false;
    }
  }

  private void run(long ms) {
    try {
      for (long end = time.getCurrentProcessingTime() + ms;
          time.getCurrentProcessingTime() < end; ) {
        time.advance(20);
        engine.answer();
        while (!mails.isEmpty()) {
          mails.poll().run();
        }
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  private static SearchCommittable commit(ElasticsearchWriter writer) {
    return writer.prepareCommit().iterator().next();
  }

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
    assertThat(commit(writer).progress()).as("no watermark yet").isEqualTo(Long.MIN_VALUE);
    writer.writeWatermark(new Watermark(300));
    run(6_000);
    SearchCommittable first = commit(writer);
    assertThat(first.progress()).isEqualTo(300);
    assertThat(first.finished()).isEqualTo(1);
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

  private SearchSpool spool = new SearchSpool(new MemoryStore());

  private Overflow spooled(long quota) {
    return new Overflow(spool, row -> (int) (row.offset() % 7), quota);
  }

  private static int unfinished(ElasticsearchWriter writer) {
    return writer.snapshotState(1).stream().mapToInt(state -> state.rows().size()).sum();
  }

  @Test
  void keepsRowsInTheStateWhileTheEngineIsAwayAndTheSourceGoesOn() throws Exception {
    ElasticsearchWriter writer = writer(spooled(1 << 30));
    engine.requestFault = (items, bytes) -> new Lost(Loss.UNREACHABLE, "refused");
    String name = "x".repeat(10_000);
    for (int i = 0; i < 3_000; i++) {
      writer.write(Rows.upsert(100 + i, i, name), null);
    }
    assertThat(yields).as("waits of the source").isZero();
    assertThat(spool.rows() + unfinished(writer)).isEqualTo(3_000);
    assertThat(unfinished(writer)).isLessThan(500);
    writer.writeWatermark(new Watermark(9_000));
    assertThat(commit(writer).progress()).isEqualTo(99);
    engine.requestFault = (items, bytes) -> null;
    run(180_000);
    assertThat(engine.live()).hasSize(3_000);
    assertThat(spool.isEmpty()).isTrue();
    assertThat(commit(writer).progress()).isEqualTo(9_000);
  }

  @Test
  void theSourceWaitsOnceTheQuotaIsFull() throws Exception {
    ElasticsearchWriter writer = writer(spooled(20 << 20));
    engine.requestFault = (items, bytes) -> new Lost(Loss.UNREACHABLE, "refused");
    String name = "x".repeat(10_000);
    int written = 0;
    while (yields == 0) {
      if (spool.bytes() > 19 << 20) {
        engine.requestFault = (items, bytes) -> null;
      }
      writer.write(Rows.upsert(100 + written, written, name), null);
      written++;
    }
    assertThat(spool.bytes()).isBetween(19L << 20, 21L << 20);
    writer.flush(true);
    assertThat(engine.live()).hasSize(written);
  }

  @Test
  void rowsOfAParkedIndexWaitInTheStateAndTheOthersGoOn() throws Exception {
    ElasticsearchWriter writer = writer(spooled(1 << 30));
    engine.itemFault =
        item ->
            item.index().equals("shop.u") ? FakeEngine.error(403, "cluster_block_exception") : null;
    String name = "x".repeat(10_000);
    for (int i = 0; i < 1_000; i++) {
      writer.write(Rows.row("u", "INSERT", 100 + i, i, name), null);
      writer.write(Rows.row("t", "INSERT", 100 + i, i, name), null);
      run(100);
    }
    run(6_000);
    assertThat(engine.live()).hasSize(1_000);
    assertThat(spool.rows() + unfinished(writer)).isEqualTo(1_000);
    assertThat(commit(writer).dead()).isEmpty();
    engine.itemFault = item -> null;
    run(120_000);
    assertThat(engine.live()).hasSize(2_000);
  }

  @Test
  void aBufferFullOfRowsOfAnIndexThatIsParkedThenGoesToTheStateToo() throws Exception {
    ElasticsearchWriter writer = writer(spooled(1 << 30));
    engine.itemFault =
        item ->
            item.index().equals("shop.u") ? FakeEngine.error(403, "cluster_block_exception") : null;
    String name = "x".repeat(10_000);
    for (int i = 0; i < 1_000; i++) {
      writer.write(Rows.row("u", "INSERT", 100 + i, i, name), null);
    }
    writer.write(Rows.row("t", "INSERT", 5_000, 1, name), null);
    run(60_000);
    assertThat(engine.live()).containsOnlyKeys("shop.t/1");
    assertThat(unfinished(writer)).isLessThan(250);
    assertThat(spool.rows() + unfinished(writer)).isEqualTo(1_000);
    assertThat(commit(writer).dead()).isEmpty();
    engine.itemFault = item -> null;
    run(120_000);
    assertThat(engine.live()).hasSize(1_001);
  }

  @Test
  void beyondHalfOfTheQuotaTheOldestRowsOfAParkedIndexDie() throws Exception {
    ElasticsearchWriter writer = writer(spooled(8 << 20));
    engine.itemFault =
        item ->
            item.index().equals("shop.u") ? FakeEngine.error(403, "cluster_block_exception") : null;
    String name = "x".repeat(10_000);
    for (int i = 0; i < 2_000; i++) {
      writer.write(Rows.row("u", "INSERT", 100 + i, i, name), null);
      writer.write(Rows.row("t", "INSERT", 100 + i, i, name), null);
      run(100);
    }
    run(6_000);
    assertThat(engine.live()).hasSize(2_000);
    int dead = commit(writer).dead().size();
    assertThat(dead).isBetween(1_000, 1_900);
    assertThat(dead + spool.rows() + unfinished(writer)).isEqualTo(2_000);
  }

  @Test
  void theEndOfTheInputTakesAllRowsOfAnIndexThatRefusesThemForDead() throws Exception {
    ElasticsearchWriter writer = writer(spooled(1 << 30));
    engine.itemFault =
        item ->
            item.index().equals("shop.u") ? FakeEngine.error(403, "cluster_block_exception") : null;
    String name = "x".repeat(10_000);
    for (int i = 0; i < 1_000; i++) {
      writer.write(Rows.row("u", "INSERT", 100 + i, i, name), null);
      run(100);
    }
    writer.flush(true);
    assertThat(commit(writer).dead()).hasSize(1_000);
  }

  @Test
  void theEndOfTheInputStopsTheJobWhenTheEngineStaysAway() throws Exception {
    ElasticsearchWriter writer = writer(spooled(1 << 30));
    engine.requestFault = (items, bytes) -> new Lost(Loss.UNREACHABLE, "ConnectException: refused");
    engine.adminFault = call -> new Lost(Loss.UNREACHABLE, "ConnectException: refused");
    writer.write(Rows.upsert(100, 1, "a"), null);
    assertThatThrownBy(() -> writer.flush(true))
        .hasStackTraceContaining("the search engine has answered nothing for")
        .hasStackTraceContaining("1 rows for it are in the last checkpoint");
  }

  @Test
  void rowsInTheStateAreWrittenAfterARestartBehindThoseOfTheHeap() throws Exception {
    MemoryStore store = new MemoryStore();
    spool = new SearchSpool(store);
    ElasticsearchWriter before = writer(spooled(1 << 30));
    engine.requestFault = (items, bytes) -> new Lost(Loss.UNREACHABLE, "refused");
    String name = "x".repeat(10_000);
    for (int i = 0; i < 2_000; i++) {
      before.write(Rows.upsert(100 + i, i % 900, name + i), null);
    }
    spool.beforeBarrier();
    List<SearchWriterState> state = before.snapshotState(1);
    before.close();

    engine.requestFault = (items, bytes) -> null;
    spool = new SearchSpool(store);
    store.restore(spool);
    ElasticsearchWriter after = writer(spooled(1 << 30));
    state.forEach(after::restore);
    run(120_000);
    assertThat(engine.live()).hasSize(900);
    assertThat(engine.live().get("shop.t/100")).contains(name + "1900\"");
    assertThat(store.segments).isEmpty();
  }
}
