package io.spillway.cursor;

import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.Fact;
import io.spillway.policy.PolicyMatrix;
import java.util.HashSet;
import java.util.Set;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Holds the current value of each cursor and writes an event for each ack. Keyed by cursor. The
 * first ack of a cursor behind a restart is preceded by the event that tells what was restored.
 */
public final class CursorFunction extends KeyedProcessFunction<String, FlushAck, CursorEvent>
    implements CheckpointedFunction {
  /** The cursors, by {@link CursorKey#text()}. */
  public static final ValueStateDescriptor<CursorState> STATE =
      new ValueStateDescriptor<>("cursor", new CursorStateSerializer());

  private static final long serialVersionUID = 1L;

  private final String pipeline;
  private final PolicyMatrix policy;
  private transient Decider noForward;
  private transient ValueState<CursorState> state;
  private transient ValueState<Long> bareValue;
  private transient CursorEvent.Origin origin;
  private transient long restoredCheckpointId;
  private transient boolean restored;
  private transient Set<String> told;

  /**
   * @param policy what failures mean
   */
  public CursorFunction(String pipeline, PolicyMatrix policy) {
    this.policy = policy;
    this.pipeline = pipeline;
  }

  @Override
  public void initializeState(FunctionInitializationContext context) {
    restored = context.isRestored();
    restoredCheckpointId = context.getRestoredCheckpointId().orElse(0);
  }

  @Override
  public void snapshotState(FunctionSnapshotContext context) {
    // all of it is keyed
  }

  @Override
  public void open(OpenContext context) {
    state = getRuntimeContext().getState(STATE);
    bareValue =
        getRuntimeContext().getState(new ValueStateDescriptor<>("value", LongSerializer.INSTANCE));
    told = new HashSet<>();
    noForward =
        new Deciders(policy, getRuntimeContext().getMetricGroup())
            .of(EventType.CURSOR_ADVANCE, ErrorKind.NO_FORWARD);
    origin =
        new CursorEvent.Origin(
            pipeline,
            getRuntimeContext().getJobInfo().getJobId().toHexString(),
            getRuntimeContext().getTaskInfo().getAttemptNumber());
  }

  @Override
  public void processElement(FlushAck ack, Context context, Collector<CursorEvent> out)
      throws Exception {
    CursorState cursor = current();
    long now = context.timerService().currentProcessingTime();
    if (restored && told.add(context.getCurrentKey()) && cursor.value() != null) {
      CursorStep step = cursor.mark(CursorReason.RESTORED);
      CursorEvent.Work work = new CursorEvent.Work(restoredCheckpointId, null, null);
      out.collect(new CursorEvent(ack.cursor(), step, work, origin, now));
      cursor = cursor.after(step, 0);
    }
    if (ack.candidate() != Long.MIN_VALUE) {
      CursorStep step = cursor.acknowledge(Long.toString(ack.candidate()), ack.checkpointId());
      if (step.reason() == CursorReason.NO_FORWARD
          && noForward.decide(1, Fact.CONFLICT) == Action.STOP) {
        throw new IllegalStateException(
            ack.cursor().text() + " would not go forward, and the policy is to fail");
      }
      CursorEvent.Work work = new CursorEvent.Work(ack.checkpointId(), ack.file(), null);
      out.collect(new CursorEvent(ack.cursor(), step, work, origin, now));
      cursor = cursor.after(step, ack.checkpointId());
    }
    if (ack.balance() != null) {
      CursorStep step = cursor.mark(CursorReason.BALANCE);
      CursorEvent.Work work = new CursorEvent.Work(ack.checkpointId(), null, ack.balance());
      out.collect(new CursorEvent(ack.cursor(), step, work, origin, now));
      cursor = cursor.after(step, ack.checkpointId());
    }
    state.update(cursor);
  }

  private CursorState current() throws Exception {
    CursorState known = state.value();
    if (known != null) {
      return known;
    }
    // state of before events were counted
    Long bare = bareValue.value();
    bareValue.clear();
    return bare == null
        ? CursorState.none(CursorKind.TIME)
        : new CursorState(CursorKind.TIME, Long.toString(bare), 0, 0);
  }
}
