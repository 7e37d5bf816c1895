package io.spillway.guarded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.policy.CountedGroup;
import io.spillway.policy.Deciders;
import io.spillway.policy.EventType;
import io.spillway.policy.Failures;
import io.spillway.policy.JobMatrix;
import io.spillway.policy.PolicyMetrics;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.connector.sink2.SupportsPostCommitTopology;
import org.apache.flink.util.function.ThrowingRunnable;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

/** What a writer of Flink's throws is asked about once, from wherever it comes. */
class GuardedSinkTest {
  private final CountedGroup group = new CountedGroup();
  private final Failures failures =
      new Failures(
          new Deciders(JobMatrix.DEFAULT, new PolicyMetrics(group)),
          EventType.CURSOR_EVENT,
          "writing");
  private final Broken broken = new Broken();
  private final Brokers brokers = new Brokers();
  private final List<Long> waits = new ArrayList<>();
  private long nowMs;
  private final Reached reached =
      new Reached(
          brokers,
          new Failures(
              new Deciders(JobMatrix.DEFAULT, new PolicyMetrics(group)),
              EventType.CURSOR_REACH,
              "reaching"),
          ms -> {
            waits.add(ms);
            nowMs += ms;
          },
          () -> nowMs);
  private final GuardedWriter<String, String, String> writer =
      new GuardedWriter<>(broken, broken, failures, reached);

  /** Brokers that are away for a number of times that they are asked. */
  private static final class Brokers implements Destination {
    private static final long serialVersionUID = 1L;

    private Exception away;
    private int times;
    private int asked;
    private boolean closed;

    @Override
    public void ask() throws IOException {
      asked++;
      if (times-- > 0) {
        throw new IOException("topic events can't be reached", away);
      }
    }

