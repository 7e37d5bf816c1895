package io.spillway.guarded;

import io.spillway.policy.Action;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.Failures;
import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.flink.api.connector.sink2.Committer;

/**
 * Asks for every failure of a committer, and does what it is told: waits and tries again, goes on
 * without, or fails the task. A committer that calls a failure known would otherwise be taken at
 * its word that nothing need be done, and what it was to commit would be dropped.
 */
final class GuardedCommitter<C> implements Committer<C> {
  private final Committer<C> committer;
  private final Failures failures;
  private final String records;
  private final Waits waits;
  private final TransactionOutcome<C> fate;

  /** Lets time pass. */
  interface Waits {
    void sleep(long ms) throws InterruptedException;
  }

  /**
   * @param records what is committed, for a person
   * @param fate tells what was committed before
   */
  GuardedCommitter(
      Committer<C> committer,
      Failures failures,
      String records,
      Waits waits,
      TransactionOutcome<C> fate) {
    this.fate = fate;
    this.committer = committer;
    this.failures = failures;
    this.records = records;
    this.waits = waits;
  }

  @Override
  public void commit(Collection<CommitRequest<C>> requests)
      throws IOException, InterruptedException {
    for (CommitRequest<C> request : requests) {
      commit(request);
    }
  }

  private void commit(CommitRequest<C> request) throws IOException, InterruptedException {
    CommitAnswer<C> answer = new CommitAnswer<>(request);
    for (int count = 1; ; count++) {
      answer.reset();
      if (count > 1) {
        // a client that got no answer in time goes on with its commit behind everybody's back, and
        // Flink's producer refuses to be asked for it twice
        askWhetherItIs(answer);
      }
      if (!answer.isSettled()) {
        attempt(answer);
      }
      if (answer.kind() == ErrorKind.LOST) {
        askWhetherItIs(answer);
      }
      if (answer.failure() == null) {
        answer.passOn();
        return;
      }
      Action action = failures.decide(answer.failure(), answer.kind(), count);
      if (action == Action.RETRY) {
        waits.sleep(
            failures.delayMs(answer.kind(), count, ThreadLocalRandom.current().nextDouble()));
      } else if (action == Action.RECORD) {
        request.signalFailedWithKnownReason(answer.failure());
        return;
      } else {
        throw stopped(answer);
      }
    }
  }

  private void attempt(CommitAnswer<C> answer) throws InterruptedException {
    try {
      committer.commit(List.of(answer));
    } catch (IOException | RuntimeException e) {
      answer.failed(e);
    }
  }

  private void askWhetherItIs(CommitAnswer<C> answer) throws InterruptedException {
    try {
      if (fate.isCommitted(answer.getCommittable())) {
        answer.reset();
        answer.signalAlreadyCommitted();
      }
    } catch (IOException e) {
      answer.unknown(e);
    }
  }

  private IOException stopped(CommitAnswer<C> answer) {
    return answer.kind() == ErrorKind.LOST
        ? new LostTransactionException(records, answer.failure())
        : new IOException(records + " can't be committed", answer.failure());
  }

  @Override
  public void close() throws Exception {
    committer.close();
  }
}
