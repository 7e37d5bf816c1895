package io.spillway.search;

import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.search.DeadDocument.Failure;
import io.spillway.search.DeadDocument.Target;
import io.spillway.search.DeadDocument.Tries;
import io.spillway.search.WriterConfig.DeadLetterLimits;
import io.spillway.search.bulk.DeadLetterBreaker;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Dead documents until the next barrier, and the breaker that stops a flood of them. */
final class Morgue {
  private static final Logger LOG = LoggerFactory.getLogger(Morgue.class);
  private final DeadLetterBreaker breaker;
  private final BulkBuffer buffer;
  private final Decider flood;
  private final Counts counts;
  private final ArrayDeque<Refused> held = new ArrayDeque<>();
  private List<DeadDocument> dead = new ArrayList<>();
  private String alert;
  private long triedMs;

  private record Refused(BulkItem item, Failure failure) {}

  Morgue(DeadLetterLimits limits, BulkBuffer buffer, Counts counts, Decider flood, long nowMs) {
    this.flood = flood;
    this.breaker = new DeadLetterBreaker(limits.maxRate(), limits.minimum(), nowMs);
    this.buffer = buffer;
    this.counts = counts;
  }

  void stored(int documents, long nowMs) {
    breaker.stored(documents, nowMs);
  }

  /**
   * @return false if the item must be kept; one without a document is kept here, any other is to be
   *     sent again
   */
  boolean bury(BulkItem item, Failure failure, long nowMs) {
    if (!breaker.admit(failure.failureClass(), nowMs)) {
      counts.held++;
      if (flood.decide(Math.max(1, item.attempts)) == Action.STOP) {
        throw new IllegalStateException(
            failure.failureClass() + ": too many fail this way, and the policy is to fail");
      }
      if (item.document == null) {
        held.add(new Refused(item, failure));
      }
      return false;
    }
    Target target =
        item.document == null ? Target.NONE : new Target(item.document.index(), item.document.id());
    Tries tries = new Tries(item.attempts, item.firstFailedMs, item.lastFailedMs);
    dead.add(new DeadDocument(item.row, target, failure, tries));
    counts.dead++;
    buffer.finish(item);
    return true;
  }

  /** Tries the refused rows that are kept: one a second, and the rest when it may go. */
  void tick(long nowMs) {
    if (held.isEmpty() || nowMs - triedMs < flood.ceilingMs(1)) {
      return;
    }
    triedMs = nowMs;
    int tries = held.size();
    boolean goes = true;
    while (goes && tries-- > 0) {
      Refused first = held.poll();
      goes = bury(first.item, first.failure, nowMs);
    }
  }

  /** The class of failures that is being kept, or null; its begin and end are logged. */
  String alert(long nowMs) {
    String now = breaker.alert(nowMs);
    if (now != null && !now.equals(alert)) {
      LOG.error(
          "{}: too large a share of documents fails this way; they are kept and tried again, not"
              + " dead-lettered, and the job protects itself until that ends",
          now);
    } else if (now == null && alert != null) {
      LOG.info("{}: over", alert);
    }
    alert = now;
    return now;
  }

  List<DeadDocument> take() {
    List<DeadDocument> taken = dead;
    dead = new ArrayList<>();
    return taken;
  }
}
