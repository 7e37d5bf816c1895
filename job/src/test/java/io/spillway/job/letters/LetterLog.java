package io.spillway.job.letters;

import io.spillway.guarded.GuardedSink;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.flow.LetterSinks;
import io.spillway.policy.DeadLetter;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.serialization.SerializerConfigImpl;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessageTypeInfo;
import org.apache.flink.streaming.runtime.operators.sink.CommitterOperatorFactory;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;

/** The job's sink of dead letters in Flink's operators, with the source in front of it. */
public final class LetterLog<S, C> implements AutoCloseable {
  private final GuardedSink<DeadLetter, S, C> sink;
  private final List<DeadLetter> behindCheckpoint = new ArrayList<>();
  private OneInputStreamOperatorTestHarness<DeadLetter, CommittableMessage<C>> writer;
  private OneInputStreamOperatorTestHarness<CommittableMessage<C>, CommittableMessage<C>> committer;
  private OperatorSubtaskState written;
  private OperatorSubtaskState pending;
  private long checkpoint;

  /** One that has written nothing. */
  public static LetterLog<?, ?> open(PipelineConfig pipeline) throws Exception {
    return open(LetterSinks.of(pipeline));
  }

  private static <S, C> LetterLog<S, C> open(GuardedSink<DeadLetter, S, C> sink) throws Exception {
    return new LetterLog<>(sink);
  }

  private LetterLog(GuardedSink<DeadLetter, S, C> sink) throws Exception {
    this.sink = sink;
    start();
  }

  private void start() throws Exception {
    writer =
        new OneInputStreamOperatorTestHarness<>(new SinkWriterOperatorFactory<>(sink), 1, 1, 0);
    committer =
        new OneInputStreamOperatorTestHarness<>(
            new CommitterOperatorFactory<>(sink, false, true), 1, 1, 0);
    open(writer, written);
    open(committer, pending);
  }

  private void open(
      OneInputStreamOperatorTestHarness<?, CommittableMessage<C>> operator,
      OperatorSubtaskState state)
      throws Exception {
    TypeSerializer<CommittableMessage<C>> messages =
        CommittableMessageTypeInfo.of(sink::getCommittableSerializer)
            .createSerializer(new SerializerConfigImpl());
    operator.setup(messages);
    if (state != null) {
      operator.setRestoredCheckpointId(checkpoint);
      operator.initializeState(state);
    }
    operator.open();
  }

  public void write(DeadLetter letter) throws Exception {
    behindCheckpoint.add(letter);
    writer.processElement(new StreamRecord<>(letter));
  }

  /** A checkpoint completes; nobody has been told yet. */
  public void checkpoint() throws Exception {
    long next = checkpoint + 1;
    writer.prepareSnapshotPreBarrier(next);
    for (CommittableMessage<C> message : writer.extractOutputValues()) {
      committer.processElement(new StreamRecord<>(message));
    }
    writer.getOutput().clear();
    written = writer.snapshot(next, next);
    pending = committer.snapshot(next, next);
    checkpoint = next;
    behindCheckpoint.clear();
  }

  /** Tells of the last checkpoint, upon which its letters are committed. */
  public void commit() throws Exception {
    writer.notifyOfCompletedCheckpoint(checkpoint);
    committer.notifyOfCompletedCheckpoint(checkpoint);
  }

  /** Goes on from the last checkpoint; the source sends again what came behind it. */
  public void crash() throws Exception {
    close();
    start();
    for (DeadLetter letter : behindCheckpoint) {
      writer.processElement(new StreamRecord<>(letter));
    }
  }

  @Override
  public void close() throws Exception {
    committer.close();
    writer.close();
  }
}
