package io.spillway.search;

import io.spillway.policy.Deciders;
import io.spillway.policy.PolicyMetrics;
import io.spillway.search.SearchTask.Overflow;
import io.spillway.search.document.RowDocuments;
import java.io.Serializable;
import java.util.Collection;
import java.util.List;
import java.util.SplittableRandom;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Writes rows to Elasticsearch 7, 8, 9 or OpenSearch. Documents carry their commit timestamp as
 * version, so retries, replays and reordering end in the same state. A checkpoint doesn't wait for
 * the engine: what isn't answered is writer state. Progress and dead letters leave as committables
 * and are final once the checkpoint is.
 */
public final class ElasticsearchSink
    implements Sink<SearchElement>,
        SupportsWriterState<SearchElement, SearchWriterState>,
        SupportsCommitter<SearchCommittable>,
        SupportsPostCommitTopology<SearchCommittable> {
  private static final long serialVersionUID = 1;

  /** For indices, a probe, a suspect. */
  private static final int CONNECTIONS_ASIDE = 3;

  private final SearchConfig config;
  private final PostCommit postCommit;

  /** Takes the committables of completed checkpoints, at least once each. */
  public interface PostCommit extends Serializable {
    void attach(DataStream<CommittableMessage<SearchCommittable>> committed);
  }

  public ElasticsearchSink(SearchConfig config, PostCommit postCommit) {
    this.config = config;
    this.postCommit = postCommit;
  }

  @Override
  public ElasticsearchWriter createWriter(WriterInitContext context) {
    return writer(task(context), Overflow.NONE, List.of());
  }

  @Override
  public StatefulSinkWriter<SearchElement, SearchWriterState> restoreWriter(
      WriterInitContext context, Collection<SearchWriterState> recovered) {
    return writer(task(context), Overflow.NONE, recovered);
  }

  private static SearchTask task(WriterInitContext context) {
    return new SearchTask(
        context.getMailboxExecutor(), context.getProcessingTimeService(), context.metricGroup());
  }

  ElasticsearchWriter writer(
      SearchTask task, Overflow overflow, Collection<SearchWriterState> recovered) {
    int connections = config.writer().controller().bounds().max().concurrency() + CONNECTIONS_ASIDE;
    Deciders deciders = new Deciders(config.writer().policy(), new PolicyMetrics(task.metrics()));
    ElasticsearchWriter writer =
        new ElasticsearchWriter(
            task,
            overflow,
            new RestBulkTransport(config.connection(), connections),
            (transport, clock) ->
                new BulkWriter(
                    config.writer(),
                    new RowDocuments(config.documents()),
                    transport,
                    clock,
                    new SplittableRandom(),
                    deciders));
    recovered.forEach(writer::restoreControl);
    recovered.forEach(writer::restore);
    return writer;
  }

  @Override
  public SimpleVersionedSerializer<SearchWriterState> getWriterStateSerializer() {
    return new SearchWriterStateSerializer();
  }

  @Override
  public Committer<SearchCommittable> createCommitter(CommitterInitContext context) {
    return new Acknowledge();
  }

  @Override
  public SimpleVersionedSerializer<SearchCommittable> getCommittableSerializer() {
    return new SearchCommittableSerializer();
  }

  @Override
  public void addPostCommitTopology(DataStream<CommittableMessage<SearchCommittable>> committed) {
    postCommit.attach(committed);
  }

  /** The documents are in the engine already: what is committed is only the news of it. */
  private static final class Acknowledge implements Committer<SearchCommittable> {
    @Override
    public void commit(Collection<CommitRequest<SearchCommittable>> requests) {}

    @Override
    public void close() {}
  }
}
