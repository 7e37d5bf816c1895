package io.spillway.encode;

import io.spillway.wire.LineReader;
import java.io.IOException;
import java.io.InputStream;

/** The rows of a data file, one line each, as slices of a buffer that grows to the longest. */
public final class FileRows {
  private static final int FIRST_BYTES = 1 << 16;

  private final LineReader lines;

  public FileRows(InputStream in) {
    this(in, LineReader.UNQUOTED);
  }

  /**
   * @param quote ASCII character between two of which a line feed ends no row, or {@link
   *     LineReader#UNQUOTED}
   */
  public FileRows(InputStream in, int quote) {
    lines = new LineReader(in, 0, Integer.MAX_VALUE, FIRST_BYTES, quote);
  }

  /** Goes on to the next line that isn't empty; false at the end. */
  public boolean next() throws IOException {
    while (lines.advance()) {
      if (!isTerminated() || !isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private boolean isEmpty() {
    for (int i = start(); i < end(); i++) {
      if (bytes()[i] != '\n' && bytes()[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  public byte[] bytes() {
    return lines.buffer();
  }

  public int start() {
    return lines.start();
  }

  /** Behind the line and its terminator. */
  public int end() {
    return lines.start() + (int) (lines.nextOffset() - lines.lineOffset());
  }

  /** Whether the line has its end; the last one of a file that was cut off has not. */
  public boolean isTerminated() {
    return lines.isTerminated();
  }

  /** Bytes of the file up to the end of this line. */
  public long offset() {
    return lines.nextOffset();
  }
}
