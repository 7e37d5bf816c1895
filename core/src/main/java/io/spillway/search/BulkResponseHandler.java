package io.spillway.search;

import io.spillway.event.CommitTs;
import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.FailureTrait;
import io.spillway.search.BulkRequest.Purpose;
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
import io.spillway.search.document.Document;
import io.spillway.search.document.RefusedRowException;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * Settles answers: finishes documents, brings back what must be sent again, buries the dead. What
 * is about one index only goes to {@link Parking}, what is about a whole request to {@link
 * Suspects}.
 */
final class BulkResponseHandler {
  private static final Outcome UNKNOWN = new Unknown(400, "", "");

  private final WriterConfig config;
  private final BulkBuffer buffer;
  private final SignalBoard board;
  private final SearchDeciders deciders;
  private final RandomGenerator random;
  private final DeadDocuments dead;
  private final Parking parking;
  private final Suspects suspects;
  private final CongestionScope scope = new CongestionScope();
  private final Counts counts = new Counts();
  private final VersionWatch ahead = new VersionWatch();

  /** Null where documents carry no versions. */
  private final StoredVersions versions;

  private int sizeCap = Integer.MAX_VALUE;

  // of the answer being settled
  private BulkRequest current;
  private long settledMs;
  private final List<BulkItem> again = new ArrayList<>();
  private final List<Lane> touched = new ArrayList<>();
  private Decider againDecider;
  private int againAttempts;
  private int done;
  private int rejected;
  private int errors;
  private boolean ofOneIndex;
  private boolean isWhole;

  BulkResponseHandler(
      WriterConfig config,
      BulkBuffer buffer,
      SignalBoard board,
      SearchDeciders deciders,
      RandomGenerator random) {
    this.config = config;
    this.deciders = deciders;
    this.buffer = buffer;
    this.board = board;
    this.random = random;
    this.dead = new DeadDocuments(config.deadLetters(), buffer, counts);
    this.parking = new Parking(config, buffer, dead, deciders, random, counts);
    this.versions = buffer.isVersioned() ? new StoredVersions() : null;
    this.suspects = new Suspects(buffer, deciders, random, this::bury);
  }

  /**
   * @return true if the engine suffered, so that the controller is to be asked at once
   */
  boolean settle(BulkRequest request, Reply reply, long now) {
    begin(request, now);
    Verdicts verdicts =
        Verdicts.of(reply, request.items().size())
            .plain((at, version) -> ahead.refused(indexOf(request, at), version, now));
    counts.requests++;
    isWhole = verdicts.whole();
    if (isWhole && isSettledWhole(request, verdicts.first(), reply)) {
      return report();
    }
    if (!isWhole) {
      suspects.proved(now);
    }
    markSuperseded(request.items(), verdicts.items());
    for (int i = 0; i < request.items().size(); i++) {
      settleItem(request.items().get(i), verdicts.items().get(i));
    }
    settleLanes();
    if (!again.isEmpty()) {
      buffer.retry(new ArrayList<>(again), now + delay(againDecider, againAttempts));
    }
    return report();
  }

  /**
   * A request may have several changes of one document, and the engine may refuse an earlier one
   * for now while it takes a later one. Sent again, the earlier one would be older than what is
   * there; an engine that was restarted in between has forgotten a delete, and would take it. What
   * came earlier from another partition may be the newer one.
   */
  private static void markSuperseded(List<BulkItem> items, List<Outcome> outcomes) {
    for (int i = 0; i < items.size(); i++) {
      if (outcomes.get(i) instanceof Done) {
        for (BulkItem item = items.get(i).earlier; item != null; item = item.earlier) {
          item.superseded |= isSuperseded(item, items.get(i));
        }
      }
    }
  }

  private static boolean isSuperseded(BulkItem earlier, BulkItem done) {
    long version = done.row.commitTs();
    if (version != earlier.row.commitTs()) {
      return version > earlier.row.commitTs();
    }
    // a transaction's upsert wins over its delete, whichever of them comes first
    boolean wins = done.document.delete() && !earlier.document.delete();
    return !wins || !CommitTs.isOfOracle(version);
  }

