package io.spillway.spool;

import io.spillway.encode.RowFormat;
import io.spillway.encode.RowIdentities;
import io.spillway.encode.RowIdentity;
import io.spillway.event.Row;
import io.spillway.event.RowBatch;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Drops rows that the upstream has sent again, before any row of them is sealed. When the watermark
 * passes a row all copies of it are in the spool: the first was above its partition's last resolved
 * event when it came, so it has waited here, and what comes later is dropped by that event. Of a
 * row and its copies the first stays. Only rows are looked at that {@link Passes} suspects.
 */
final class CopySweep {
  /** Rows that are remembered at a time; a wider range is looked at in parts. */
  private static final long MOST_ROWS = 200_000;

  private static final int MOST_HALVINGS = 12;

  private final RowIdentities identities;
  private final SpoolStore store;
  private final SpoolBudget budget;
  private final CopyListener listener;
  private final Set<Dispatcher> suspects = new LinkedHashSet<>();
  private final Set<Dispatcher> remembering = new LinkedHashSet<>();
  private long dropped;

  CopySweep(RowFormat format, SpoolPorts ports, SpoolBudget budget) {
    this.identities = format.identities();
    this.store = ports.store();
    this.budget = budget;
    this.listener = ports.listener();
  }

  /** A row of the dispatcher has come, or its rows have been restored. */
  void look(Dispatcher dispatcher) {
    if (dispatcher.buffer().passes().isSuspect()) {
      suspects.add(dispatcher);
    }
  }

  /** No more copies of rows up to {@code watermark} will come: drops those that are there. */
  void until(long watermark) throws Exception {
    if (suspects.isEmpty()) {
      return;
    }
    for (Dispatcher dispatcher : List.copyOf(suspects)) {
      Passes passes = dispatcher.buffer().passes();
      if (passes.isSuspect(watermark)) {
        sweep(dispatcher, passes.suspectFrom(), Math.min(watermark, passes.suspectTo()), 0);
        passes.cleared(watermark);
      }
      if (!passes.isSuspect()) {
        suspects.remove(dispatcher);
      }
    }
  }

  /** Whether the row's place in its source's log is that of one that came not long ago. */
  boolean isRecent(Dispatcher dispatcher, Row row) throws Exception {
    switch (dispatcher.recent(store).add(row.place().change(), row.place().content())) {
      case NEW, EQUAL -> remembering.add(dispatcher);
      case COPY -> {
        dropped++;
        listener.copy(CopyReason.POSITION);
        return true;
      }
      case CONTRADICTION ->
          listener.contradiction(
              "rows contradict each other: a row of "
                  + dispatcher.id().table()
                  + " at commit timestamp "
                  + row.commitTs()
                  + " has the place in the source's log of an earlier one, and other values; both"
                  + " are delivered, look at both in the table's files");
    }
    return false;
  }

  /** Makes state hold what is remembered of rows that may have been sealed. */
  void persist() throws Exception {
    for (Dispatcher dispatcher : remembering) {
      dispatcher.persistRecent(store);
    }
    remembering.clear();
  }

  /** Rows dropped since the last call. */
  long takeDropped() {
    long taken = dropped;
    dropped = 0;
    return taken;
  }

  private void sweep(Dispatcher dispatcher, long from, long to, int halvings) throws Exception {
    List<SpooledBatch> held = dispatcher.buffer().between(from, to);
    long rows = held.stream().mapToLong(SpooledBatch::rows).sum();
    if (rows > MOST_ROWS && held.size() > 1 && from < to && halvings < MOST_HALVINGS) {
      long middle = from + (to - from) / 2;
      sweep(dispatcher, from, middle, halvings + 1);
      sweep(dispatcher, middle + 1, to, halvings + 1);
      return;
    }
    SeenRows seen = new SeenRows();
    for (SpooledBatch batch : held) {
      sweep(dispatcher, batch, new Range(from, to), seen);
    }
  }

  private record Range(long from, long to) {}

  private void sweep(Dispatcher dispatcher, SpooledBatch held, Range range, SeenRows seen)
      throws Exception {
    boolean wasInMemory = held.inMemory();
    RowBatch batch = held.load(store, budget);
    int first = range.from() == Long.MIN_VALUE ? 0 : batch.firstNewerThan(range.from() - 1, 0);
    int[] kept = new int[batch.size() - held.from()];
    int count = 0;
    for (int row = held.from(); row < batch.size(); row++) {
      boolean inRange = row >= first && batch.commitTs(row) <= range.to();
      if (!inRange || isNew(dispatcher, batch, row, seen)) {
        kept[count++] = row;
      }
    }
    if (count < kept.length) {
      dropped += kept.length - count;
      dispatcher.buffer().keep(held, Arrays.copyOf(kept, count), store);
    }
    if (!wasInMemory && count > 0) {
      held.spill(store, budget);
    }
  }

  private boolean isNew(Dispatcher dispatcher, RowBatch batch, int row, SeenRows seen) {
    int pass = batch.passes().of(row);
    if (pass == Passes.NONE) {
      return true;
    }
    int start = batch.start(row);
    RowIdentity identity = identities.read(batch.bytes(), start, batch.end(row) - start);
    switch (seen.add(identity, pass)) {
      case NEW -> {}
      case COPY -> {
        listener.copy(identity.keyed() ? CopyReason.KEY : CopyReason.CONTENT);
        return false;
      }
      case CONTRADICTION ->
          listener.contradiction(
              "rows contradict each other: "
                  + identities.type()
                  + " of "
                  + dispatcher.id().table()
                  + " at commit timestamp "
                  + batch.commitTs(row)
                  + " came twice for one key with different values (digests "
                  + seen.first(identity)
                  + " and "
                  + identity.content()
                  + "); both are delivered, look at both in the table's files");
      case EQUAL -> listener.equalRows();
    }
    return true;
  }
}
