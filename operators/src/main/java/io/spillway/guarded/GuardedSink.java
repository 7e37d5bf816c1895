package io.spillway.guarded;

import io.spillway.policy.Deciders;
import io.spillway.policy.Failures;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import java.io.IOException;
import java.util.Collection;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.SupportsWriterState;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * A sink of Flink's whose failures are what the policy says they are. State and committables are
 * the sink's own, so that it can be put around a sink whose state there is already.
 *
 * @param <T> records
 * @param <S> the writer's state
 * @param <C> what is committed
 */
public class GuardedSink<T, S, C>
    implements Sink<T>, SupportsWriterState<T, S>, SupportsCommitter<C> {
  private static final long serialVersionUID = 1L;

  private final Sink<T> sink;
  private final SupportsWriterState<T, S> stateful;
  private final SupportsCommitter<C> committing;
  private final PolicyMatrix policy;
  private final OwnLog log;
  private final TransactionOutcome<C> fate;
  private final Destination destination;

  private <K extends Sink<T> & SupportsWriterState<T, S> & SupportsCommitter<C>> GuardedSink(
      K sink,
      PolicyMatrix policy,
      OwnLog log,
      TransactionOutcome<C> fate,
      Destination destination) {
    this.fate = fate;
    this.destination = destination;
    this.sink = sink;
    this.stateful = sink;
    this.committing = sink;
    this.policy = policy;
    this.log = log;
  }

  /**
   * Puts the policy around a sink; what the sink adds behind its committer is added still.
   *
   * @param fate tells what was committed before, where the sink's committer can't
   * @param destination what the sink writes to
   */
  public static <T, S, C, K extends Sink<T> & SupportsWriterState<T, S> & SupportsCommitter<C>>
      GuardedSink<T, S, C> of(
          K sink,
          PolicyMatrix policy,
          OwnLog log,
          TransactionOutcome<C> fate,
          Destination destination) {
    return sink instanceof SupportsPostCommitTopology<?>
        ? new WithPostCommit<>(sink, policy, log, fate, destination)
        : new GuardedSink<>(sink, policy, log, fate, destination);
  }

  private interface Creation<W> {
    W create(WriterInitContext context) throws IOException;
  }

  @Override
  public SinkWriter<T> createWriter(WriterInitContext context) throws IOException {
    return guarded(context, sink::createWriter);
  }

  @Override
  public StatefulSinkWriter<T, S> restoreWriter(WriterInitContext context, Collection<S> state)
      throws IOException {
    return guarded(context, inner -> stateful.restoreWriter(inner, state));
  }

  @SuppressWarnings("unchecked") // a sink with state that commits has such writers
  private GuardedWriter<T, S, C> guarded(
      WriterInitContext context, Creation<? extends SinkWriter<T>> creation) throws IOException {
    Deciders deciders = new Deciders(policy, new PolicyMetrics(context.metricGroup()));
    Failures failures = new Failures(deciders, log.write(), "writing " + log.words());
    Reached reached =
        new Reached(
            destination,
            new Failures(deciders, log.reach(), "reaching the brokers of " + log.words()),
            Thread::sleep,
            System::currentTimeMillis);
    try {
      SinkWriter<T> writer = creation.create(new GuardedContext(context, failures));
      return new GuardedWriter<>(
          (StatefulSinkWriter<T, S>) writer,
          (CommittingSinkWriter<T, C>) writer,
          failures,
          reached);
    } catch (IOException | RuntimeException e) {
      var unused = failures.decide(e);
      throw e;
    }
  }

  @Override
  public Committer<C> createCommitter(CommitterInitContext context) throws IOException {
    Deciders deciders = new Deciders(policy, new PolicyMetrics(context.metricGroup()));
    return new GuardedCommitter<>(
        committing.createCommitter(context),
        new Failures(deciders, log.commit(), "committing " + log.words()),
        log.words(),
        Thread::sleep,
        fate);
  }

  @Override
  public SimpleVersionedSerializer<C> getCommittableSerializer() {
    return committing.getCommittableSerializer();
  }

  @Override
  public SimpleVersionedSerializer<S> getWriterStateSerializer() {
    return stateful.getWriterStateSerializer();
  }

  /** One of a sink that adds something behind its committer. */
  private static final class WithPostCommit<T, S, C> extends GuardedSink<T, S, C>
      implements SupportsPostCommitTopology<C> {
    private static final long serialVersionUID = 1L;

    private final SupportsPostCommitTopology<C> behind;

    @SuppressWarnings("unchecked") // a sink has one kind of committables
    <K extends Sink<T> & SupportsWriterState<T, S> & SupportsCommitter<C>> WithPostCommit(
        K sink,
        PolicyMatrix policy,
        OwnLog log,
        TransactionOutcome<C> fate,
        Destination destination) {
      super(sink, policy, log, fate, destination);
      this.behind = (SupportsPostCommitTopology<C>) sink;
    }

    @Override
    public void addPostCommitTopology(DataStream<CommittableMessage<C>> committed) {
      behind.addPostCommitTopology(committed);
    }
  }
}
