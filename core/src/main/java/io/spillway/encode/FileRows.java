package io.spillway.encode;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The rows of a data file, one line each, as slices of a buffer that grows to the longest. */
public final class FileRows {
  /** No quote: every line feed ends a row. */
  public static final int UNQUOTED = -1;

  private static final int FIRST_BYTES = 1 << 16;

  private final InputStream in;
  private final int quote;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int filled;
  private int start;
  private int end;
  private boolean ended;
  private long passed;

  public FileRows(InputStream in) {
    this(in, UNQUOTED);
  }

  /**
   * @param quote ASCII character between two of which a line feed ends no row, or {@link #UNQUOTED}
   */
  public FileRows(InputStream in, int quote) {
    this.in = in;
    this.quote = quote;
  }

  /** Goes on to the next line that isn't empty; false at the end. */
  public boolean next() throws IOException {
    do {
      start = end;
      int newline = newline();
      if (newline < 0) {
        end = filled;
        return end > start;
      }
      end = newline + 1;
    } while (isEmpty());
    return true;
  }

  private boolean isEmpty() {
    for (int i = start; i < end; i++) {
      if (buffer[i] != '\n' && buffer[i] != '\r') {
        return false;
      }
    }
    return true;
  }

  private int newline() throws IOException {
    int from = start;
    boolean quoted = false;
    while (true) {
      for (int i = from; i < filled; i++) {
        if (buffer[i] == quote) {
          quoted = !quoted;
        } else if (buffer[i] == '\n' && !quoted) {
          return i;
        }
      }
      from = filled;
      if (ended) {
        return -1;
      }
      from -= fill();
    }
  }

  /** Reads more; returns by how much what is held has moved to the front. */
  private int fill() throws IOException {
    int moved = start;
    if (moved > 0) {
      System.arraycopy(buffer, start, buffer, 0, filled - start);
      filled -= moved;
      start = 0;
      passed += moved;
    } else if (filled == buffer.length) {
      buffer = Arrays.copyOf(buffer, buffer.length * 2);
    }
    int read = in.read(buffer, filled, buffer.length - filled);
    if (read < 0) {
      ended = true;
    } else {
      filled += read;
    }
    return moved;
  }

  public byte[] bytes() {
    return buffer;
  }

  public int start() {
    return start;
  }

  /** Behind the line and its terminator. */
  public int end() {
    return end;
  }

  /** Whether the line has its end; the last one of a file that was cut off has not. */
  public boolean isTerminated() {
    return end > start && buffer[end - 1] == '\n';
  }

  /** Bytes of the file up to the end of this line. */
  public long offset() {
    return passed + end;
  }
}
