package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.BulkRange;
import io.spillway.event.ControlChange;
import io.spillway.event.SinkName;
import io.spillway.event.TableScope;
import io.spillway.event.Tuning;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.bulk.BulkLimits;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What settings hold back in the writer, and what they don't. */
class BulkPauseTest extends BulkWriterFixture {
  private static final TableScope T = new TableScope("shop", "t");
  private long sequence;

  private ControlChange tables(TableScope... paused) {
    return new ControlChange(++sequence, sequence, 0, List.of(paused), List.of());
  }

  private ControlChange sink() {
    Tuning tuning = Tuning.NONE.pausing(List.of(SinkName.SEARCH));
    return new ControlChange(++sequence, sequence, 0, List.of(), List.of(), tuning);
  }

  @Test
  void aPausedSinkBeginsNoRequestAndGoesOnWhenItIsResumed() {
    writeMany(0, 10);
    run(100);
    writer.control(sink());
    run(60_000);
    writeMany(10, 20);
    run(60_000);
    assertThat(engine.requests).isEmpty();
    assertThat(writer.progress(9_000)).isEqualTo(999);
    assertThat(writer.view().paused()).isEqualTo(new WriterView.Paused(true, 20));
    writer.control(tables());
    run(600);
    assertThat(engine.live()).hasSize(20);
    assertThat(writer.progress(9_000)).isEqualTo(9_000);
    assertThat(writer.view().paused()).isEqualTo(new WriterView.Paused(false, 0));
  }

  @Test
  void storageAlonePausedIsNothingToTheWriter() {
    Tuning tuning = Tuning.NONE.pausing(List.of(SinkName.STORAGE));
    writer.control(new ControlChange(1, 1, 0, List.of(), List.of(), tuning));
    writeMany(0, 10);
    run(1_000);
    assertThat(engine.live()).hasSize(10);
  }

  @Test
  void allTablesPausedIsTheWholeSink() {
    writer.control(tables(TableScope.ALL));
    writeMany(0, 10);
    run(60_000);
    assertThat(engine.requests).isEmpty();
    assertThat(writer.view().paused().whole()).isTrue();
  }

  @Test
  void requestsInFlightEndDuringAPause() {
    run(100);
    writeMany(0, 1);
    openIndices();
    writeMany(1, 10_000);
    assertThat(engine.inFlight()).isEqualTo(2);
    writer.control(sink());
    run(10_000);
    assertThat(engine.inFlight()).isZero();
    assertThat(engine.requests).hasSize(2);
    assertThat(engine.live()).hasSizeBetween(1, 9_999);
  }

  @Test
  void aPausedTableWaitsWhileAnotherGoesOn() {
    writeMany(0, 10);
    writer.control(tables(T));
    writeMany(10, 20);
    writer.write(Rows.row("other", "INSERT", 5_000, 1, "a"));
    run(60_000);
    assertThat(engine.live()).containsOnlyKeys("shop.other/1");
    assertThat(writer.progress(9_000)).isEqualTo(999);
    assertThat(writer.view().paused()).isEqualTo(new WriterView.Paused(false, 20));
    assertThat(writer.view().signals().backlog().bytes()).as("what is to be done").isZero();
    assertThat(writer.view().signals().backlog().lagMs()).isZero();
    writer.control(tables());
    run(1_000);
    assertThat(engine.live()).hasSize(21);
    assertThat(writer.empty()).isTrue();
  }

  @Test
  void whatFailsWhileItsTableIsPausedWaitsToo() {
    engine.itemFault = item -> FakeEngine.error(429, "busy");
    writeMany(0, 10);
    run(700);
    assertThat(engine.requests).hasSize(1);
    writer.control(tables(T));
    engine.itemFault = item -> null;
    run(120_000);
    assertThat(engine.requests).hasSize(1);
    assertThat(writer.view().paused().documents()).isEqualTo(10);
    writer.control(tables());
    run(60_000);
    assertThat(engine.live()).hasSize(10);
  }

  @Test
  void thePartsOfADividedRequestWaitToo() {
    engine.requestFault = (items, bytes) -> new Lost(Loss.CUT, "cut");
    writeMany(0, 10);
    run(550);
    assertThat(writer.view().counts().divided).isEqualTo(1);
    writer.control(tables(T));
    engine.requestFault = (items, bytes) -> null;
    run(120_000);
    assertThat(engine.requests).hasSize(1);
    writer.control(tables());
    run(60_000);
    assertThat(engine.live()).hasSize(10);
  }

  @Test
  void theControllerLearnsNothingFromAPause() {
    BulkLimits before = writer.view().limits();
    writer.control(sink());
    for (int id = 0; id < 200; id++) {
      writer.write(Rows.upsert(1_000 + id, id, "x".repeat(100_000)));
    }
    run(5 * 60_000);
    assertThat(writer.view().limits()).isEqualTo(before);
    assertThat(writer.view().bufferedBytes()).isGreaterThan(16 << 20);
  }

  @Test
  void edgesOfTheControllerCountAtOnceAndGoWithTheirSettings() {
    Tuning narrow = Tuning.NONE.within(new BulkRange(0, 100_000, 0, 0, 1));
    writer.control(new ControlChange(++sequence, 1, 0, List.of(), List.of(), narrow));
    run(100);
    writeMany(0, 2_000);
    run(100);
    assertThat(writer.view().inFlight()).isLessThanOrEqualTo(1);
    run(5_000);
    assertThat(engine.live()).hasSize(2_000);
    int most = engine.requests.stream().mapToInt(List::size).max().getAsInt();
    assertThat(most).isBetween(500, 1_500);
    assertThat(writer.view().limits().bytes()).isEqualTo(100_000);
    writer.control(tables());
    for (int second = 0; second < 45; second++) {
      writeMany(5_000 + 50 * second, 5_050 + 50 * second);
      run(1_000);
    }
    assertThat(writer.view().limits().bytes()).isGreaterThan(100_000);
  }

  @Test
  void theEndOfTheInputEndsEveryPause() {
    writer.control(tables(T));
    writeMany(0, 10);
    writer.drain();
    run(400);
    assertThat(engine.live()).hasSize(10);
    writer.control(sink());
    writeMany(10, 20);
    run(200);
    assertThat(engine.live()).hasSize(20);
  }

  @Test
  void aBufferAtItsEndIsWrittenDownToItsSizeAndThenWaitsAgain() {
    WriterConfig d = WriterConfig.DEFAULT;
    writer =
        writer(
            new WriterConfig(d.controller(), 8 << 20, d.policy(), d.deadLetters(), d.newIndices()));
    writer.control(sink());
    String large = "x".repeat(100_000);
    int id = 0;
    while (writer.view().bufferedBytes() < 12 << 20) {
      writer.write(Rows.upsert(1_000 + id, id++, large));
    }
    run(60_000);
    assertThat(engine.requests).isEmpty();
    assertThat(writer.full()).isTrue();
    while (writer.view().bufferedBytes() < 16 << 20) {
      writer.write(Rows.upsert(1_000 + id, id++, large));
    }
    run(5 * 60_000);
    assertThat(writer.view().bufferedBytes()).isBetween(6L << 20, 8L << 20);
    assertThat(writer.full()).isFalse();
    assertThat(writer.view().paused().whole()).isTrue();
    int sent = engine.requests.size();
    run(60_000);
    assertThat(engine.requests).hasSize(sent);
  }
}