    @Override
    public long keepsMs() {
      return 900_000;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  /** A writer that meets with an error, and keeps on saying so. */
  private static final class Broken
      implements StatefulSinkWriter<String, String>, CommittingSinkWriter<String, String> {
    private IOException met;

    private void check() throws IOException {
      if (met != null) {
        throw met;
      }
    }

    @Override
    public void write(String element, Context context) throws IOException {
      check();
    }

    @Override
    public void flush(boolean endOfInput) throws IOException {
      check();
    }

    @Override
    public Collection<String> prepareCommit() throws IOException {
      check();
      return List.of("transaction");
    }

    @Override
    public List<String> snapshotState(long checkpointId) throws IOException {
      check();
      return List.of("state " + checkpointId);
    }

    @Override
    public void close() {}
  }

  private static IOException sent(Exception cause) {
    return new IOException("One or more requests have failed", cause);
  }

  @Test
  void aWriterThatSucceedsAsksNobody() throws Exception {
    writer.write("a", null);
    writer.flush(false);
    assertThat(writer.prepareCommit()).containsExactly("transaction");
    assertThat(writer.snapshotState(7)).containsExactly("state 7");
    assertThat(group.decisions()).isEmpty();
  }

  @Test
  void aFailureIsDecidedOnceWhereverItComesOut() {
    broken.met = sent(new TimeoutException("no answer"));
    assertThatThrownBy(() -> writer.write("a", null)).isSameAs(broken.met);
    assertThatThrownBy(() -> writer.flush(false)).isSameAs(broken.met);
    assertThatThrownBy(writer::prepareCommit).isSameAs(broken.met);
    assertThatThrownBy(() -> writer.snapshotState(1)).isSameAs(broken.met);
    assertThat(group.decisions()).isEqualTo(Map.of("cursor.event.failed.timeout.stop", 1L));
    assertThat(group.counts()).containsEntry("spillway.level.error.policy_alerts_total", 1L);
  }

  @Test
  void brokersThatAreAwayAreWaitedForBeforeTheyAreNeeded() throws Exception {
    brokers.away = new TimeoutException("no answer");
    brokers.times = 100;
    writer.write("a", null);
    assertThat(waits).hasSize(100).allSatisfy(ms -> assertThat(ms).isBetween(500L, 30_000L));
    assertThat(group.decisions())
        .isEqualTo(
            Map.of(
                "cursor.reach.failed.timeout.retry", 1L, "cursor.reach.retry.timeout.retry", 99L));

    brokers.times = 3;
    writer.write("b", null);
    assertThat(waits).as("once for a transaction").hasSize(100);
    assertThat(writer.prepareCommit()).containsExactly("transaction");
    assertThat(waits).as("and before the next").hasSize(103);
    writer.write("c", null);
    assertThat(brokers.asked).isEqualTo(101 + 4 + 1);
    writer.close();
    assertThat(brokers.closed).isTrue();
  }

  @Test
  void aTransactionThatBrokersAbortBeforeItsCommitGoesIntoNoCheckpoint() throws Exception {
    brokers.away = new TimeoutException("no answer");
    writer.write("a", null);
    nowMs += 900_000;
    assertThat(writer.prepareCommit()).as("nobody was away").containsExactly("transaction");

    writer.write("b", null);
    nowMs += 725_000;
    brokers.times = 1;
    assertThatThrownBy(writer::prepareCommit).hasMessageContaining("away for too long");
    assertThat(group.decisions()).containsEntry("cursor.event.failed.timeout.stop", 1L);
  }

  @Test
  void whatWaitingCannotCureIsLeftToTheWriter() throws Exception {
    brokers.away = new TopicAuthorizationException("events");
    brokers.times = 1;
    writer.write("a", null);
    assertThat(waits).isEmpty();
    assertThat(group.decisions()).isEmpty();
  }

  @Test
  void whatATopicWillNeverTakeHasANameOfItsOwn() {
    broken.met = sent(new RecordTooLargeException("16 MB"));
    assertThatThrownBy(() -> writer.flush(false)).isSameAs(broken.met);
    assertThat(group.decisions()).isEqualTo(Map.of("cursor.event.failed.configuration.stop", 1L));
  }

  @Test
  void aFailureThatIsThrownFromAMailIsSeenToo() throws Exception {
    ThrowingRunnable<?>[] mail = new ThrowingRunnable<?>[1];
    MailboxExecutor mailbox =
        new GuardedMailbox(
            new MailboxExecutor() {
              @Override
              public void execute(
                  MailOptions options,
                  ThrowingRunnable<? extends Exception> command,
                  String format,
                  Object... values) {
                mail[0] = command;
              }

              @Override
              public void yield() {}

              @Override
              public boolean tryYield() {
                return false;
              }

              @Override
              public boolean shouldInterrupt() {
                return false;
              }
            },
            failures);
    IOException met = sent(new TimeoutException("no answer"));
    mailbox.execute(
        () -> {
          throw met;
        },
        "check");
    assertThatThrownBy(() -> mail[0].run()).isSameAs(met);
    broken.met = met;
    assertThatThrownBy(() -> writer.flush(false)).isSameAs(met);
    assertThat(group.decisions()).isEqualTo(Map.of("cursor.event.failed.timeout.stop", 1L));
  }

  @Test
  void stateAndCommittablesAreThoseOfTheSinkWithin() {
    FileSink<String> files =
        FileSink.forRowFormat(new Path("file:///tmp/none"), new SimpleStringEncoder<String>())
            .build();
    KafkaSink<String> topic =
        KafkaSink.<String>builder()
            .setBootstrapServers("localhost:9")
            .setRecordSerializer(
                KafkaRecordSerializationSchema.builder()
                    .setTopic("t")
                    .setValueSerializationSchema(
                        new org.apache.flink.api.common.serialization.SimpleStringSchema())
                    .build())
            .build();
    var guardedFiles =
        GuardedSink.of(
            files,
            JobMatrix.DEFAULT,
            OwnLog.DEAD_LETTERS,
            TransactionOutcome.told(),
            Destination.FILES);
    var guardedTopic =
        GuardedSink.of(
            topic,
            JobMatrix.DEFAULT,
            OwnLog.DEAD_LETTERS,
            TransactionOutcome.told(),
            Destination.FILES);
    assertThat(guardedFiles.getCommittableSerializer())
        .hasSameClassAs(files.getCommittableSerializer());
    assertThat(guardedTopic.getWriterStateSerializer())
        .hasSameClassAs(topic.getWriterStateSerializer());
    assertThat(guardedTopic)
        .as("keeps writer and committer on one machine")
        .isInstanceOf(SupportsPostCommitTopology.class);
    assertThat(guardedFiles).isNotInstanceOf(SupportsPostCommitTopology.class);
  }
}
