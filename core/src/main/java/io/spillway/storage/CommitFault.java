package io.spillway.storage;

import io.spillway.policy.ErrorKind;
import java.io.IOException;
import java.util.List;

/** A step of a commit that no waiting will mend: the bucket isn't as this job has left it. */
final class CommitFault extends IOException {
  /** What local disks and mounted ones answer. */
  private static final List<String> FULL = List.of("No space left on device", "quota exceeded");

  private static final String ROOM = ". Make room there: the job tries again by itself";

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

  /**
   * What has failed and why, in one line: some clients of object stores have the reason only at the
   * bottom of their failures.
   */
  static String text(IOException failure) {
    Throwable bottom = failure;
    while (bottom.getCause() != null) {
      bottom = bottom.getCause();
    }
    String what = line(failure);
    String why = line(bottom);
    String text = what.contains(why) ? what : what + ": " + why;
    return FULL.stream().anyMatch(text::contains) ? text + ROOM : text;
  }

  private static String line(Throwable failure) {
    String message = failure.getMessage() == null ? "" : failure.getMessage().strip();
    return message.isEmpty()
        ? failure.getClass().getSimpleName()
        : message.lines().findFirst().get();
  }
}
