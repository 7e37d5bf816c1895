package io.spillway.search;

import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.Fact;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.DeadDocument.Failure;
import io.spillway.search.bulk.Outcome;
import io.spillway.search.bulk.Outcome.Congestion;
import io.spillway.search.bulk.Outcome.Divide;
import io.spillway.search.bulk.Outcome.Done;
import io.spillway.search.bulk.Outcome.Kind;
import io.spillway.search.bulk.Outcome.Permanent;
import io.spillway.search.bulk.Outcome.Unknown;
import io.spillway.search.bulk.RequestReport;
import io.spillway.search.bulk.SignalBoard;
import io.spillway.search.document.RefusedRowException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Settles answers: finishes documents, brings back what must be sent again, buries the dead. */
final class Settlement {
  private final WriterConfig config;
  private final BulkBuffer buffer;
  private final SignalBoard board;
  private final SearchDeciders deciders;
  private final RandomGenerator random;
  private final Morgue morgue;
  private final Counts counts = new Counts();
  private int sizeCap = Integer.MAX_VALUE;
  private long lastStoredMs;

  // of the answer being settled
  private BulkRequest current;
  private long settledMs;
  private final List<BulkItem> again = new ArrayList<>();
  private Decider againDecider;
  private int againAttempts;
  private int done;
  private int stored;
  private int rejected;
  private int errors;
  private int blocked;
  private boolean foreignBlock;

  Settlement(
      WriterConfig config,
      BulkBuffer buffer,
      SignalBoard board,
      SearchDeciders deciders,
      RandomGenerator random,
      long nowMs) {
    this.config = config;
    this.deciders = deciders;
    this.buffer = buffer;
    this.board = board;
    this.random = random;
    this.morgue = new Morgue(config.deadLetters(), buffer, counts, deciders.flood(), nowMs);
  }

  /**
   * @return true if the engine suffered, so that the controller is to be asked at once
   */
  boolean settle(BulkRequest request, Reply reply, long now) {
    begin(request, now);
    Verdicts verdicts = Verdicts.of(reply, request.items().size());
    counts.requests++;
    if (divides(request, verdicts, reply, now)) {
      return report(request, now);
    }
    markSuperseded(request.items(), verdicts.items());
    for (int i = 0; i < request.items().size(); i++) {
      settleItem(request.items().get(i), verdicts.items().get(i), verdicts.whole(), now);
    }
    if (stored > 0) {
      lastStoredMs = now;
      morgue.stored(stored, now);
    }
    if (!again.isEmpty()) {
      buffer.retry(new ArrayList<>(again), now + delay(againDecider, againAttempts));
    }
    return report(request, now);
  }

  /**
   * A request may have several changes of one document, and the engine may refuse an earlier one
   * for now while it takes a later one. Sent again, the earlier one would be older than what is
   * there; an engine that was restarted in between has forgotten a delete, and would take it.
   */
  private static void markSuperseded(List<BulkItem> items, List<Outcome> outcomes) {
    for (int i = 0; i < items.size(); i++) {
      if (outcomes.get(i) instanceof Done) {
        for (BulkItem item = items.get(i).earlier; item != null; item = item.earlier) {
          item.superseded = true;
        }
      }
    }
  }

  /** A row that can't become a document. */
  void refused(SearchRow row, RefusedRowException refusal, long now) {
    BulkItem item = new BulkItem(row, null);
    buffer.hold(item);
    item.failed(now);
    var unused = deciders.document(refusal.kind()).decide(1, Fact.INPUT);
    String type = "row:" + refusal.kind();
    morgue.bury(item, new Failure(0, type, refusal.getMessage()), now);
  }

  void tick(long now) {
    morgue.tick(now);
  }

  String alert(long now) {
    return morgue.alert(now);
  }

  List<DeadDocument> takeDead() {
    return morgue.take();
  }

  Counts counts() {
    return counts;
  }

  /** The controller's request size, or less where the engine has refused that as too large. */
  int requestBytes(int wanted) {
    return Math.min(wanted, sizeCap);
  }

  private void begin(BulkRequest request, long now) {
    current = request;
    settledMs = now;
    again.clear();
    done = 0;
    stored = 0;
    rejected = 0;
    errors = 0;
    blocked = 0;
    foreignBlock = false;
  }

  private boolean report(BulkRequest request, long now) {
    // one index that is blocked while others take documents is no sign of a suffering engine
    errors += blocked > 0 && done == 0 && !foreignBlock ? blocked : 0;
    RequestReport report = new RequestReport(now - request.sentMs(), done, rejected, errors);
    board.answered(report, now);
    return rejected + errors > 0;
  }

  /** The same body never goes twice when its size, or one document in it, is what is wrong. */
  private boolean divides(BulkRequest request, Verdicts verdicts, Reply reply, long now) {
    boolean several = request.items().size() > 1;
    if (verdicts.first() instanceof Divide divide
        && verdicts.whole()
        && deciders.divide(divide.status()).decide(1, Fact.LIMIT) == Action.RETRY) {
      if (divide.status() == 413) {
        int half = request.body().length / 2;
        sizeCap = Math.min(sizeCap, Math.max(config.controller().bounds().min().bytes(), half));
      }
      counts.divided++;
      done += request.items().size();
      buffer.divide(request.items(), now);
      return true;
    }
    boolean cut = reply instanceof Lost lost && lost.loss() == Loss.CUT;
    if (cut && several && cutIsRetried(request)) {
      counts.divided++;
      counts.congested += request.items().size();
      errors += request.items().size();
      buffer.divide(
          request.items(), now + delay(deciders.connection(), request.items().get(0).attempts));
      return true;
    }
    if (cut && !several) {
      BulkItem item = request.items().get(0);
      item.firstCutMs = item.cuts++ == 0 ? now : item.firstCutMs;
    }
    return false;
  }