  /** A row that can't become a document. It says nothing about any index or engine. */
  void refused(SearchRow row, RefusedRowException refusal, long now) {
    BulkItem item = new BulkItem(row, null);
    counts.taken++;
    buffer.hold(item);
    item.failed(now);
    var unused = deciders.document(refusal.kind()).decide(1, FailureTrait.INPUT);
    dead.bury(item, new Failure(0, "row:" + refusal.kind(), refusal.getMessage()));
  }

  /**
   * Whether the engine would refuse the document, as it has it already; such a one is counted. A
   * change of the document that is on its way may be of the same version: then the last wins, and
   * what is stored says nothing.
   */
  boolean isKnown(Document document, long version) {
    if (versions == null || !versions.cover(document, version) || buffer.isWaiting(document)) {
      return false;
    }
    counts.known++;
    return true;
  }

  List<DeadDocument> takeDead() {
    return dead.take();
  }

  Parking parking() {
    return parking;
  }

  Suspects suspects() {
    return suspects;
  }

  VersionWatch ahead() {
    return ahead;
  }

  private static String indexOf(BulkRequest request, int at) {
    return request.items().get(at).document.index();
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
    touched.clear();
    done = 0;
    rejected = 0;
    errors = 0;
    ofOneIndex = request.purpose() != Purpose.BATCH;
  }

  private boolean report() {
    // how long one index takes that has no shard, or one document that is a suspect, is not health
    long latency = ofOneIndex ? RequestReport.UNTIMED : settledMs - current.sentMs();
    board.answered(new RequestReport(latency, done, rejected, errors), settledMs);
    return rejected + errors > 0;
  }

  /** What is about the request rather than about documents: true if nothing is left to settle. */
  private boolean isSettledWhole(BulkRequest request, Outcome outcome, Reply reply) {
    if (outcome instanceof Divide divide) {
      return isDivided(request, divide);
    }
    if (request.purpose() == Purpose.PROBE && !(outcome instanceof Permanent)) {
      errors += suspects.engineAnswers(request.items().get(0)) ? 0 : 1;
      ofOneIndex = errors == 0;
      suspects.failedWhole(request.items(), settledMs);
      parking.probeLost(request.items().get(0), outcome, settledMs);
      return true;
    }
    if (!Suspects.isSuspicious(outcome, reply)) {
      return false;
    }
    counts.congested += request.items().size();
    boolean cut = reply instanceof Lost lost && lost.loss() == Loss.CUT;
    Suspects.Step step = suspects.failed(request.items(), outcome, cut, settledMs);
    counts.divided += step == Suspects.Step.DIVIDED ? 1 : 0;
    errors += suspects.unproven();
    ofOneIndex = errors == 0;
    return step != Suspects.Step.LEFT;
  }

  /** The same body never goes twice when its size, or one document in it, is what is wrong. */
  private boolean isDivided(BulkRequest request, Divide divide) {
    if (deciders.divide(divide.status()).decide(1, FailureTrait.LIMIT) != Action.RETRY) {
      return false;
    }
    if (divide.status() == 413) {
      int half = request.body().length / 2;
      sizeCap = Math.min(sizeCap, Math.max(config.controller().bounds().min().bytes(), half));
    }
    counts.divided++;
    done += request.items().size();
    buffer.divide(request.items(), settledMs);
    return true;
  }

  private void settleItem(BulkItem item, Outcome outcome) {
    if (!item.lane.touched) {
      item.lane.touched = true;
      touched.add(item.lane);
    }
    if (outcome instanceof Done how) {
      if (how == Done.STORED) {
        finish(item, Done.STORED);
      } else {
        act(item, outcome, deciders.of(outcome, isWhole), item.attempts);
      }
      return;
    }
    item.failed(settledMs);
    item.failure = Failure.of(outcome);
    if (item.superseded && !(outcome instanceof Permanent)) {
      act(item, Done.ALREADY_NEWER, deciders.of(Done.ALREADY_NEWER, false), item.attempts);
      return;
    }
    if (outcome instanceof Permanent refused && refused.mayPassAgain() && item.attempts <= 1) {
      again(item, outcome, deciders.of(UNKNOWN, false), item.attempts);
      return;
    }
    count(item.lane, outcome);
    act(item, outcome, deciders.of(outcome, isWhole), item.attempts);
  }

