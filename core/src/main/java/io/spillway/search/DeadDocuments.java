package io.spillway.search;

import io.spillway.search.DeadDocument.Failure;
import io.spillway.search.DeadDocument.Target;
import io.spillway.search.DeadDocument.Tries;
import io.spillway.search.WriterConfig.DeadLetterLimits;
import io.spillway.search.bulk.DeadLetterBreaker;
import java.util.ArrayList;
import java.util.List;

/** Dead documents until the next barrier, and the guard of each index against a flood of them. */
final class DeadDocuments {
  private final DeadLetterLimits limits;
  private final BulkBuffer buffer;
  private final Counts counts;
  private List<DeadDocument> dead = new ArrayList<>();

  DeadDocuments(DeadLetterLimits limits, BulkBuffer buffer, Counts counts) {
    this.limits = limits;
    this.buffer = buffer;
    this.counts = counts;
  }

  private DeadLetterBreaker breaker(Lane lane, long nowMs) {
    if (lane.breaker == null) {
      lane.breaker = new DeadLetterBreaker(limits.maxRate(), limits.minimum(), nowMs);
    }
    return lane.breaker;
  }

  /** Documents of the index were stored. */
  void stored(Lane lane, int documents, long nowMs) {
    breaker(lane, nowMs).stored(documents, nowMs);
  }

  /** Whether a failure of this class may still take documents of this index out of the flow. */
  boolean admits(Lane lane, Failure failure, long nowMs) {
    return breaker(lane, nowMs).admit(failure.failureClass(), nowMs);
  }

  void bury(BulkItem item, Failure failure) {
    Target target =
        item.document == null ? Target.NONE : new Target(item.document.index(), item.document.id());
    Tries tries = new Tries(item.attempts, item.firstFailedMs, item.lastFailedMs);
    dead.add(new DeadDocument(item.row, target, failure, tries));
    counts.dead++;
    buffer.finish(item);
  }

  List<DeadDocument> take() {
    List<DeadDocument> taken = dead;
    dead = new ArrayList<>();
    return taken;
  }
}
