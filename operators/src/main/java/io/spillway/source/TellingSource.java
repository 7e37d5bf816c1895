package io.spillway.source;

import io.spillway.event.Event;
import io.spillway.event.SourcePartition;
import java.io.Serializable;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/**
 * A source whose readers say which partitions they have begun to read, so that a silent one can be
 * named, and stop counting while they have none, so that they don't hold the watermark.
 */
final class TellingSource<S extends SourceSplit, C> implements Source<Event, S, C> {
  private static final long serialVersionUID = 1L;

  /** Names the partition that a split stands for. */
  interface PartitionOf<S> extends Serializable {
    SourcePartition of(S split);
  }

  private final Source<Event, S, C> source;
  private final PartitionOf<S> partitionOf;

  TellingSource(Source<Event, S, C> source, PartitionOf<S> partitionOf) {
    this.source = source;
    this.partitionOf = partitionOf;
  }

  @Override
  public Boundedness getBoundedness() {
    return source.getBoundedness();
  }

  @Override
  public SourceReader<Event, S> createReader(SourceReaderContext context) throws Exception {
    return new TellingReader<>(source.createReader(context), partitionOf);
  }

  @Override
  public SplitEnumerator<S, C> createEnumerator(SplitEnumeratorContext<S> context)
      throws Exception {
    return source.createEnumerator(context);
  }

  @Override
  public SplitEnumerator<S, C> restoreEnumerator(SplitEnumeratorContext<S> context, C checkpoint)
      throws Exception {
    return source.restoreEnumerator(context, checkpoint);
  }

  @Override
  public SimpleVersionedSerializer<S> getSplitSerializer() {
    return source.getSplitSerializer();
  }

  @Override
  public SimpleVersionedSerializer<C> getEnumeratorCheckpointSerializer() {
    return source.getEnumeratorCheckpointSerializer();
  }
}
