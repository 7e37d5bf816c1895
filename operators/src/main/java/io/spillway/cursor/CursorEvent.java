package io.spillway.cursor;

/**
 * One step of a cursor, or the note that there was none. The events alone rebuild every value.
 *
 * @param pipeline name of the pipeline
 * @param ack what it follows from
 * @param previous value before; {@link Long#MIN_VALUE} for none yet
 * @param value value after; never lower than {@code previous}
 * @param atMs when it was written, in ms since 1970
 */
public record CursorEvent(String pipeline, FlushAck ack, long previous, long value, long atMs) {

  /** The step from {@code previous} that an ack allows. */
  public static CursorEvent after(String pipeline, long previous, FlushAck ack, long nowMs) {
    return new CursorEvent(pipeline, ack, previous, Math.max(previous, ack.candidate()), nowMs);
  }

  /** {@code advanced} or {@code no-forward}. */
  public String reason() {
    return value > previous ? "advanced" : "no-forward";
  }

  /** The same for every repetition of the same ack. */
  public String id() {
    String what = ack.file() == null ? "" : ack.file().path();
    return ack.cursor().text() + "@" + ack.checkpointId() + ":" + what + ":" + ack.candidate();
  }
}
