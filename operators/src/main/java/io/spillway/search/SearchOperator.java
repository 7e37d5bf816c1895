package io.spillway.search;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedMultiInput;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.api.operators.util.SimpleVersionedListState;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.IOUtils;

/**
 * The search stage's writer as an operator with keyed state, which a sink's writer can't have: what
 * the engine doesn't take now waits there. The rest is as Flink's own writer operator has it, whose
 * state it reads: rows that are on the heap are operator state.
 */
abstract class SearchOperator
    extends AbstractStreamOperator<CommittableMessage<SearchCommittable>> {
  private static final long serialVersionUID = 1;

  /** The name that Flink gives to the state of a sink's writer. */
  private static final ListStateDescriptor<byte[]> WRITER =
      new ListStateDescriptor<>("writer_raw_states", BytePrimitiveArraySerializer.INSTANCE);

  private final ElasticsearchSink sink;
  private final SearchConfig config;
  private final transient MailboxExecutor mailbox;
  private transient ElasticsearchWriter writer;
  private transient SearchSpool spool;
  private transient ListState<SearchWriterState> state;
  private transient Collection<SearchWriterState> restored;
  private transient long checkpoint;
  private transient boolean ended;

  SearchOperator(
      StreamOperatorParameters<CommittableMessage<SearchCommittable>> parameters,
      ElasticsearchSink sink,
      SearchConfig config) {
    super(parameters);
    this.mailbox = parameters.getMailboxExecutor();
    this.sink = sink;
    this.config = config;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    checkpoint = context.getRestoredCheckpointId().orElse(0);
    state =
        new SimpleVersionedListState<>(
            context.getOperatorStateStore().getListState(WRITER), sink.getWriterStateSerializer());
    restored = new ArrayList<>();
    if (context.isRestored()) {
      state.get().forEach(restored::add);
    }
  }

  @Override
  public void open() throws Exception {
    super.open();
    KeyedSearchStore store = new KeyedSearchStore(this.<Integer>getKeyedStateBackend());
    spool = new SearchSpool(store);
    store.restore(spool);
    SearchTask task = new SearchTask(mailbox, getProcessingTimeService(), getMetricGroup());
    SearchShards shards = new SearchShards(config);
    writer =
        sink.writer(
            task, new SearchTask.Overflow(spool, shards::of, config.spoolQuota()), restored);
    restored = null;
  }

  void take(StreamRecord<SearchElement> element) throws Exception {
    writer.write(element.getValue(), null);
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    super.processWatermark(mark);
    writer.writeWatermark(new org.apache.flink.api.common.eventtime.Watermark(mark.getTimestamp()));
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    checkpoint = checkpointId;
    if (!ended) {
      writer.flush(false);
      emit(checkpointId);
    }
    spool.beforeBarrier();
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    state.update(writer.snapshotState(context.getCheckpointId()));
  }

  void end() throws Exception {
    if (!ended) {
      ended = true;
      writer.flush(true);
      emit(checkpoint + 1);
    }
  }

  private void emit(long checkpointId) {
    Collection<SearchCommittable> committables = writer.prepareCommit();
    int subtask = getRuntimeContext().getTaskInfo().getIndexOfThisSubtask();
    int subtasks = getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks();
    output.collect(
        new StreamRecord<>(
            new CommittableSummary<>(subtask, subtasks, checkpointId, committables.size(), 0)));
    for (SearchCommittable committable : committables) {
      output.collect(
          new StreamRecord<>(new CommittableWithLineage<>(committable, checkpointId, subtask)));
    }
  }

  @Override
  public void close() throws Exception {
    try {
      super.close();
    } finally {
      IOUtils.closeAll(writer == null ? List.of() : List.of(writer));
    }
  }

  /** Without settings that change. */
  static final class Plain extends SearchOperator
      implements OneInputStreamOperator<SearchElement, CommittableMessage<SearchCommittable>>,
          BoundedOneInput {
    private static final long serialVersionUID = 1;

    Plain(
        StreamOperatorParameters<CommittableMessage<SearchCommittable>> parameters,
        ElasticsearchSink sink,
        SearchConfig config) {
      super(parameters, sink, config);
    }

    @Override
    public boolean hasKeyContext() {
      return false;
    }

    @Override
    public void processElement(StreamRecord<SearchElement> element) throws Exception {
      take(element);
    }

    @Override
    public void endInput() throws Exception {
      end();
    }
  }

  /** With settings, which every subtask gets. */
  static final class Controlled extends SearchOperator
      implements TwoInputStreamOperator<
              SearchElement, SearchElement, CommittableMessage<SearchCommittable>>,
          BoundedMultiInput {
    private static final long serialVersionUID = 1;

    Controlled(
        StreamOperatorParameters<CommittableMessage<SearchCommittable>> parameters,
        ElasticsearchSink sink,
        SearchConfig config) {
      super(parameters, sink, config);
    }

    @Override
    public boolean hasKeyContext1() {
      return false;
    }

    @Override
    public void processElement1(StreamRecord<SearchElement> element) throws Exception {
      take(element);
    }

    @Override
    public void processElement2(StreamRecord<SearchElement> element) throws Exception {
      take(element);
    }

    @Override
    public void endInput(int input) throws Exception {
      if (input == 1) {
        end();
      }
    }
  }
}
