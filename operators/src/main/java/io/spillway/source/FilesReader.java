package io.spillway.source;

import io.spillway.decode.MessageDecoder;
import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.wire.LineReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.core.io.InputStatus;

/**
 * Reads all its files side by side, always from the one that is furthest behind in event time, as
 * if each were a partition. Runs in the task thread; only {@code isAvailable} looks at other
 * threads.
 */
final class FilesReader implements SourceReader<Event, FileSplit> {
  private static final int LINES_A_TURN = 64;

  private final MessageDecoder decoder;
  private final EarlierLines earlier;
  private final int longestLine;
  private final List<InputFile> open = new ArrayList<>();
  private CompletableFuture<Void> available = new CompletableFuture<>();
  private boolean noMoreSplits;

  /**
   * @param earlier gets to know the files
   * @param longestLine bytes of a line that are kept
   */
  FilesReader(MessageDecoder decoder, EarlierLines earlier, int longestLine) {
    this.decoder = decoder;
    this.earlier = earlier;
    this.longestLine = longestLine;
  }

  @Override
  public void start() {}

  @Override
  public InputStatus pollNext(ReaderOutput<Event> output) throws Exception {
    InputFile file = furthestBehind();
    if (file == null) {
      if (open.isEmpty() && noMoreSplits) {
        return InputStatus.END_OF_INPUT;
      }
      if (available.isDone()) {
        available = new CompletableFuture<>();
      }
      return InputStatus.NOTHING_AVAILABLE;
    }
    SourceOutput<Event> lines = output.createOutputForSplit(file.split().splitId());
    for (int i = 0; i < LINES_A_TURN; i++) {
      if (!file.advance()) {
        finish(file, output);
        break;
      }
      emit(file, lines);
    }
    return InputStatus.MORE_AVAILABLE;
  }

  private void emit(InputFile file, SourceOutput<Event> output) {
    LineReader line = file.line();
    Event event =
        decoder.decode(
            file.split().partition(),
            line.lineOffset(),
            -1,
            null,
            line.buffer(),
            line.start(),
            line.length());
    for (; event != null; event = decoder.next()) {
      file.reach(eventTime(event));
      output.collect(event, file.reached());
    }
  }

  private static long eventTime(Event event) {
    if (event instanceof Row row) {
      return row.commitTs();
    } else if (event instanceof Resolved resolved) {
      return resolved.commitTs();
    } else if (event instanceof SchemaChange ddl) {
      return ddl.commitTs();
    }
    return Long.MIN_VALUE;
  }

  private InputFile furthestBehind() {
    InputFile behind = null;
    for (InputFile file : open) {
      if (!file.isPaused() && (behind == null || file.reached() < behind.reached())) {
        behind = file;
      }
    }
    return behind;
  }

  private void finish(InputFile file, ReaderOutput<Event> output) throws IOException {
    file.close();
    open.remove(file);
    output.releaseOutputForSplit(file.split().splitId());
  }

  @Override
  public List<FileSplit> snapshotState(long checkpointId) {
    List<FileSplit> splits = new ArrayList<>();
    for (InputFile file : open) {
      splits.add(file.position());
    }
    return splits;
  }

  @Override
  public CompletableFuture<Void> isAvailable() {
    return available;
  }

  @Override
  public void addSplits(List<FileSplit> splits) {
    for (FileSplit split : splits) {
      earlier.add(split);
      open.add(InputFile.open(split, longestLine));
    }
    available.complete(null);
  }

  @Override
  public void notifyNoMoreSplits() {
    noMoreSplits = true;
    available.complete(null);
  }

  @Override
  public void pauseOrResumeSplits(Collection<String> toPause, Collection<String> toResume) {
    for (InputFile file : open) {
      if (toPause.contains(file.split().splitId())) {
        file.pause(true);
      } else if (toResume.contains(file.split().splitId())) {
        file.pause(false);
      }
    }
    available.complete(null);
  }

  @Override
  public void close() throws Exception {
    for (InputFile file : open) {
      file.close();
    }
  }
}
