package io.spillway.storage;

import io.spillway.log.LogScope;
import io.spillway.metrics.MetricNames;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import io.spillway.plan.Written;
import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import java.util.List;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Joins {@link Planner} to Flink, as the only subtask of its kind. Barriers are aligned, so when
 * one passes every writer's part of the checkpoint is here; only the newest row and the sums of the
 * balance are kept in state.
 */
final class PlannerOperator extends AbstractStreamOperator<CommittableMessage<CommitPlan>>
    implements OneInputStreamOperator<CommittableMessage<Written>, CommittableMessage<CommitPlan>>,
        BoundedOneInput {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(PlannerOperator.class);
  static final ListStateDescriptor<Balance> BALANCE =
      new ListStateDescriptor<>("balance", new BalanceSerializer());
  static final ListStateDescriptor<PlanOrigin> ORIGIN =
      new ListStateDescriptor<>("origin", new PlanOriginSerializer());

  private transient Planner planner;
  private transient ListState<Long> newestState;
  private transient ListState<Balance> balanceState;
  private transient ListState<PlanOrigin> originState;
  private transient long lastCheckpointId;
  private transient Counter unbalanced;
  private transient Counter unbalancedStatements;
  private transient boolean inputEnded;
  private transient Decider decider;

  private final StorageSettings settings;
  private final PolicyMatrix policy;

  PlannerOperator(StorageSettings settings, PolicyMatrix policy) {
    this.settings = settings;
    this.policy = policy;
  }

  @Override
  public void initializeState(StateInitializationContext context) throws Exception {
    super.initializeState(context);
    planner = new Planner();
    newestState =
        context
            .getOperatorStateStore()
            .getListState(new ListStateDescriptor<>("newest", LongSerializer.INSTANCE));
    for (long newest : newestState.get()) {
      planner.restore(newest);
    }
    balanceState = context.getOperatorStateStore().getListState(BALANCE);
    for (Balance balance : balanceState.get()) {
      planner.restore(balance);
    }
    originState = context.getOperatorStateStore().getListState(ORIGIN);
    PlanOrigin restored = PlanOrigin.UNKNOWN;
    for (PlanOrigin origin : originState.get()) {
      restored = origin;
    }
    planner.restore(
        PlanOrigins.open(
            settings, restored, getRuntimeContext().getJobInfo().getJobId().toString()));
    lastCheckpointId = context.getRestoredCheckpointId().orElse(0);
  }

  @Override
  public void open() throws Exception {
    super.open();
    MetricGroup group = getMetricGroup().addGroup(MetricNames.GROUP);
    group.gauge(MetricNames.BALANCE_DIFFERENCE, () -> planner.balance().difference());
    LogScope.node(group.getAllVariables());
    decider =
        new Deciders(policy, new PolicyMetrics(getMetricGroup()))
            .of(EventType.SYSTEM_HEALTH, ErrorKind.UNBALANCED);
    unbalanced = group.counter(MetricNames.UNBALANCED_CHECKPOINTS);
    group.gauge(MetricNames.STATEMENT_DIFFERENCE, () -> planner.schemasMissing());
    unbalancedStatements = group.counter(MetricNames.UNBALANCED_STATEMENTS);
  }

  @Override
  public void processElement(StreamRecord<CommittableMessage<Written>> element) {
    if (element.getValue() instanceof CommittableWithLineage<Written> written) {
      planner.add(written.getCommittable(), written.getCheckpointIdOrEOI());
    }
  }

  @Override
  public void processWatermark(Watermark mark) throws Exception {
    planner.watermark(mark.getTimestamp());
    super.processWatermark(mark);
  }

  @Override
  public void prepareSnapshotPreBarrier(long checkpointId) throws Exception {
    super.prepareSnapshotPreBarrier(checkpointId);
    if (!inputEnded) {
      emit(checkpointId);
    }
  }

  @Override
  public void snapshotState(StateSnapshotContext context) throws Exception {
    super.snapshotState(context);
    newestState.update(List.of(planner.newest()));
    balanceState.update(List.of(planner.balance()));
    originState.update(List.of(planner.origin()));
  }

  /** What a bounded input leaves at its end belongs to the checkpoint that follows. */
  @Override
  public void endInput() {
    emit(lastCheckpointId + 1);
    inputEnded = true;
  }

  private void emit(long checkpointId) {
    lastCheckpointId = checkpointId;
    CommitPlan plan = planner.plan(checkpointId);
    if (planner.balance().difference() != 0) {
      unbalanced.inc();
      decider
          .alert(1)
          .log(LOG, "checkpoint {}: the rows don't balance: {}", checkpointId, planner.balance());
      if (decider.decide(1) == Action.STOP) {
        throw new IllegalStateException("the rows don't balance: " + planner.balance());
      }
    }
    lookForSchemas(checkpointId);
    if (plan != null) {
      output.collect(new StreamRecord<>(new CommittableSummary<>(0, 1, checkpointId, 1, 0)));
      output.collect(new StreamRecord<>(new CommittableWithLineage<>(plan, checkpointId, 0)));
    }
  }

  private void lookForSchemas(long checkpointId) {
    long missing = planner.schemasMissing();
    if (missing == 0) {
      return;
    }
    unbalancedStatements.inc();
    String text =
        "schema files that statements have made and this checkpoint does not bring: " + missing;
    decider
        .alert(1)
        .log(LOG, "checkpoint {}: the DDL statements don't balance: {}", checkpointId, text);
    if (decider.decide(1) == Action.STOP) {
      throw new IllegalStateException("the DDL statements don't balance: " + text);
    }
  }
}
