package io.spillway.cursor.log;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Splits a file into lines that end with LF or CRLF, without copying them. */
public final class LineReader {
  /** No row comes near this; a longer line is broken content. */
  static final int MAX_LINE = 128 << 20;

  private final InputStream in;
  private byte[] buffer;
  private int start;
  private int end;
  private int lineStart;
  private int lineEnd;
  private long consumed;

  public LineReader(InputStream in, int bufferSize) {
    this.in = in;
    this.buffer = new byte[bufferSize];
  }

  /** Goes to the next line; false where no line end follows. */
  public boolean next() throws IOException {
    int scan = start;
    while (true) {
      for (; scan < end; scan++) {
        if (buffer[scan] == '\n') {
          take(scan);
          return true;
        }
      }
      if (scan - start >= MAX_LINE) {
        return false;
      }
      int scanned = scan - start;
      if (!fill()) {
        return false;
      }
      scan = start + scanned;
    }
  }

  public byte[] buffer() {
    return buffer;
  }

  public int offset() {
    return lineStart;
  }

  /** Length of the line without its end. */
  public int length() {
    return lineEnd - lineStart;
  }

  /** Takes what stands behind the last line end as a line; false where nothing does. */
  public boolean takeRest() {
    lineStart = start;
    lineEnd = end;
    start = end;
    return lineEnd > lineStart;
  }

  /** Bytes after the last line end, as far as they were read. */
  public int rest() {
    return end - start;
  }

  /** Bytes read so far. */
  public long bytes() {
    return consumed;
  }

  private void take(int lineFeed) {
    lineStart = start;
    lineEnd = lineFeed > start && buffer[lineFeed - 1] == '\r' ? lineFeed - 1 : lineFeed;
    start = lineFeed + 1;
  }

  private boolean fill() throws IOException {
    if (start > 0) {
      System.arraycopy(buffer, start, buffer, 0, end - start);
      end -= start;
      start = 0;
    }
    if (end == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int read = in.read(buffer, end, buffer.length - end);
    if (read < 0) {
      return false;
    }
    end += read;
    consumed += read;
    return true;
  }
}
