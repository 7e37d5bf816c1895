package io.spillway.search;

import io.spillway.cursor.FlushAck;
import io.spillway.event.Broadcast;
import io.spillway.event.SchemaChange;
import io.spillway.event.TableShape;
import io.spillway.metrics.MetricNames;
import io.spillway.tables.UnmatchedRules;
import java.util.concurrent.RejectedExecutionException;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.operators.util.SimpleVersionedListState;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Joins {@link DdlEffects} to Flink. Runs alone. The first input are statements and what shows that
 * there is a table, the second the search sink's progress: what a completed checkpoint says of it,
 * so that a statement that stands before it in its partition has come already.
 */
final class SearchDdlOperator extends AbstractStreamOperator<Void>
    implements TwoInputStreamOperator<Broadcast, FlushAck, Void>, BoundedMultiInput {
  private static final long serialVersionUID = 1;
  private static final long TICK_MS = 200;
  private static final ListStateDescriptor<byte[]> PENDING =
      new ListStateDescriptor<>("search-ddl-effects", BytePrimitiveArraySerializer.INSTANCE);

  private final SearchConfig config;
  private final DdlRule rule;
  private final UnmatchedRules unmatched;
  private final transient MailboxExecutor mailbox;
  private transient ListState<DdlEffect> state;
  private transient BulkTransport transport;
  private transient DdlEffects effects;
  private transient int endedInputs;
  private transient volatile boolean closed;

  SearchDdlOperator(
      StreamOperatorParameters<Void> parameters,
      SearchConfig config,
      DdlRule rule,
      UnmatchedRules unmatched) {
    super(parameters);
    this.mailbox = parameters.getMailboxExecutor();
    this.config = config;
    this.rule = rule;
    this.unmatched = unmatched;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    transport = new RestBulkTransport(config.connection(), 1);
    effects =
        new DdlEffects(
            new QueuedTransport(transport, this::inMailbox),
            () -> getProcessingTimeService().getCurrentProcessingTime());
    state =
        new SimpleVersionedListState<>(
            context.getOperatorStateStore().getListState(PENDING), new DdlEffectSerializer());
    for (DdlEffect effect : state.get()) {
      effects.add(effect);
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    MetricGroup group = getMetricGroup().addGroup(MetricNames.GROUP);
    group.gauge(MetricNames.SEARCH_DDLS_PENDING, (Gauge<Integer>) () -> effects.pending().size());
    group.gauge(MetricNames.SEARCH_DDL_DELETES, (Gauge<Long>) effects::deleted);
    if (unmatched.count() > 0) {
      group.gauge(MetricNames.UNMATCHED_RULES, (Gauge<Integer>) unmatched::count);
    }
    schedule();
  }

  private void schedule() {
    long next = getProcessingTimeService().getCurrentProcessingTime() + TICK_MS;
    var unused =
        getProcessingTimeService()
            .registerTimer(
                next,
                now -> {
                  effects.tick();
                  warnOfUnmatched(false);
                  schedule();
                });
  }

  @Override
  public void processElement1(StreamRecord<Broadcast> element) {
    if (element.getValue() instanceof TableShape shape) {
      unmatched.met(shape.table());
    } else {
      rule.effect((SchemaChange) element.getValue()).ifPresent(effects::add);
    }
  }

  private void warnOfUnmatched(boolean ended) {
    long now = getProcessingTimeService().getCurrentProcessingTime();
    unmatched.sentences(ended, now).forEach(LOG::warn);
  }

  @Override
  public void processElement2(StreamRecord<FlushAck> element) {
    if (element.getValue() instanceof FlushAck.Reached reached) {
      effects.progress(reached.candidate());
    }
  }

  /** Once both have ended every row is stored or dead. */
  @Override
  public void endInput(int input) throws Exception {
    if (++endedInputs < 2) {
      return;
    }
    warnOfUnmatched(true);
    long end =
        getProcessingTimeService().getCurrentProcessingTime()
            + config.writer().atEnd().engineWaitMs();
    effects.progress(Long.MAX_VALUE);
    while (!effects.pending().isEmpty()) {
      if (getProcessingTimeService().getCurrentProcessingTime() > end) {
        throw new SuppressRestartsException(
            new EngineAwayException(
                "the input has ended, and documents of "
                    + effects.pending().get(0).table()
                    + " still stand in the search engine after "
                    + effects.pending().get(0).query()
                    + "; the next run goes on with it"));
      }
      mailbox.yield();
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    state.update(effects.pending());
  }

  @Override
  public void close() throws Exception {
    closed = true;
    try {
      super.close();
    } finally {
      if (transport != null) {
        transport.close();
      }
    }
  }

  private void inMailbox(Runnable reply) {
    try {
      mailbox.execute(
          () -> {
            if (!closed) {
              reply.run();
            }
          },
          "reply about documents");
    } catch (RejectedExecutionException e) {
      // the task is ending; the statement is in its last checkpoint
      if (!closed) {
        LOG.debug("a reply after the end of the task");
      }
    }
  }
}
