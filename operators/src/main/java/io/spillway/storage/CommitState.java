package io.spillway.storage;

import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.runtime.metrics.groups.InternalSinkCommitterMetricGroup;
import org.apache.flink.streaming.runtime.operators.sink.committables.CheckpointCommittableManager;
import org.apache.flink.streaming.runtime.operators.sink.committables.CommittableCollector;
import org.apache.flink.streaming.runtime.operators.sink.committables.CommittableCollectorSerializer;

/** What a savepoint holds of the commits, for whoever looks into one. */
public final class CommitState {
  /** Flink's own name for what its committers keep. */
  private static final ListStateDescriptor<byte[]> COMMITTER =
      new ListStateDescriptor<>(
          "streaming_committer_raw_states", BytePrimitiveArraySerializer.INSTANCE);

  private CommitState() {}

  /** Where all rows were, from the planner's state; {@link Balance#NONE} where it has none. */
  public static Balance balance(OperatorStateStore planner) throws Exception {
    Balance last = Balance.NONE;
    for (Balance balance : planner.getListState(PlannerOperator.BALANCE).get()) {
      last = balance;
    }
    return last;
  }

  /**
   * Where the plans go on, from the planner's state; {@link PlanOrigin#UNKNOWN} where it has none.
   */
  public static PlanOrigin origin(OperatorStateStore planner) throws Exception {
    PlanOrigin last = PlanOrigin.UNKNOWN;
    for (PlanOrigin origin : planner.getListState(PlannerOperator.ORIGIN).get()) {
      last = origin;
    }
    return last;
  }

  /**
   * Plans that had not been carried out for sure, from the committer's state: a restore carries
   * them out (again).
   */
  public static List<CommitPlan> pending(OperatorStateStore committer) throws Exception {
    List<CommitPlan> plans = new ArrayList<>();
    for (byte[] collector : committer.getListState(COMMITTER).get()) {
      plans.addAll(plans(collector));
    }
    return plans;
  }

  private static List<CommitPlan> plans(byte[] bytes) throws IOException, InterruptedException {
    CommittableCollectorSerializer<CommitPlan> serializer =
        new CommittableCollectorSerializer<>(
            new CommitPlanSerializer(),
            0,
            1,
            InternalSinkCommitterMetricGroup.wrap(
                UnregisteredMetricsGroup.createOperatorMetricGroup()));
    CommittableCollector<CommitPlan> collector =
        SimpleVersionedSerialization.readVersionAndDeSerialize(serializer, bytes);
    List<CommitPlan> plans = new ArrayList<>();
    for (CheckpointCommittableManager<CommitPlan> checkpoint :
        collector.getCheckpointCommittablesUpTo(Long.MAX_VALUE)) {
      // a committer is the only one to whom Flink shows them
      checkpoint.commit(new Listing(plans), 1);
    }
    return plans;
  }

  private record Listing(List<CommitPlan> plans) implements Committer<CommitPlan> {
    @Override
    public void commit(Collection<CommitRequest<CommitPlan>> requests) {
      requests.forEach(request -> plans.add(request.getCommittable()));
    }

    @Override
    public void close() {}
  }
}
