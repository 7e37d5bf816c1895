package io.spillway.cursor;

import io.spillway.event.Gap;

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
    return cursor.text() + "@" + work.checkpointId() + ":" + what();
  }

  private String what() {
    if (work instanceof Work.Reached || work instanceof Work.SetBack) {
      return switch (step.reason()) {
        case RESTORED, REWIND -> "restored:" + origin.run() + ":" + origin.attempt();
        default -> ":" + step.candidate();
      };
    } else if (work instanceof Work.Written written) {
      return written.file().path() + ":" + step.candidate();
    } else if (work instanceof Work.Counted) {
      return "balance";
    } else if (work instanceof Work.Steered steered) {
      return "mode:%d:%d".formatted(steered.steering().writer(), steered.steering().atMs());
    } else if (work instanceof Work.Missed missed) {
      Gap gap = missed.gap();
      return "gap:%s:%d:%d".formatted(gap.partition(), gap.from(), gap.to());
    }
    throw new IllegalStateException("unknown work: " + work);
  }

  /** Ties together what one run did for one checkpoint, in this log and in Flink's by job id. */
  public String trace() {
    return origin.run() + "-" + work.checkpointId();
  }
}
