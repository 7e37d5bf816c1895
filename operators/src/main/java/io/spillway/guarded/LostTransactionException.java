package io.spillway.guarded;

import java.io.IOException;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** The broker has dropped records that a checkpoint has. A restart doesn't bring them back. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class LostTransactionException extends IOException {
  private static final long serialVersionUID = 1L;

  LostTransactionException(String records, Throwable cause) {
    super(
        records
            + " of a completed checkpoint are lost: the broker has aborted their transaction or no"
            + " longer knows it, as after a longer time without the job than its"
            + " transaction.timeout.ms. Start from an older savepoint, which writes them again; or,"
            + " to go on without them, set errors.lost-transactions: go-on",
        cause);
  }
}
