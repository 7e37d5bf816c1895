package io.spillway.guarded;

import io.spillway.policy.Failures;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import org.apache.flink.api.common.JobInfo;
import org.apache.flink.api.common.TaskInfo;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.util.UserCodeClassLoader;

/** A writer's view of Flink; what it throws from its mails is seen too. */
final class GuardedContext implements WriterInitContext {
  private final WriterInitContext context;
  private final Failures failures;

  GuardedContext(WriterInitContext context, Failures failures) {
    this.context = context;
    this.failures = failures;
  }

  @Override
  public MailboxExecutor getMailboxExecutor() {
    return new GuardedMailbox(context.getMailboxExecutor(), failures);
  }

  @Override
  public UserCodeClassLoader getUserCodeClassLoader() {
    return context.getUserCodeClassLoader();
  }

  @Override
  public ProcessingTimeService getProcessingTimeService() {
    return context.getProcessingTimeService();
  }

  @Override
  public SinkWriterMetricGroup metricGroup() {
    return context.metricGroup();
  }

  @Override
  public SerializationSchema.InitializationContext asSerializationSchemaInitializationContext() {
    return context.asSerializationSchemaInitializationContext();
  }

  @Override
  public boolean isObjectReuseEnabled() {
    return context.isObjectReuseEnabled();
  }

  @Override
  public <I> TypeSerializer<I> createInputSerializer() {
    return context.createInputSerializer();
  }

  @Override
  public <M> Optional<Consumer<M>> metadataConsumer() {
    return context.metadataConsumer();
  }

  @Override
  public OptionalLong getRestoredCheckpointId() {
    return context.getRestoredCheckpointId();
  }

  @Override
  public JobInfo getJobInfo() {
    return context.getJobInfo();
  }

  @Override
  public TaskInfo getTaskInfo() {
    return context.getTaskInfo();
  }
}
