package io.spillway.decode;

/**
 * What a reader would find in a row that has just been written as canal-json, so that nobody has to
 * read it again. Ranges are those of the text that was written. Reused.
 */
final class WrittenRow {
  /** A word in ASCII. */
  byte[] type;

  /** Names, as tokens. */
  final Span database = new Span();

  final Span table = new Span();

  /** The object in {@code data}. */
  final Span row = new Span();

  /** The values of {@code mysqlType} and {@code pkNames}. */
  final Span types = new Span();

  final Span keys = new Span();

  /** Of the columns and their types. */
  long typesPrint;

  /** Whether there are columns that {@code mysqlType} has and the row lacks. */
  boolean hasUnavailable;

  long commitTs;
}
