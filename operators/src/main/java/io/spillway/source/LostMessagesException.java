package io.spillway.source;

import io.spillway.event.Gap;
import io.spillway.event.SourcePartition;
import io.spillway.policy.ErrorKind;
import org.apache.flink.runtime.throwable.ThrowableAnnotation;
import org.apache.flink.runtime.throwable.ThrowableType;

/** The source no longer has what should be read next. A restart doesn't bring it back. */
@ThrowableAnnotation(ThrowableType.NonRecoverableError)
final class LostMessagesException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LostMessagesException(Gap gap) {
    super(
        gap.to() >= gap.from()
            ? "partition %s: messages from offset %d to %d are gone, and the log begins at %d. %s"
                .formatted(gap.partition(), gap.from(), gap.to() - 1, gap.to(), HINT)
            : "partition %s: offset %d is to be read next, but the log ends before it. %s"
                .formatted(gap.partition(), gap.from(), HINT));
  }

  private LostMessagesException(String message) {
    super(message);
  }

  /** Where an offset was saved of a topic that has been deleted since, and made anew. */
  static LostMessagesException madeAnew(SourcePartition partition, long offset) {
    return new LostMessagesException(
        ("topic %s was deleted and made anew since offset %d of partition %d was saved: the offset"
                + " means other messages now, and what was not read of the old topic is gone. %s;"
                + " rows that are in the bucket are not delivered again where the source resolves"
                + " its progress")
            .formatted(partition.source(), offset, partition.number(), HINT));
  }

  /** Of anything that a reader throws. */
  static ErrorKind kind(Throwable failure) {
    return failure instanceof LostMessagesException ? ErrorKind.LOST : ErrorKind.ofIo(failure);
  }

  private static final String HINT =
      "To go on at the log's beginning, with an event of it in the cursor log, set"
          + " sources[].properties {auto.offset.reset: earliest}";
}
