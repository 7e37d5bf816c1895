package io.spillway.event;

/**
 * What a reader has read since it reported last. What is neither a dead letter, nor skipped, nor a
 * duplicate has gone to the spool.
 *
 * @param read rows, and messages that should have been or carry none
 * @param deadLetters messages that can't be decoded
 * @param skipped messages that carry nothing to deliver
 * @param duplicates rows dropped because their partition had already resolved them
 * @param copies rows that have gone to the spool and were dropped there, since they had come before
 */
public record ReadCounts(long read, long deadLetters, long skipped, long duplicates, long copies)
    implements Broadcast {
  public static final ReadCounts NONE = new ReadCounts(0, 0, 0, 0);

  /** What a reader knows: it drops no copies. */
  public ReadCounts(long read, long deadLetters, long skipped, long duplicates) {
    this(read, deadLetters, skipped, duplicates, 0);
  }

  /** What a spool knows. */
  public static ReadCounts ofCopies(long copies) {
    return new ReadCounts(0, 0, 0, 0, copies);
  }

  public ReadCounts plus(ReadCounts other) {
    return new ReadCounts(
        read + other.read,
        deadLetters + other.deadLetters,
        skipped + other.skipped,
        duplicates + other.duplicates,
        copies + other.copies);
  }

  /** What of it nobody delivers. */
  public long withheld() {
    return deadLetters + skipped + duplicates + copies;
  }
}
