package io.spillway.storage;

import io.spillway.plan.CommitPlan;
import io.spillway.plan.StorageCommand;
import io.spillway.plan.Written;
import io.spillway.policy.PolicyMatrix;
import java.io.IOException;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SinkWriter;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.apache.flink.runtime.metrics.scope.ScopeFormat;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.streaming.api.connector.sink2.SupportsPreCommitTopology;
import org.apache.flink.streaming.api.datastream.DataStream;

/**
 * Files in TiCDC's layout on any Flink file system. Writers work in parallel; one planner puts what
 * they have at a barrier into one plan; one committer carries it out; what has been committed goes
 * to the {@link CommitListener}.
 */
public final class StorageSink
    implements Sink<StorageCommand>,
        SupportsCommitter<CommitPlan>,
        SupportsPreCommitTopology<Written, CommitPlan>,
        SupportsPostCommitTopology<CommitPlan> {
  private static final long serialVersionUID = 1L;

  /** Part of the planner's uid. */
  private static final String PLANNER = "planner";

  private final StorageSettings settings;
  private final PolicyMatrix policy;

  /** Used while the graph is built, not where it runs. */
  private final transient CommitListener listener;

  /**
   * @param policy what failures mean
   * @param listener builds what follows a commit
   */
  public StorageSink(StorageSettings settings, PolicyMatrix policy, CommitListener listener) {
    this.settings = settings;
    this.policy = policy;
    this.listener = listener;
  }

  /** Builds the stages behind the committer: the only place where acks come from. */
  public interface CommitListener {
    void committed(DataStream<CommittableMessage<CommitPlan>> plans);
  }

  @Override
  public SinkWriter<StorageCommand> createWriter(WriterInitContext context) throws IOException {
    return new StorageWriter(
        settings,
        policy,
        context.metricGroup(),
        context.getTaskInfo().getNumberOfParallelSubtasks());
  }

  @Override
  public Committer<CommitPlan> createCommitter(CommitterInitContext context) throws IOException {
    return new StorageCommitter(settings, policy, attempt(context), context.metricGroup());
  }

  private static CommitterAttempt attempt(CommitterInitContext context) {
    return new CommitterAttempt(
        context.getJobInfo().getJobId().toString(),
        execution(context.metricGroup().getAllVariables().get(ScopeFormat.SCOPE_TASK_ATTEMPT_ID)),
        context.getTaskInfo().getAttemptNumber(),
        context.getRestoredCheckpointId().orElse(-1));
  }

  /** A task's id begins with that of the execution graph; nothing else gives it to a committer. */
  private static String execution(String task) {
    return task == null ? "" : task.substring(0, Math.max(0, task.indexOf('_')));
  }

  @Override
  public SimpleVersionedSerializer<CommitPlan> getCommittableSerializer() {
    return new CommitPlanSerializer();
  }

  @Override
  public SimpleVersionedSerializer<Written> getWriteResultSerializer() {
    return new WrittenSerializer();
  }

  @Override
  public DataStream<CommittableMessage<CommitPlan>> addPreCommitTopology(
      DataStream<CommittableMessage<Written>> written) {
    return written
        .global()
        .transform(
            PLANNER,
            CommittableMessageTypeInfo.of(CommitPlanSerializer::new),
            new PlannerOperator(settings, policy))
        .uid(PLANNER)
        .setParallelism(1)
        .setMaxParallelism(1)
        // one plan, one committer: the others of its kind stay idle
        .global();
  }

  @Override
  public void addPostCommitTopology(DataStream<CommittableMessage<CommitPlan>> committed) {
    listener.committed(committed);
  }
}
