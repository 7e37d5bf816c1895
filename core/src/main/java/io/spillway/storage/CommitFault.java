package io.spillway.storage;

import io.spillway.policy.ErrorKind;
import java.io.IOException;

/** A step of a commit that no waiting will mend: the bucket isn't as this job has left it. */
final class CommitFault extends IOException {
  private static final long serialVersionUID = 1L;

  private final ErrorKind kind;

  CommitFault(ErrorKind kind, String message) {
    super(message);
    this.kind = kind;
  }

  /** Of a failed commit: of several failed steps the one that no waiting will mend. */
  static ErrorKind kind(IOException failure) {
    if (failure instanceof CommitFault fault) {
      return fault.kind;
    }
    for (Throwable other : failure.getSuppressed()) {
      if (other instanceof CommitFault fault) {
        return fault.kind;
      }
    }
    return ErrorKind.ofIo(failure);
  }
}
