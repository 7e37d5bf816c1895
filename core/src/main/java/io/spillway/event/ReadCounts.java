package io.spillway.event;

/**
 * What a reader has read since it told so last. What is neither a dead letter, nor skipped, nor a
 * duplicate has gone to the spool.
 *
 * @param read rows, and messages that should have been or carry none
 * @param deadLetters messages that can't be decoded
 * @param skipped messages that carry nothing to deliver
 * @param duplicates rows dropped because their partition had already resolved them
 */
public record ReadCounts(long read, long deadLetters, long skipped, long duplicates)
    implements Broadcast {
  public static final ReadCounts NONE = new ReadCounts(0, 0, 0, 0);

  public ReadCounts plus(ReadCounts other) {
    return new ReadCounts(
        read + other.read,
        deadLetters + other.deadLetters,
        skipped + other.skipped,
        duplicates + other.duplicates);
  }
}
