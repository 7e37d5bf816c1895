package io.spillway.wire;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Lines of a stream as slices of one buffer, without a copy: {@link #buffer()} from {@link
 * #start()}, {@link #length()} bytes, valid until the next call. Accepts LF and CRLF; the last line
 * needs none.
 */
public final class LineReader implements Closeable {
  /** No quote: every line feed ends a line. */
  public static final int UNQUOTED = -1;

  private static final int FIRST_BUFFER = 256 << 10;
  private static final VarHandle WORDS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final long LINE_FEEDS = 0x0a0a0a0a0a0a0a0aL;
  private static final long LOW_BITS = 0x7f7f7f7f7f7f7f7fL;

  private final InputStream in;
  private final int longest;
  private final int quote;
  private byte[] buffer;
  private int filled;
  private int next;
  private int start;
  private int length;
  private long bufferOffset;
  private long lineOffset;
  private boolean terminated;
  private boolean ended;

  /** Whether an odd number of quotes has been seen in the line. */
  private boolean quoted;

  /**
   * @param offset where the stream stands in its file
   * @param longest bytes of a line that are kept; the rest of a longer line is passed over
   */
  public LineReader(InputStream in, long offset, int longest) {
    this(in, offset, longest, FIRST_BUFFER);
  }

  /** For whoever wants a small part of a file: reads {@code bufferSize} bytes at first. */
  public LineReader(InputStream in, long offset, int longest, int bufferSize) {
    this(in, offset, longest, bufferSize, UNQUOTED);
  }

  /**
   * @param quote ASCII character between two of which a line feed ends no line, or {@link
   *     #UNQUOTED}
   */
  public LineReader(InputStream in, long offset, int longest, int bufferSize, int quote) {
    this.in = in;
    this.quote = quote;
    this.buffer = new byte[bufferSize];
    this.bufferOffset = offset;
    this.longest = longest;
  }

  public byte[] buffer() {
    return buffer;
  }

  public int start() {
    return start;
  }

  public int length() {
    return length;
  }

  /** Offset in the file of the line that {@link #advance()} found. */
  public long lineOffset() {
    return lineOffset;
  }

  /** Whether the line has a line end; that of the last line may be missing. */
  public boolean isTerminated() {
    return terminated;
  }

  /** Offset in the file of what has not been read yet. */
  public long nextOffset() {
    return bufferOffset + next;
  }

  /** Moves to the next line; false at the end of the file. */
  public boolean advance() throws IOException {
    int scanned = next;
    while (true) {
      int end = lineEnd(scanned);
      if (end >= 0) {
        take(end, end + 1);
        return true;
      }
      scanned = filled;
      if (ended) {
        return lastLine();
      }
      if (filled - next > longest) {
        return passOver();
      }
      scanned -= fill();
    }
  }

  private int lineEnd(int from) {
    if (quote == UNQUOTED) {
      return lineFeed(from);
    }
    for (int i = from; i < filled; i++) {
      if (buffer[i] == quote) {
        quoted = !quoted;
      } else if (buffer[i] == '\n' && !quoted) {
        return i;
      }
    }
    return -1;
  }

  private int lineFeed(int from) {
    int i = from;
    for (; i + 8 <= filled; i += 8) {
      // exact test for a byte equal to LF in a word: x has a zero byte there
      long x = (long) WORDS.get(buffer, i) ^ LINE_FEEDS;
      long zero = ~(((x & LOW_BITS) + LOW_BITS) | x | LOW_BITS);
      if (zero != 0) {
        return i + (Long.numberOfTrailingZeros(zero) >>> 3);
      }
    }
    for (; i < filled; i++) {
      if (buffer[i] == '\n') {
        return i;
      }
    }
    return -1;
  }

  private void take(int end, int following) {
    start = next;
    lineOffset = bufferOffset + start;
    length = end - start;
    if (length > 0 && buffer[end - 1] == '\r') {
      length--;
    }
    length = Math.min(length, longest);
    terminated = following > end;
    next = following;
  }

  private boolean lastLine() {
    if (next == filled) {
      return false;
    }
    take(filled, filled);
    return true;
  }

  /** A line that is too long: keeps its beginning, skips to the line's end. */
  private boolean passOver() throws IOException {
    start = next;
    lineOffset = bufferOffset + start;
    length = longest;
    int keptEnd = start + longest;
    while (true) {
      int end = lineEnd(keptEnd);
      if (end >= 0) {
        bufferOffset += end + 1 - keptEnd;
        System.arraycopy(buffer, end + 1, buffer, keptEnd, filled - end - 1);
        filled = keptEnd + filled - end - 1;
        terminated = true;
        break;
      }
      bufferOffset += filled - keptEnd;
      filled = keptEnd;
      int read = in.read(buffer, filled, buffer.length - filled);
      if (read < 0) {
        ended = true;
        terminated = false;
        break;
      }
      filled += read;
    }
    next = keptEnd;
    return true;
  }

  /** Makes room and reads on; returns by how much the buffered bytes have moved down. */
  private int fill() throws IOException {
    int moved = 0;
    if (filled == buffer.length) {
      if (next > 0) {
        moved = next;
        System.arraycopy(buffer, next, buffer, 0, filled - next);
        bufferOffset += moved;
        filled -= moved;
        next = 0;
      } else {
        buffer = Arrays.copyOf(buffer, buffer.length * 2);
      }
    }
    int read = in.read(buffer, filled, buffer.length - filled);
    if (read < 0) {
      ended = true;
    } else {
      filled += read;
    }
    return moved;
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
