package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.RowOrigin;
import io.spillway.event.SourcePartition;
import io.spillway.plan.StorageCommand;
import io.spillway.spool.ReplayingUpstream.Change;
import io.spillway.spool.ReplayingUpstream.Message;
import io.spillway.spool.ReplayingUpstream.Resolved;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * Streams whose upstream dies at any message and repeats what it had not resolved, read by a spool
 * that spills, and is restored at any moment: what is sealed is what the database did.
 */
class ReplayedRowsPropertyTest {
  private Random random;
  private ReplayingUpstream upstream;
  private boolean byPartition;
  private RecordedPorts ports;
  private Map<String, Integer> sealed;

  private MemoryStore store;
  private Spool spool;
  private int[] next;
  private long[] resolved;
  private int[] restarts;
  private boolean[] again;
  private long watermark;
  private long nowMs;

  /** Where everything stands at a barrier. */
  private record Left(
      MemoryStore store, int[] next, long[] resolved, Map<String, Integer> sealed) {}

  @Property(tries = 10_000)
  void everyRowIsSealedOnceHoweverOftenItIsSent(@ForAll long seed) throws Exception {
    random = new Random(seed);
    upstream = new ReplayingUpstream(random);
    byPartition = random.nextBoolean();
    ports = new RecordedPorts();
    sealed = new HashMap<>();
    nowMs = 0;
    int count = upstream.partitions.size();
    start(new Left(new MemoryStore(), new int[count], filled(count), Map.of()));
    read();
    Set<Long> torn = torn();
    for (Map.Entry<Change, Integer> row : upstream.rows.entrySet()) {
      Change change = row.getKey();
      int times = sealed.getOrDefault(text(change), 0);
      boolean exact =
          change.table() == ReplayingUpstream.KEYED || !torn.contains(change.commitTs());
      assertThat(times)
          .as("seed %d: %s", seed, change)
          .isGreaterThanOrEqualTo(row.getValue())
          .isLessThanOrEqualTo(exact ? row.getValue() : Integer.MAX_VALUE);
    }
    assertThat(ports.contradictions).as("seed %d", seed).isEmpty();
    assertThat(sealed.keySet())
        .as("seed %d", seed)
        .isEqualTo(new HashSet<>(upstream.rows.keySet().stream().map(r -> text(r)).toList()));
    assertThat(spool.budget().rows()).isZero();
  }

  private void start(Left left) throws Exception {
    store = new MemoryStore();
    left.store().copyInto(store, 0, 1);
    SpoolSettings settings = Rows.settings(1 << 11, 1L << 40, 1 << 9);
    SpoolPorts connected = ports.ports();
    spool =
        new Spool(
            settings,
            SimSubtask.LINES,
            new SpoolPorts(store, connected.bucket(), this::emit, ports),
            new SubtaskShare(0, 1),
            null,
            0);
    store.restore(spool);
    next = left.next().clone();
    resolved = left.resolved().clone();
    sealed = new HashMap<>(left.sealed());
    restarts = new int[next.length];
    again = new boolean[next.length];
    watermark = Long.MIN_VALUE;
  }

  private void read() throws Exception {
    int crashes = random.nextInt(3);
    Left last = new Left(new MemoryStore(), new int[next.length], filled(next.length), Map.of());
    while (!ended()) {
      int dice = random.nextInt(30);
      nowMs += 1 + random.nextInt(20);
      if (dice == 0) {
        spool.sealForBarrier(nowMs);
        spool.beforeBarrier(1);
        MemoryStore copy = new MemoryStore();
        store.copyInto(copy, 0, 1);
        last = new Left(copy, next.clone(), resolved.clone(), Map.copyOf(sealed));
      } else if (dice == 1 && crashes-- > 0) {
        start(last);
      } else if (dice < 5) {
        advance(Arrays.stream(resolved).min().orElseThrow());
      } else if (dice == 5) {
        spool.tick(nowMs);
      } else {
        take(random.nextInt(next.length));
      }
    }
    spool.watermark(Long.MAX_VALUE, nowMs);
  }

  private void advance(long least) throws Exception {
    if (least > watermark) {
      watermark = least;
      spool.watermark(least, nowMs);
    }
  }

  private boolean ended() {
    for (int p = 0; p < next.length; p++) {
      if (next[p] < upstream.partitions.get(p).size()) {
        return false;
      }
    }
    return true;
  }

  /** What the decoding stage does with a message. */
  private void take(int p) throws Exception {
    if (next[p] == upstream.partitions.get(p).size()) {
      return;
    }
    Message message = upstream.partitions.get(p).get(next[p]++);
    if (message instanceof ReplayingUpstream.Begin) {
      return;
    }
    long ts = message instanceof Change row ? row.commitTs() : ((Resolved) message).commitTs();
    if (ts <= resolved[p] && !again[p]) {
      restarts[p]++;
    }
    again[p] = ts <= resolved[p];
    if (message instanceof Resolved) {
      resolved[p] = Math.max(resolved[p], ts);
    } else if (ts > resolved[p]) {
      spool.row(row((Change) message, p), nowMs);
    }
  }

  private Row row(Change change, int p) {
    SourcePartition partition = new SourcePartition("p", p);
    String keys = change.table() == ReplayingUpstream.KEYED ? "[\"id\"]" : "null";
    byte[] line =
        """
        {"type":"%s","pkNames":%s,"ts":%d,"data":[{%s}],"_tidb":{"commitTs":%d}}"""
            .formatted(change.type(), keys, random.nextInt(), change.row(), change.commitTs())
            .getBytes(StandardCharsets.UTF_8);
    DispatcherId dispatcher =
        byPartition
            ? DispatcherId.of(Rows.table(change.table()), partition)
            : DispatcherId.of(Rows.table(change.table()));
    return new Row(partition, dispatcher, change.commitTs(), line, 0, line.length, null)
        .printed(change.print())
        .from(RowOrigin.of(partition, restarts[p]));
  }

  private void emit(StorageCommand command) {
    if (command instanceof StorageCommand.Part part) {
      String text = new String(part.bytes(), part.offset(), part.length(), StandardCharsets.UTF_8);
      text.lines().forEach(line -> sealed.merge(text(line), 1, Integer::sum));
    }
  }

  private static String text(Change change) {
    return change.commitTs() + change.type() + change.row();
  }

  private static String text(String line) {
    String type = line.substring(9, 15);
    String row = line.substring(line.indexOf("[{") + 2, line.indexOf("}]"));
    int ts = line.indexOf("commitTs\":") + 10;
    return line.substring(ts, line.indexOf('}', ts)) + type + row;
  }

  /**
   * Commit timestamps of the table without a key at which its partition began another pass with the
   * transaction that the pass before had ended in: there equal rows and copies look the same.
   */
  private Set<Long> torn() {
    Set<Long> torn = new HashSet<>();
    for (int p = 0; p < next.length; p++) {
      long last = Long.MIN_VALUE;
      long done = Long.MIN_VALUE;
      boolean first = false;
      for (Message message : upstream.partitions.get(p)) {
        if (message instanceof ReplayingUpstream.Begin) {
          first = true;
        } else if (message instanceof Resolved r) {
          done = Math.max(done, r.commitTs());
        } else if (message instanceof Change row
            && row.table() == ReplayingUpstream.BARE
            && row.commitTs() > done) {
          if (first && row.commitTs() == last) {
            torn.add(last);
          }
          first = false;
          last = row.commitTs();
        }
      }
    }
    return torn;
  }

  private static long[] filled(int count) {
    long[] values = new long[count];
    Arrays.fill(values, Long.MIN_VALUE);
    return values;
  }
}
