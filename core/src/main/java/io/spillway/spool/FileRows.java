package io.spillway.spool;

import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** The rows of a data file, one line each, as slices of a buffer that grows to the longest. */
final class FileRows {
  private static final int FIRST_BYTES = 1 << 16;

  private final InputStream in;
  private byte[] buffer = new byte[FIRST_BYTES];
  private int filled;
  private int start;
  private int end;
  private boolean ended;

  FileRows(InputStream in) {
    this.in = in;
  }

  /** Goes on to the next line that isn't empty; false at the end. */
  boolean next() throws IOException {
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
    while (true) {
      for (int i = from; i < filled; i++) {
        if (buffer[i] == '\n') {
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

  byte[] bytes() {
    return buffer;
  }

  int start() {
    return start;
  }

  /** Behind the line and its terminator. */
  int end() {
    return end;
  }
}
