package io.spillway.source;

import io.spillway.decode.EarlierMessages;
import io.spillway.event.SourcePartition;
import io.spillway.wire.LineReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.core.fs.Path;

/** What files hold before the line at hand. Offsets are no numbers of lines: all is read. */
final class EarlierLines implements EarlierMessages {
  private final int longestLine;
  private final Map<SourcePartition, String> paths = new HashMap<>();

  EarlierLines(int longestLine) {
    this.longestLine = longestLine;
  }

  void add(FileSplit split) {
    paths.put(split.partition(), split.path());
  }

  @Override
  public long read(SourcePartition partition, long from, long to, Consumer<byte[]> each) {
    Path path = new Path(paths.get(partition));
    try (LineReader lines = new LineReader(path.getFileSystem().open(path), 0, longestLine)) {
      while (lines.nextOffset() < to && lines.advance()) {
        each.accept(
            Arrays.copyOfRange(lines.buffer(), lines.start(), lines.start() + lines.length()));
      }
      return 0;
    } catch (IOException e) {
      throw new UncheckedIOException("can't read input file " + path, e);
    }
  }
}
