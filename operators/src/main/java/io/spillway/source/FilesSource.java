package io.spillway.source;

import io.spillway.decode.StreamClocks;
import io.spillway.event.Event;
import java.io.IOException;
import java.util.List;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A folder of files, each read like a partition: side by side, in order, bounded. (Flink's own file
 * source reads one file after the other, so that all rows of the later ones would be late.)
 */
final class FilesSource implements Source<Event, FileSplit, FilesState> {
  private static final long serialVersionUID = 1L;
  private static final int LONGEST_LINE = 64 << 20;

  private final String folder;
  private final DecoderFactory decoder;
  private final StreamClocks clocks;

  /**
   * @param folder URI of the folder, see {@link InputFolder}
   * @param decoder of the lines' format
   * @param clocks of the partitions that this reader has
   */
  FilesSource(String folder, DecoderFactory decoder, StreamClocks clocks) {
    this.clocks = clocks;
    this.folder = folder;
    this.decoder = decoder;
  }

  @Override
  public Boundedness getBoundedness() {
    return Boundedness.BOUNDED;
  }

  @Override
  public SourceReader<Event, FileSplit> createReader(SourceReaderContext context) {
    EarlierLines earlier = new EarlierLines(LONGEST_LINE);
    return new FilesReader(decoder.decoder(clocks, earlier), earlier, LONGEST_LINE);
  }

  @Override
  public SplitEnumerator<FileSplit, FilesState> createEnumerator(
      SplitEnumeratorContext<FileSplit> context) throws IOException {
    return new FilesEnumerator(context, InputFolder.list(folder));
  }

  @Override
  public SplitEnumerator<FileSplit, FilesState> restoreEnumerator(
      SplitEnumeratorContext<FileSplit> context, FilesState state) {
    return new FilesEnumerator(context, List.copyOf(state.unassigned()));
  }

  @Override
  public SimpleVersionedSerializer<FileSplit> getSplitSerializer() {
    return new FileSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<FilesState> getEnumeratorCheckpointSerializer() {
    return new FilesState.Serializer();
  }
}
