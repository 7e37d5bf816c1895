package io.spillway.spool;

import io.spillway.encode.RowIdentity.Digest;
import io.spillway.schema.TableStructure;
import java.io.Closeable;
import java.io.IOException;
import java.util.List;

/**
 * Rows of one file on their way from the spool, which become something else than they are there.
 */
abstract class EncodedParts implements DispatcherBuffer.PartConsumer, Closeable {
  private long unfit;

  @Override
  public final void accept(byte[] bytes, int offset, int length) throws IOException {
    int from = offset;
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] == '\n') {
        unfit += encode(bytes, from, i + 1) ? 0 : 1;
        from = i + 1;
      }
    }
  }

  /** Appends a row to the file; whether it has just the columns and types of the table version. */
  abstract boolean encode(byte[] bytes, int start, int end) throws IOException;

  /** All rows have come: what is left of them goes to the file. */
  abstract void complete() throws IOException;

  /** What tells the records apart that a row would become, in their order. */
  abstract List<Digest> digests(byte[] bytes, int start, int end) throws IOException;

  /** The columns by which rows are written. */
  abstract TableStructure structure();

  /** What becomes of rows that don't fit, for the log. */
  abstract String ofUnfit();

  /** Rows so far that don't fit the table version. */
  final long unfit() {
    return unfit;
  }

  /** Gives back memory; without {@link #complete} nothing more is written. */
  @Override
  public void close() throws IOException {}
}
