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
 * @param statements DDL messages that have gone to the spool; they are in none of the other counts
 */
public record ReadCounts(
    long read, long deadLetters, long skipped, long duplicates, long copies, long statements)
    implements Broadcast {
  public static final ReadCounts NONE = new ReadCounts(0, 0, 0, 0);

  /** Of rows only. */
  public ReadCounts(long read, long deadLetters, long skipped, long duplicates, long copies) {
    this(read, deadLetters, skipped, duplicates, copies, 0);
  }

  /** What a reader knows of rows: it drops no copies. */
  public ReadCounts(long read, long deadLetters, long skipped, long duplicates) {
    this(read, deadLetters, skipped, duplicates, 0);
  }

  /** What a spool knows. */
  public static ReadCounts ofCopies(long copies) {
    return new ReadCounts(0, 0, 0, 0, copies);
  }

  /** The same without statements, which end in the spool. */
  public ReadCounts ofRows() {
    return new ReadCounts(read, deadLetters, skipped, duplicates, copies);
  }

  public ReadCounts plus(ReadCounts other) {
    return new ReadCounts(
        read + other.read,
        deadLetters + other.deadLetters,
        skipped + other.skipped,
        duplicates + other.duplicates,
        copies + other.copies,
        statements + other.statements);
  }

  /** What of it nobody delivers. */
  public long withheld() {
    return deadLetters + skipped + duplicates + copies;
  }
}
