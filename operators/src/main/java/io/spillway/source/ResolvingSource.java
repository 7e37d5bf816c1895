package io.spillway.source;

import io.spillway.decode.StreamClocks;
import io.spillway.event.Event;
import io.spillway.event.SourcePartition;
import io.spillway.metrics.MetricNames;
import io.spillway.policy.Deciders;
import io.spillway.policy.EventType;
import io.spillway.policy.Failures;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import java.io.Serializable;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.metrics.MetricGroup;

/**
 * A source whose splits remember their partition's last resolved event, and whose readers tell it
 * when they begin. A reader without any partition stops counting, so that it doesn't hold the
 * watermark; from its first partition on it counts again.
 *
 * @param <S> the source's own splits
 * @param <C> its enumerator's checkpoint
 */
public final class ResolvingSource<S extends SourceSplit, C>
    implements Source<Event, ResolvedSplit<S>, C> {
  /** What is being done, for people. */
  static final String READING = "reading the source";

  private static final long serialVersionUID = 1L;

  /** Names the partition that a split stands for. */
  public interface PartitionOf<S> extends Serializable {
    SourcePartition of(S split);
  }

  /** What a source measures besides, of each reader. */
  interface ReaderMetrics extends Serializable {
    /** None. */
    ReaderMetrics NONE = group -> {};

    /**
     * Called before the reader is made.
     *
     * @param group the job's own in that of the reader
     */
    void register(MetricGroup group);
  }

  private final Source<Event, S, C> source;
  private final PartitionOf<S> partitionOf;
  private final Retention<S> retention;
  private final StreamClocks clocks;
  private final long idleTimeoutMs;
  private final ParkedSplits.Wanted<S> wanted;
  private final PolicyMatrix policy;
  private ReaderMetrics readerMetrics = ReaderMetrics.NONE;
  private String input = "the source";
  private transient PartitionLooks looks;

  /**
   * @param clocks those of the source's own decoders: the same object, also where both have been
   *     serialized
   * @param idleTimeoutMs see {@link Waits}
   */
  ResolvingSource(
      Source<Event, S, C> source,
      PartitionOf<S> partitionOf,
      Retention<S> retention,
      StreamClocks clocks,
      long idleTimeoutMs,
      ParkedSplits.Wanted<S> wanted,
      PolicyMatrix policy) {
    this.idleTimeoutMs = idleTimeoutMs;
    this.clocks = clocks;
    this.policy = policy;
    this.wanted = wanted;
    this.source = source;
    this.partitionOf = partitionOf;
    this.retention = retention;
  }

  /** Measures this, too. */
  ResolvingSource<S, C> measuring(ReaderMetrics metrics) {
    readerMetrics = metrics;
    return this;
  }

  /** Says what is read and where, for people: {@code topic shop at localhost:9092}. */
  ResolvingSource<S, C> of(String what) {
    input = what;
    return this;
  }

  @Override
  public Boundedness getBoundedness() {
    return source.getBoundedness();
  }

  @Override
  public SourceReader<Event, ResolvedSplit<S>> createReader(SourceReaderContext context)
      throws Exception {
    ParkedSplits<S> parked = new ParkedSplits<>(wanted);
    MetricGroup group = context.metricGroup().addGroup(MetricNames.GROUP);
    group.gauge(MetricNames.PARTITIONS_PARKED, parked::count);
    readerMetrics.register(group);
    return new ResolvingReader<>(
        source.createReader(context),
        partitionOf,
        retention,
        parked,
        clocks,
        Waits.of(idleTimeoutMs),
        new Failures(
            new Deciders(policy, new PolicyMetrics(context.metricGroup())),
            EventType.SOURCE_READ,
            READING));
  }

  private SplitContext<S> adapted(SplitEnumeratorContext<ResolvedSplit<S>> context) {
    if (looks == null) {
      looks = new PartitionLooks(input, context.metricGroup(), policy, System::currentTimeMillis);
    }
    looks.begin();
    return new SplitContext<>(context, looks);
  }

  @Override
  public SplitEnumerator<ResolvedSplit<S>, C> createEnumerator(
      SplitEnumeratorContext<ResolvedSplit<S>> context) throws Exception {
    SplitContext<S> adapted = adapted(context);
    return new ResolvingEnumerator<>(source.createEnumerator(adapted), adapted);
  }

  @Override
  public SplitEnumerator<ResolvedSplit<S>, C> restoreEnumerator(
      SplitEnumeratorContext<ResolvedSplit<S>> context, C checkpoint) throws Exception {
    SplitContext<S> adapted = adapted(context);
    return new ResolvingEnumerator<>(source.restoreEnumerator(adapted, checkpoint), adapted);
  }

  @Override
  public SimpleVersionedSerializer<ResolvedSplit<S>> getSplitSerializer() {
    return new ResolvedSplit.Serializer<>(source.getSplitSerializer());
  }

  @Override
  public SimpleVersionedSerializer<C> getEnumeratorCheckpointSerializer() {
    return source.getEnumeratorCheckpointSerializer();
  }
}
