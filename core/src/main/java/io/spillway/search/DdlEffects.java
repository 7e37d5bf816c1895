package io.spillway.search;

import java.util.Comparator;
import java.util.List;
import java.util.TreeSet;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Statements that wait until every older row of the stream is stored or dead, and then take the
 * documents of their table away, one statement at a time and in their order. What fails is tried
 * again for as long as it takes. Not thread-safe.
 */
final class DdlEffects {
  private static final Logger LOG = LoggerFactory.getLogger(DdlEffects.class);
  private static final long FIRST_WAIT_MS = 200;
  private static final long LONGEST_WAIT_MS = 30_000;
  private static final long REPORT_MS = 60_000;

  private final BulkTransport transport;
  private final LongSupplier clock;
  private final TreeSet<DdlEffect> pending =
      new TreeSet<>(
          Comparator.comparingLong(DdlEffect::commitTs)
              .thenComparing(DdlEffect::table)
              .thenComparing(DdlEffect::index));
  private long progress = Long.MIN_VALUE;
  private boolean running;
  private int failures;
  private long nextMs = Long.MIN_VALUE;
  private long reportedMs = Long.MIN_VALUE;
  private long deleted;

  /**
   * @param transport its replies come in the caller's thread
   */
  DdlEffects(BulkTransport transport, LongSupplier clock) {
    this.transport = transport;
    this.clock = clock;
  }

  /** A statement; one that is there already counts once, as each partition may deliver it. */
  void add(DdlEffect effect) {
    pending.add(effect);
    tick();
  }

  /** Every row up to this commit timestamp is stored or dead. */
  void progress(long commitTs) {
    progress = Math.max(progress, commitTs);
    tick();
  }

  /** What isn't done yet, in its order. */
  List<DdlEffect> pending() {
    return List.copyOf(pending);
  }

  /** Documents that were deleted. */
  long deleted() {
    return deleted;
  }

  /** To be called a few times a second. */
  void tick() {
    if (running || pending.isEmpty() || clock.getAsLong() < nextMs) {
      return;
    }
    DdlEffect first = pending.first();
    if (first.commitTs() <= progress) {
      running = true;
      new DocumentSweep(transport, first, new End(first)).start();
    }
  }

  private final class End implements DocumentSweep.Listener {
    private final DdlEffect effect;

    End(DdlEffect effect) {
      this.effect = effect;
    }

    @Override
    public void swept(long documents) {
      LOG.info(
          "{} at {}: {} documents of index {} were deleted: {}",
          effect.table(),
          effect.commitTs(),
          documents,
          effect.index(),
          effect.query());
      deleted += documents;
      pending.remove(effect);
      running = false;
      failures = 0;
      nextMs = Long.MIN_VALUE;
      reportedMs = Long.MIN_VALUE;
      tick();
    }

    @Override
    public void failed(String reason) {
      long now = clock.getAsLong();
      running = false;
      nextMs = now + Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS << Math.min(failures, 10));
      failures++;
      if (reportedMs == Long.MIN_VALUE || now - reportedMs >= REPORT_MS) {
        reportedMs = now;
        LOG.warn(
            "{} at {}: the documents of index {} can't all be deleted yet, which is tried again: {}",
            effect.table(),
            effect.commitTs(),
            effect.index(),
            reason);
      }
    }
  }
}
