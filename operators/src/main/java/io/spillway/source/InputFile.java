package io.spillway.source;

import io.spillway.wire.LineReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/**
 * One input file that is being read. One that has been cut, or that another has replaced as far as
 * its length and the end of a line can show, ends the job: what isn't in it any more would be
 * missing without a word.
 */
final class InputFile {
  private static final String CURE =
      ": it was cut, or another file has its name. Put back the file that was there; or move the"
          + " pipeline's checkpoints away: then all input is read again, and rows that are in the"
          + " bucket are not delivered again";

  private final FileSplit split;
  private final LineReader lines;
  private final long length;
  private long reached = Long.MIN_VALUE;
  private boolean paused;

  private InputFile(FileSplit split, LineReader lines, long length) {
    this.split = split;
    this.lines = lines;
    this.length = length;
  }

  /** Opens it where it is to be read next. */
  static InputFile open(FileSplit split, int longestLine) {
    Path path = new Path(split.path());
    try {
      FileSystem files = path.getFileSystem();
      long length = files.getFileStatus(path).getLen();
      if (length < split.offset()) {
        throw changed(
            split, "has %d bytes, of which %d were read".formatted(length, split.offset()));
      }
      FSDataInputStream in = files.open(path);
      if (split.offset() > 0 && split.offset() < length) {
        in.seek(split.offset() - 1);
        if (in.read() != '\n') {
          throw changed(split, "has no end of a line at byte " + split.offset());
        }
      } else {
        in.seek(split.offset());
      }
      return new InputFile(split, new LineReader(in, split.offset(), longestLine), length);
    } catch (IOException e) {
      throw unreadable(split, e);
    }
  }

  private static SuppressRestartsException changed(FileSplit split, String how) {
    return new SuppressRestartsException(
        new IOException("input file " + split.path() + " " + how + CURE));
  }

  private static UncheckedIOException unreadable(FileSplit split, IOException e) {
    return new UncheckedIOException("can't read input file " + split.path(), e);
  }

  /** Moves to the next line; false at the end of the file. */
  boolean advance() {
    boolean found = found();
    boolean isEnd = !found || !lines.isTerminated();
    if (isEnd && lines.nextOffset() < length) {
      throw changed(split, "had %d bytes and ends at %d".formatted(length, lines.nextOffset()));
    }
    return found;
  }

  private boolean found() {
    try {
      return lines.advance();
    } catch (IOException e) {
      throw unreadable(split, e);
    }
  }

  /** The line that {@link #advance()} has found. */
  LineReader line() {
    return lines;
  }

  FileSplit split() {
    return split;
  }

  /** What is to be kept of it: where the next line begins. */
  FileSplit position() {
    return split.at(lines.nextOffset());
  }

  /** The event time that it has come to; the least long before its first event. */
  long reached() {
    return reached;
  }

  void reach(long eventTime) {
    reached = Math.max(reached, eventTime);
  }

  boolean isPaused() {
    return paused;
  }

  void pause(boolean pause) {
    paused = pause;
  }

  void close() throws IOException {
    lines.close();
  }
}