  private void count(Lane lane, Outcome outcome) {
    if (outcome instanceof Congestion congestion) {
      boolean isRejected = congestion.kind() == Kind.REJECTED;
      counts.rejected += isRejected ? 1 : 0;
      counts.congested += isRejected ? 0 : 1;
      if (isWhole) {
        rejected += isRejected ? 1 : 0;
        errors += isRejected ? 0 : 1;
      } else if (congestion.kind() != Kind.BLOCKED) {
        lane.rejected += isRejected ? 1 : 0;
        lane.errors += isRejected ? 0 : 1;
      }
    } else if (outcome instanceof Unknown) {
      counts.unknown++;
    }
  }

  private void act(BulkItem item, Outcome outcome, Decider decider, int failures) {
    switch (decider.decide(failures, SearchDeciders.fact(outcome))) {
      case RETRY -> again(item, outcome, decider, failures);
      case RECORD -> {
        if (outcome instanceof Done how) {
          finish(item, how);
        } else {
          bury(item, item.failure);
        }
      }
      case DEAD_LETTER -> bury(item, Failure.of(outcome));
      case STOP ->
          throw new IllegalStateException(
              "the engine answered "
                  + outcome
                  + " for "
                  + item.row
                  + ", and the policy is to fail");
    }
  }

  private void again(BulkItem item, Outcome outcome, Decider decider, int failures) {
    boolean isBlocked = outcome instanceof Congestion c && c.kind() == Kind.BLOCKED;
    if (outcome instanceof Unknown) {
      errors += isWhole ? 1 : 0;
      item.lane.errors += isWhole ? 0 : 1;
    }
    if (isBlocked || current.purpose() == Purpose.PROBE) {
      parking.refuse(item, item.failure, decider, settledMs);
      return;
    }
    // they come back together, after the longest of their waits
    if (again.isEmpty() || decider.ceilingMs(failures) > againDecider.ceilingMs(againAttempts)) {
      againDecider = decider;
      againAttempts = failures;
    }
    again.add(item);
  }

  private void finish(BulkItem item, Done how) {
    switch (how) {
      case STORED -> counts.stored++;
      case ALREADY_NEWER -> counts.alreadyNewer++;
      case ALREADY_GONE -> counts.alreadyGone++;
    }
    done++;
    item.lane.stored++;
    if (versions != null) {
      versions.stored(item.document, item.row.commitTs());
    }
    buffer.finish(item);
    board.consumed(item.cost(), settledMs);
  }

  private void bury(BulkItem item, Failure failure) {
    if (dead.admits(item.lane, failure, settledMs)) {
      dead.bury(item, failure);
      done++;
      board.consumed(item.cost(), settledMs);
      return;
    }
    if (deciders.flood().decide(Math.max(1, item.attempts)) == Action.STOP) {
      throw new IllegalStateException(
          failure.failureClass() + ": too many fail this way, and the policy is to fail");
    }
    parking.refuse(item, failure, deciders.flood(), settledMs);
    item.lane.trouble.permanent = true;
  }

  /** What the answer says of each index in it. */
  private void settleLanes() {
    for (Lane lane : touched) {
      if (!isWhole && scope.isOwn(lane, buffer.lanes(), settledMs)) {
        setAside(lane);
      }
      if (lane.stored > 0) {
        dead.stored(lane, lane.stored, settledMs);
      }
      ofOneIndex |= lane.refused > 0;
      parking.settle(lane, current.purpose() == Purpose.PROBE, settledMs);
      lane.endAnswer();
    }
    errors += scope.takeErrors();
    rejected += scope.takeRejected();
  }

  /** The congestion is this index's own: its items wait by themselves. */
  private void setAside(Lane lane) {
    for (int i = again.size() - 1; i >= 0; i--) {
      BulkItem item = again.get(i);
      if (item.lane == lane) {
        again.remove(i);
        parking.refuse(item, item.failure, againDecider, settledMs);
      }
    }
  }

  private long delay(Decider decider, int failures) {
    return decider.delayMs(failures, random.nextDouble());
  }
}
