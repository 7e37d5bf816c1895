package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.FakeEngine.Item;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of one document, at an engine that forgets the versions of deleted ones. */
class KeyOrderTest {
  private static final int KEYS = 100;
  private static final int CHANGES = 400;
  private static final long START = 1_768_472_430_400L;
  private final FakeEngine engine = new FakeEngine();
  private long now = START;
  private final BulkWriter writer = writer(1);

  private BulkWriter writer(long seed) {
    return writer(engine, seed);
  }

  private BulkWriter writer(BulkTransport transport, long seed) {
    return new BulkWriter(
        WriterConfig.DEFAULT,
        new RowDocuments(DocumentConfig.DEFAULT),
        transport,
        () -> now,
        new Random(seed));
  }

  private void tick(BulkWriter of) {
    now += 50;
    of.tick();
  }

  /** Lets the longest interval pass, with no answers. */
  private void send() {
    for (int i = 0; i < 200; i++) {
      tick(writer);
    }
  }

  /** Answers the question for the index, and its creation. */
  private void openIndex() {
    for (int i = 0; i < 4; i++) {
      engine.answer();
    }
  }

  private void run(BulkWriter of) {
    for (int i = 0; i < 1000; i++) {
      tick(of);
      engine.answer();
    }
  }

  @Test
  void keepsADeleteUntilTheInsertThatWasRejectedIsStored() {
    writer.write(Rows.upsert(100, 1, "a"));
    openIndex();
    engine.itemFault = item -> FakeEngine.error(429, "es_rejected_execution_exception");
    send();
    engine.answer();
    engine.itemFault = item -> null;
    writer.write(Rows.delete(200, 1));
    run(writer);

    assertThat(engine.requests.stream().map(KeyOrderTest::versions))
        .containsExactly(List.of(100L), List.of(100L, 200L));
    assertThat(engine.live()).isEmpty();
    assertThat(writer.empty()).isTrue();
  }

  @Test
  void sendsWhatCameMeanwhileTogetherInTheOrderOfItsCommits() throws Exception {
    BulkBuffer buffer = new BulkBuffer(true, row -> false);
    BulkItem first = item(Rows.upsert(100, 1, "a"));
    buffer.add(first, now);
    buffer.open("shop.t");
    assertThat(taken(buffer)).containsExactly(100L);
    buffer.add(item(Rows.upsert(200, 1, "b")), now);
    buffer.add(item(Rows.upsert(201, 2, "other")), now);
    buffer.add(item(Rows.delete(300, 1)), now);
    buffer.add(item(Rows.upsert(400, 1, "c")), now);
    assertThat(taken(buffer)).containsExactly(201L);
    assertThat(taken(buffer)).isEmpty();
    assertThat(buffer.readyBytes()).isZero();
    buffer.finish(first);
    assertThat(taken(buffer)).containsExactly(200L, 300L, 400L);
  }

  @Test
  void holdsBackWhatCameBehindAChangeThatIsToBeSentAgain() throws Exception {
    BulkBuffer buffer = new BulkBuffer(true, row -> false);
    BulkItem first = item(Rows.upsert(100, 1, "a"));
    BulkItem second = item(Rows.upsert(200, 1, "b"));
    buffer.add(first, now);
    buffer.add(second, now);
    buffer.open("shop.t");
    assertThat(taken(buffer)).containsExactly(100L, 200L);
    buffer.finish(second);
    buffer.retry(List.of(first), now + 1000);
    buffer.add(item(Rows.delete(300, 1)), now);
    assertThat(taken(buffer)).isEmpty();
    now += 1000;
    buffer.wake(now);
    assertThat(taken(buffer)).containsExactly(100L);
    buffer.finish(first);
    assertThat(taken(buffer)).containsExactly(300L);
  }

  private static BulkItem item(SearchRow row) throws Exception {
    RowDocuments documents = new RowDocuments(DocumentConfig.DEFAULT);
    return new BulkItem(row, documents.of(row.bytes(), row.commitTs()).get(0));
  }

  private List<Long> taken(BulkBuffer buffer) {
    return buffer.next(1 << 20, now).stream().map(item -> item.row.commitTs()).toList();
  }

  private static List<Long> versions(List<Item> request) {
    return request.stream().map(Item::version).toList();
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 23, 28, 75, 88, 93})
  void noDeletedDocumentComesBackWhileJobAndEngineAreRestartedAtAnyMoment(long seed) {
    Random random = new Random(seed);
    engine.itemFault = item -> random.nextInt(4) == 0 ? FakeEngine.error(429, "es_rejected") : null;
    List<SearchRow> stream = changes(random);
    Life life = new Life();
    BulkWriter current = writer(life, seed);
    List<SearchRow> state = List.of();
    int saved = 0;
    int at = 0;
    while (at < stream.size()) {
      current.write(stream.get(at++));
      for (int ticks = random.nextInt(20); ticks > 0; ticks--) {
        tick(current);
      }
      while (engine.inFlight() > 0 && random.nextInt(3) > 0) {
        engine.rotate();
        engine.answerOne();
      }
      if (random.nextInt(10) == 0) {
        state = current.unfinishedRows();
        saved = at;
      }
      if (random.nextInt(5) == 0) {
        engine.restart();
      }
      if (random.nextInt(20) == 0) {
        at = saved;
        life.ended = true;
        engine.answer();
        life = new Life();
        current = writer(life, seed + at);
        state.forEach(current::write);
      }
    }
    engine.itemFault = item -> null;
    run(current);

    assertThat(current.empty()).as("seed %d", seed).isTrue();
    assertThat(engine.live()).as("seed %d", seed).isEqualTo(expected(stream));
  }

  /** What a process sends until it dies. */
  private final class Life implements BulkTransport {
    boolean ended;

    @Override
    public void send(Call call, Consumer<Reply> whenDone) {
      engine.send(
          call,
          reply -> {
            if (!ended) {
              whenDone.accept(reply);
            }
          });
    }

    @Override
    public void close() {}
  }

  private static List<SearchRow> changes(Random random) {
    List<SearchRow> stream = new ArrayList<>();
    for (int i = 0; i < CHANGES; i++) {
      int key = random.nextInt(KEYS);
      boolean delete = random.nextInt(3) == 0;
      stream.add(delete ? Rows.delete(1000 + i, key) : Rows.upsert(1000 + i, key, "v" + i));
    }
    return stream;
  }

  /** Each change in a request of its own, at an engine that is never restarted. */
  private static Map<String, String> expected(List<SearchRow> stream) {
    FakeEngine calm = new FakeEngine();
    long[] time = {START};
    BulkWriter one =
        new BulkWriter(
            WriterConfig.DEFAULT,
            new RowDocuments(DocumentConfig.DEFAULT),
            calm,
            () -> time[0],
            new Random(0));
    for (SearchRow row : stream) {
      one.write(row);
      while (!one.empty()) {
        time[0] += 50;
        one.tick();
        calm.answer();
      }
    }
    return calm.live();
  }
}
