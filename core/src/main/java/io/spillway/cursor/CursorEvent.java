package io.spillway.cursor;

import io.spillway.event.Gap;
import io.spillway.plan.Balance;

/**
 * One line of the append-only log: a step of a cursor, or the note that there was none. The events
 * alone rebuild every value.
 *
 * @param cursor whose
 * @param step what it does to the value
 * @param work what it follows from
 * @param origin who tells it
 * @param atMs when it was written, in ms since 1970
 */
public record CursorEvent(CursorKey cursor, CursorStep step, Work work, Origin origin, long atMs) {

  /**
   * What an event follows from.
   *
   * @param checkpointId whose commit; of a restored event the checkpoint that was restored
   * @param file what was written, or null
   * @param balance where all rows were; null but for {@link CursorReason#BALANCE}
   * @param gap what was missing; null but for {@link CursorReason#GAP}
   * @param told how far the log was; null but for {@link CursorReason#REWIND}
   * @param steering which controller has which mode; null but for {@link CursorReason#MODE}
   */
  public record Work(
      long checkpointId,
      FlushAck.File file,
      Balance balance,
      Gap gap,
      Told told,
      FlushAck.Steering steering) {
    /** Of no controller. */
    public Work(long checkpointId, FlushAck.File file, Balance balance, Gap gap, Told told) {
      this(checkpointId, file, balance, gap, told, null);
    }

    /** For work that is done. */
    public Work(long checkpointId, FlushAck.File file, Balance balance) {
      this(checkpointId, file, balance, null, null);
    }
  }

  /**
   * An event that stands in the log already.
   *
   * @param seq its number
   * @param checkpointId its checkpoint
   * @param value its value; null for none
   */
  public record Told(long seq, long checkpointId, String value) {}

  /**
   * Who tells an event.
   *
   * @param pipeline name of the pipeline
   * @param run id of the Flink job, in hexadecimal
   * @param attempt how often Flink has started its task anew
   */
  public record Origin(String pipeline, String run, int attempt) {}

  /**
   * The same for every repetition of the same ack: of two events with one id, only the first can
   * have moved the value. A restore is told once by each attempt.
   */
  public String id() {
    String what =
        switch (step.reason()) {
          case ADVANCED, NO_FORWARD ->
              (work.file() == null ? "" : work.file().path()) + ":" + step.candidate();
          case RESTORED, REWIND -> "restored:" + origin.run() + ":" + origin.attempt();
          case BALANCE -> "balance";
          case MODE -> "mode:%d:%d".formatted(work.steering().writer(), work.steering().atMs());
          case GAP ->
              "gap:%s:%d:%d".formatted(work.gap().partition(), work.gap().from(), work.gap().to());
        };
    return cursor.text() + "@" + work.checkpointId() + ":" + what;
  }

  /** Ties together what one run did for one checkpoint, in this log and in Flink's by job id. */
  public String trace() {
    return origin.run() + "-" + work.checkpointId();
  }
}
