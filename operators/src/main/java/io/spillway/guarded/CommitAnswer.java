package io.spillway.guarded;

import io.spillway.policy.ErrorKind;
import java.io.IOException;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.apache.kafka.common.errors.InvalidProducerEpochException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;

/** What a committer says of one request, before anybody acts on it. */
final class CommitAnswer<C> implements Committer.CommitRequest<C> {
  private final Committer.CommitRequest<C> request;
  private C committable;
  private int retries;
  private Throwable failure;
  private ErrorKind kind;
  private boolean already;

  CommitAnswer(Committer.CommitRequest<C> request) {
    this.request = request;
    this.committable = request.getCommittable();
    this.retries = request.getNumberOfRetries() - 1;
  }

  /** Before another attempt. */
  void reset() {
    failure = null;
    kind = null;
    already = false;
    retries++;
  }

  /** Null where the commit has succeeded. */
  Throwable failure() {
    return failure;
  }

  ErrorKind kind() {
    return kind;
  }

  /** Whether no attempt is needed to know what has become of it, or none is possible. */
  boolean isSettled() {
    return already || failure != null;
  }

  /** Of a success. */
  void passOn() {
    if (already) {
      request.signalAlreadyCommitted();
    }
  }

  /** The committer has thrown; what it said before that counts more. */
  void failed(Exception thrown) {
    if (failure == null) {
      set(thrown, isForgotten(thrown) ? ErrorKind.LOST : ErrorKind.ofIo(thrown));
    }
  }

  /** It can't be told at the moment what has become of it. */
  void unknown(Exception thrown) {
    set(thrown, ErrorKind.UNAVAILABLE);
  }

  private void set(Throwable newFailure, ErrorKind newKind) {
    failure = newFailure;
    kind = newKind;
  }

  /** The broker doesn't know the transaction any more, or has given its name to a newer one. */
  private static boolean isForgotten(Throwable thrown) {
    int depth = 0;
    for (Throwable t = thrown; t != null && depth++ < 32; t = t.getCause()) {
      if (t instanceof InvalidPidMappingException
          || t instanceof TransactionalIdNotFoundException
          || t instanceof InvalidProducerEpochException) {
        return true;
      }
    }
    return false;
  }

  @Override
  public C getCommittable() {
    return committable;
  }

  @Override
  public int getNumberOfRetries() {
    return retries;
  }

  @Override
  public void signalFailedWithKnownReason(Throwable reason) {
    set(reason, ErrorKind.LOST);
  }

  @Override
  public void signalFailedWithUnknownReason(Throwable reason) {
    set(reason, isForgotten(reason) ? ErrorKind.LOST : ErrorKind.ofIo(reason));
    throw new IllegalStateException("can't commit " + committable, reason);
  }

  @Override
  public void retryLater() {
    set(new IOException("the committer can't at the moment"), ErrorKind.UNAVAILABLE);
  }

  @Override
  public void updateAndRetryLater(C changed) {
    committable = changed;
    retryLater();
  }

  @Override
  public void signalAlreadyCommitted() {
    already = true;
  }
}
