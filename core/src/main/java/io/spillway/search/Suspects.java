package io.spillway.search;

import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.DeadDocument.Failure;
import io.spillway.search.bulk.Outcome;
import io.spillway.search.bulk.Outcome.Congestion;
import io.spillway.search.bulk.Outcome.Unknown;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.random.RandomGenerator;

/**
 * Finds the document that makes whole requests fail, by bisection. A request that fails as a whole
 * is sent again as it was, then in halves, until one document stands alone. It is to blame once it
 * has failed alone several times while the engine answered other bulk requests in between; where
 * there is no other traffic, a probe that changes nothing asks. So an outage never blames a
 * document. Not thread-safe.
 */
final class Suspects {
  private final BulkBuffer buffer;
  private final SearchDeciders deciders;
  private final RandomGenerator random;
  private final BiConsumer<BulkItem, Failure> bury;
  private long provedMs = Long.MIN_VALUE;
  private int unproven;

  /** What has become of a request that failed as a whole. */
  enum Step {
    AGAIN,
    DIVIDED,
    /** One document has failed alone, or is dead of it. */
    BLAMED,
    /** The policy neither divides it nor sends it again: each document is decided by itself. */
    LEFT
  }

  /**
   * @param bury takes a document that is to blame
   */
  Suspects(
      BulkBuffer buffer,
      SearchDeciders deciders,
      RandomGenerator random,
      BiConsumer<BulkItem, Failure> bury) {
    this.buffer = buffer;
    this.deciders = deciders;
    this.random = random;
    this.bury = bury;
  }

  /**
   * Whether one document may be the cause. A connection that can't be made, a certificate, a login
   * and a full queue have nothing to do with what would have been sent.
   */
  static boolean isSuspicious(Outcome outcome, Reply reply) {
    if (reply instanceof Lost lost) {
      return lost.loss() == Loss.TIMEOUT || lost.loss() == Loss.CUT;
    }
    int status =
        outcome instanceof Congestion c
            ? c.status()
            : outcome instanceof Unknown u ? u.status() : 0;
    return switch (status) {
      case 200, 403, 500, 502, 504 -> true;
      default -> false;
    };
  }

  /** The engine has answered a bulk request, whatever it said of the documents. */
  void proved(long nowMs) {
    provedMs = nowMs;
  }

  /** Whether the engine has answered another bulk request since this one's last failed. */
  boolean engineAnswers(BulkItem item) {
    return item.wholeFailedMs >= 0 && provedMs > item.wholeFailedMs;
  }

  void failedWhole(List<BulkItem> items, long nowMs) {
    for (BulkItem item : items) {
      item.failed(nowMs);
      item.wholeFailures++;
      item.wholeFailedMs = nowMs;
    }
  }

  /** Documents of the last failed request that count as the engine's errors. */
  int unproven() {
    return unproven;
  }

  /**
   * A request has failed as a whole.
   *
   * @param cut whether the connection broke, which is as good as a second failure
   */
  Step failed(List<BulkItem> items, Outcome outcome, boolean cut, long nowMs) {
    BulkItem first = items.get(0);
    boolean answers = engineAnswers(first);
    unproven = answers ? 0 : items.size();
    failedWhole(items, nowMs);
    for (BulkItem item : items) {
      item.failure = Failure.of(outcome);
    }
    if (items.size() == 1) {
      return alone(first, outcome, answers, nowMs);
    }
    Decider decider = deciders.of(outcome, true);
    if (decider.decide(first.attempts, SearchDeciders.fact(outcome)) != Action.RETRY) {
      return Step.LEFT;
    }
    long dueMs = nowMs + (answers ? 0 : delay(decider, first.wholeFailures));
    if (cut || first.wholeFailures > 1) {
      buffer.divideSuspects(items, dueMs);
      return Step.DIVIDED;
    }
    buffer.suspect(items, dueMs);
    return Step.AGAIN;
  }

  private Step alone(BulkItem item, Outcome outcome, boolean answers, long nowMs) {
    item.strikes += answers ? 1 : 0;
    Decider decider = answers ? deciders.cut() : deciders.of(outcome, true);
    int failures = answers ? item.strikes : item.attempts;
    switch (decider.decide(failures, SearchDeciders.fact(outcome))) {
      case RETRY -> buffer.suspect(List.of(item), nowMs + delay(decider, failures));
      case DEAD_LETTER, RECORD -> bury.accept(item, blame(outcome));
      case STOP ->
          throw new IllegalStateException(
              "a request with " + item.row + " alone fails, and the policy is to fail: " + outcome);
    }
    return answers ? Step.BLAMED : Step.AGAIN;
  }

  private static Failure blame(Outcome outcome) {
    Failure failure = Failure.of(outcome);
    return failure.status() != 0
        ? failure
        : new Failure(
            0, failure.type().equals("CUT") ? "connection_cut" : "no_answer", failure.reason());
  }

  /** Whether it isn't known if the engine answers anything at all since this one failed alone. */
  boolean needsProof(List<BulkItem> items) {
    return items.size() == 1 && items.get(0).wholeFailures > 0 && !engineAnswers(items.get(0));
  }

  /**
   * A bulk request that changes nothing: a conditional delete of a document that isn't there, which
   * the engine answers with a conflict.
   */
  static Call proof(String index) {
    String line =
        "{\"delete\":{\"_index\":\""
            + index.replace("\\", "\\\\").replace("\"", "\\\"")
            + "\",\"_id\":\"spillway-probe\",\"if_seq_no\":0,\"if_primary_term\":1}}\n";
    return Call.bulk(line.getBytes(StandardCharsets.UTF_8));
  }

  /**
   * What the probe has found.
   *
   * @param waiting the document that it was sent for
   */
  boolean answered(Reply reply, BulkItem waiting, long nowMs) {
    if (reply instanceof Answered answered && answered.status() == 200) {
      proved(nowMs);
      buffer.suspect(List.of(waiting), nowMs);
      return true;
    }
    buffer.suspect(List.of(waiting), nowMs + delay(deciders.connection(), ++waiting.wholeFailures));
    return false;
  }

  private long delay(Decider decider, int failures) {
    return decider.delayMs(Math.max(1, failures), random.nextDouble());
  }
}
