package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchSpoolTest {
  private final MemoryStore store = new MemoryStore();
  private SearchSpool spool = new SearchSpool(store);

  private static SearchRow row(long ts, int bytes) {
    return new SearchRow("p-0", ts, "shop.t", ts, new byte[bytes]);
  }

  private List<Long> drained() throws Exception {
    List<Long> times = new ArrayList<>();
    for (SearchRow row; (row = spool.next()) != null; ) {
      times.add(row.commitTs());
    }
    return times;
  }

  @Test
  void givesRowsOfAShardInTheirOrderWhetherTheyAreOnTheHeapOrInTheState() throws Exception {
    List<Long> expected = new ArrayList<>();
    for (long ts = 1; ts <= 500; ts++) {
      spool.put(row(ts, 1_000), 3);
      expected.add(ts);
    }
    assertThat(store.segments).isNotEmpty();
    assertThat(spool.rows()).isEqualTo(500);
    assertThat(drained()).isEqualTo(expected);
    assertThat(spool.isEmpty()).isTrue();
    assertThat(spool.bytes()).isZero();
    assertThat(store.segments).isEmpty();
  }

  @Test
  void keepsTheRestOfAHalfReadSegmentAtABarrier() throws Exception {
    for (long ts = 1; ts <= 10; ts++) {
      spool.put(row(ts, 10), 0);
    }
    assertThat(spool.next().commitTs()).isEqualTo(1);
    assertThat(spool.next().commitTs()).isEqualTo(2);
    spool.beforeBarrier();
    spool = new SearchSpool(store);
    store.restore(spool);
    assertThat(spool.rows()).isEqualTo(8);
    assertThat(spool.oldestCommitTs()).isEqualTo(3);
    assertThat(drained()).containsExactly(3L, 4L, 5L, 6L, 7L, 8L, 9L, 10L);
  }

  @Test
  void whatWaitsByAKeyHoldsUpNobodyAndIsInTheQueueAfterARestart() throws Exception {
    spool.putAside("shop.u", row(1, 10), 0);
    spool.put(row(2, 10), 0);
    spool.putAside("shop.u", row(3, 10), 0);
    assertThat(spool.holds("shop.u")).isTrue();
    assertThat(spool.next().commitTs()).isEqualTo(2);
    assertThat(spool.isQueueEmpty()).isTrue();
    assertThat(spool.isEmpty()).isFalse();
    spool.beforeBarrier();
    SearchSpool restored = new SearchSpool(store);
    store.restore(restored);
    assertThat(restored.next().commitTs()).isEqualTo(1);
    assertThat(spool.next("shop.u").commitTs()).isEqualTo(1);
    assertThat(spool.next("shop.u").commitTs()).isEqualTo(3);
    assertThat(spool.holds("shop.u")).isFalse();
  }

  @Test
  void holdsLittleOnTheHeap() throws Exception {
    for (int i = 0; i < 3_000; i++) {
      spool.put(row(i, 10_000), i % 256);
    }
    long inState =
        store.segments.values().stream()
            .flatMap(List::stream)
            .mapToLong(r -> r.bytes().length)
            .sum();
    assertThat(30_000_000 - inState).isLessThan(9 << 20);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
  void losesNothingAndKeepsTheOrderOfShardsThroughRestartsAtAnyBarrier(long seed) throws Exception {
    Random random = new Random(seed);
    Map<Integer, Long> last = new HashMap<>();
    long ts = 0;
    long seen = 0;
    for (int step = 0; step < 5_000; step++) {
      int action = random.nextInt(10);
      if (action < 5) {
        spool.put(row(ts * 8 + random.nextInt(8), 10 + random.nextInt(5_000)), (int) (ts % 8));
        ts++;
      } else if (action < 9) {
        SearchRow row = spool.next();
        if (row != null) {
          int shard = (int) (row.commitTs() / 8 % 8);
          assertThat(row.commitTs())
              .as("seed %d", seed)
              .isGreaterThan(last.getOrDefault(shard, -1L));
          last.put(shard, row.commitTs());
          seen++;
        }
      } else if (random.nextInt(20) == 0) {
        spool.beforeBarrier();
        spool = new SearchSpool(store);
        store.restore(spool);
      }
    }
    assertThat(seen + drained().size()).as("seed %d", seed).isEqualTo(ts);
  }
}