  private boolean cutIsRetried(BulkRequest request) {
    int attempts = request.items().get(0).attempts;
    return deciders.connection().decide(attempts, Fact.CONNECTION) == Action.RETRY;
  }

  private void settleItem(BulkItem item, Outcome outcome, boolean whole, long now) {
    if (!(outcome instanceof Done)) {
      item.failed(now);
    }
    Lane lane = buffer.lane(item);
    boolean isBlock = outcome instanceof Congestion c && c.kind() == Kind.BLOCKED && !whole;
    if (lane.probing && !isBlock) {
      reopen(lane, outcome, now);
    }
    if (outcome == Done.STORED) {
      finish(item, Done.STORED, now);
      return;
    }
    Decider decider = deciders.of(outcome, whole);
    count(lane, outcome, isBlock, now);
    if (item.superseded && !(outcome instanceof Done) && !(outcome instanceof Permanent)) {
      act(item, Done.ALREADY_NEWER, deciders.of(Done.ALREADY_NEWER, false), item.attempts);
      return;
    }
    if (isCulprit(item, outcome)) {
      act(item, outcome, deciders.cut(), item.cuts);
    } else {
      act(item, outcome, decider, item.attempts);
    }
  }

  /** Whether the connection keeps breaking on this one while others pass. */
  private boolean isCulprit(BulkItem item, Outcome outcome) {
    return item.cuts > 0
        && lastStoredMs > item.firstCutMs
        && outcome instanceof Congestion c
        && c.kind() == Kind.DISCONNECTED;
  }

  private void count(Lane lane, Outcome outcome, boolean isBlock, long now) {
    if (isBlock) {
      block(lane, now);
    } else if (outcome instanceof Congestion congestion && congestion.kind() == Kind.REJECTED) {
      rejected++;
      counts.rejected++;
    } else if (outcome instanceof Congestion) {
      errors++;
      counts.congested++;
    } else if (outcome instanceof Unknown) {
      counts.unknown++;
    }
  }

  private void act(BulkItem item, Outcome outcome, Decider decider, int failures) {
    switch (decider.decide(failures, SearchDeciders.fact(outcome))) {
      case RETRY -> {
        errors += outcome instanceof Unknown ? 1 : 0;
        retry(item, decider, failures);
      }
      case RECORD -> {
        if (outcome instanceof Done how) {
          finish(item, how, settledMs);
        } else {
          bury(item, failure(outcome, decider), settledMs);
        }
      }
      case DEAD_LETTER -> bury(item, failure(outcome, decider), settledMs);
      case STOP ->
          throw new IllegalStateException(
              "the engine answered "
                  + outcome
                  + " for "
                  + item.row
                  + ", and the policy is to fail");
    }
  }

  private Failure failure(Outcome outcome, Decider decider) {
    if (decider == deciders.cut() && outcome instanceof Congestion cut) {
      return new Failure(0, "connection_cut", cut.reason());
    }
    return Failure.of(outcome);
  }

  private void finish(BulkItem item, Done how, long now) {
    switch (how) {
      case STORED -> counts.stored++;
      case ALREADY_NEWER -> counts.alreadyNewer++;
      case ALREADY_GONE -> counts.alreadyGone++;
    }
    done++;
    stored++;
    buffer.finish(item);
    board.consumed(item.cost(), now);
  }

  private void block(Lane lane, long now) {
    blocked++;
    counts.congested++;
    if (lane.blockedBy == current) {
      return;
    }
    lane.blockedBy = current;
    if (lane.blocks++ == 0) {
      lane.blockedSinceMs = now;
    }
    foreignBlock |= lastStoredMs > lane.blockedSinceMs;
    buffer.close(lane, now + delay(deciders.blocked(), lane.blocks));
  }

  private void reopen(Lane lane, Outcome outcome, long now) {
    if (outcome instanceof Congestion) {
      buffer.close(lane, now);
      return;
    }
    lane.probing = false;
    lane.blocks = 0;
    buffer.open(lane.index);
  }

  private void bury(BulkItem item, Failure failure, long now) {
    if (morgue.bury(item, failure, now)) {
      done++;
      board.consumed(item.cost(), now);
    } else {
      errors++;
      retry(item, deciders.flood(), item.attempts);
    }
  }

  private void retry(BulkItem item, Decider decider, int failures) {
    if (item.cuts > 0) {
      // not among others again, which it would take down with it
      buffer.retryAlone(item, settledMs + delay(decider, failures));
      return;
    }
    // they come back together, after the longest of their waits
    if (again.isEmpty() || decider.ceilingMs(failures) > againDecider.ceilingMs(againAttempts)) {
      againDecider = decider;
      againAttempts = failures;
    }
    again.add(item);
  }

  private long delay(Decider decider, int failures) {
    return decider.delayMs(failures, random.nextDouble());
  }
}
