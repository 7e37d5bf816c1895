package io.spillway.search;

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
import io.spillway.search.bulk.UnknownPolicy.Action;
import io.spillway.search.document.RefusedRowException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Settles answers: finishes documents, brings back what must be sent again, buries the dead. */
final class Settlement {
  /** As often may a connection break on one document while others pass, before it is to blame. */
  private static final int MAX_CUTS = 5;

  private final WriterConfig config;
  private final BulkBuffer buffer;
  private final SignalBoard board;
  private final RandomGenerator random;
  private final Morgue morgue;
  private final Counts counts = new Counts();
  private int sizeCap = Integer.MAX_VALUE;
  private long lastStoredMs;

  // of the answer being settled
  private BulkRequest current;
  private long settledMs;
  private final List<BulkItem> again = new ArrayList<>();
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
      RandomGenerator random,
      long nowMs) {
    this.config = config;
    this.buffer = buffer;
    this.board = board;
    this.random = random;
    this.morgue = new Morgue(config.deadLetters(), buffer, counts, nowMs);
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
    for (int i = 0; i < request.items().size(); i++) {
      settleItem(request.items().get(i), verdicts.items().get(i), verdicts.whole(), now);
    }
    if (stored > 0) {
      lastStoredMs = now;
      morgue.stored(stored, now);
    }
    if (!again.isEmpty()) {
      buffer.retry(new ArrayList<>(again), now + delay(again.get(0)));
    }
    return report(request, now);
  }

  /** A row that can't become a document. */
  void refused(SearchRow row, RefusedRowException refusal, long now) {
    BulkItem item = new BulkItem(row, null);
    buffer.hold(item);
    item.failed(now);
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
    if (verdicts.first() instanceof Divide divide && verdicts.whole()) {
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
    if (cut && several) {
      counts.divided++;
      counts.congested += request.items().size();
      errors += request.items().size();
      buffer.divide(request.items(), now + delay(request.items().get(0)));
      return true;
    }
    if (cut) {
      BulkItem item = request.items().get(0);
      item.firstCutMs = item.cuts++ == 0 ? now : item.firstCutMs;
    }
    return false;
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
    if (outcome instanceof Done how) {
      finish(item, how, now);
    } else if (isBlock) {
      block(lane, now);
      retry(item);
    } else if (outcome instanceof Congestion congestion) {
      congested(item, congestion, now);
    } else if (outcome instanceof Permanent permanent) {
      bury(item, permanent.status(), permanent.type(), permanent.reason(), now);
    } else if (outcome instanceof Unknown unknown) {
      unknown(item, unknown, whole, now);
    }
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

  private void congested(BulkItem item, Congestion congestion, long now) {
    if (item.cuts >= MAX_CUTS && lastStoredMs > item.firstCutMs) {
      bury(item, 0, "connection_cut", congestion.reason(), now);
      return;
    }
    if (congestion.kind() == Kind.REJECTED) {
      rejected++;
      counts.rejected++;
    } else {
      errors++;
      counts.congested++;
    }
    retry(item);
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
    buffer.close(lane, now + config.backoff().delayMs(lane.blocks, random));
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

  private void unknown(BulkItem item, Unknown unknown, boolean whole, long now) {
    counts.unknown++;
    boolean last = !whole && item.attempts >= config.unknown().attempts();
    if (last && config.unknown().action() == Action.FAIL) {
      throw new IllegalStateException(
          "the engine answered " + unknown + " for " + item.row + ", and the policy is to fail");
    }
    if (last && config.unknown().action() == Action.DEAD_LETTER) {
      bury(item, unknown.status(), unknown.type(), unknown.reason(), now);
      return;
    }
    errors++;
    retry(item);
  }

  private void bury(BulkItem item, int status, String type, String reason, long now) {
    if (morgue.bury(item, new Failure(status, type, reason), now)) {
      done++;
      board.consumed(item.cost(), now);
    } else {
      errors++;
      retry(item);
    }
  }

  private void retry(BulkItem item) {
    if (item.cuts > 0) {
      // not among others again, which it would take down with it
      buffer.retryAlone(item, settledMs + delay(item));
    } else {
      again.add(item);
    }
  }

  private long delay(BulkItem item) {
    return config.backoff().delayMs(item.attempts, random);
  }
}
