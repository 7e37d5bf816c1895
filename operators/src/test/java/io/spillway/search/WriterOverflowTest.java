package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.SearchTask.Overflow;
import java.util.List;
import org.apache.flink.api.common.eventtime.Watermark;
import org.junit.jupiter.api.Test;

/** Rows that the writer keeps in managed state while an engine or an index takes none. */
class WriterOverflowTest extends ElasticsearchWriterFixture {
  private static final String NAME = "x".repeat(10_000);

  private SearchSpool spool = new SearchSpool(new MemoryStore());

  private Overflow spooled(long quota) {
    return new Overflow(spool, row -> (int) (row.offset() % 7), quota);
  }

  private static int unfinished(ElasticsearchWriter writer) {
    return writer.snapshotState(1).stream().mapToInt(state -> state.rows().size()).sum();
  }

  /** The engine is away from now on. */
  private void leave() {
    engine.requestFault = (items, bytes) -> new Lost(Loss.UNREACHABLE, "refused");
  }

  /** An index takes no rows from now on. */
  private void park(String index) {
    engine.itemFault =
        item ->
            item.index().equals(index) ? FakeEngine.error(403, "cluster_block_exception") : null;
  }

  @Test
  void keepsRowsInTheStateWhileTheEngineIsAwayAndTheSourceGoesOn() throws Exception {
    ElasticsearchWriter writer = writer(spooled(1 << 30));
    leave();
    for (int i = 0; i < 3_000; i++) {
      writer.write(Rows.upsert(100 + i, i, NAME), null);
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
  void fewRowsStayOnTheHeapOnceTheEngineIsKnownToBeAway() throws Exception {
    ElasticsearchWriter writer = writer(spooled(1 << 30));
    leave();
    for (int i = 0; i < 3_000; i++) {
      writer.write(Rows.upsert(100 + i, i, NAME), null);
      run(10);
    }
    assertThat(unfinished(writer)).as("written anew with each checkpoint").isBetween(1, 120);
    assertThat(spool.rows() + unfinished(writer)).isEqualTo(3_000);
  }

  @Test
  void theSourceWaitsOnceTheQuotaIsFull() throws Exception {
    ElasticsearchWriter writer = writer(spooled(20 << 20));
    leave();
    int written = 0;
    while (yields == 0) {
      if (spool.bytes() > 19 << 20) {
        engine.requestFault = (items, bytes) -> null;
      }
      writer.write(Rows.upsert(100 + written, written, NAME), null);
      written++;
    }
    assertThat(spool.bytes()).isBetween(19L << 20, 21L << 20);
    writer.flush(true);
    assertThat(engine.live()).hasSize(written);
  }

  @Test
  void rowsOfAParkedIndexWaitInTheStateAndTheOthersGoOn() throws Exception {
    ElasticsearchWriter writer = writer(spooled(1 << 30));
    park("shop.u");
    for (int i = 0; i < 1_000; i++) {
      writer.write(Rows.row("u", "INSERT", 100 + i, i, NAME), null);
      writer.write(Rows.row("t", "INSERT", 100 + i, i, NAME), null);
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
    park("shop.u");
    for (int i = 0; i < 1_000; i++) {
      writer.write(Rows.row("u", "INSERT", 100 + i, i, NAME), null);
    }
    writer.write(Rows.row("t", "INSERT", 5_000, 1, NAME), null);
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
    park("shop.u");
    for (int i = 0; i < 2_000; i++) {
      writer.write(Rows.row("u", "INSERT", 100 + i, i, NAME), null);
      writer.write(Rows.row("t", "INSERT", 100 + i, i, NAME), null);
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
    park("shop.u");
    for (int i = 0; i < 1_000; i++) {
      writer.write(Rows.row("u", "INSERT", 100 + i, i, NAME), null);
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
    leave();
    for (int i = 0; i < 2_000; i++) {
      before.write(Rows.upsert(100 + i, i % 900, NAME + i), null);
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
    assertThat(engine.live().get("shop.t/100")).contains(NAME + "1900\"");
    assertThat(store.segments).isEmpty();
  }
}
