package io.spillway.contract;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/**
 * What holds of every sink, whatever it writes to. An ack is a commit that has succeeded: the
 * cursor moves with it, and a crash forgets nothing that was acked. A nack is an answer that says
 * no: the record is tried again, or taken out of the flow, and never lost in between.
 */
public abstract class SinkContract {
  /** One sink with the source in front of it, which reads on from the last checkpoint. */
  public interface Sink extends AutoCloseable {
    /** The next change of the source. */
    void write(int id, long commitTs, String text) throws Exception;

    /** A checkpoint completes; what it commits isn't committed yet. */
    void checkpoint() throws Exception;

    /**
     * Commits what the checkpoints so far have left, as often as it is called.
     *
     * @return whether that succeeded: the ack
     */
    boolean commit() throws Exception;

    /** All that isn't in a checkpoint is forgotten, and the source delivers it again. */
    void crash() throws Exception;

    /** The next attempt to write meets with an error that passes. */
    void failOnce();

    /** Up to here all is acked; Long.MIN_VALUE before the first ack. */
    long acked() throws Exception;

    /** What a reader finds: the texts of each id. */
    Map<Integer, List<String>> visible() throws Exception;

    /** Records that were taken out of the flow. */
    int deadLetters();

    /** Whether a record can be refused for good; a file takes anything. */
    boolean refuses();

    /** From now on this id is refused for good. */
    void poison(int id);

    @Override
    void close();
  }

  /** A sink that has written nothing. */
  protected abstract Sink open() throws Exception;

  private static void writeThree(Sink sink) throws Exception {
    sink.write(1, 101, "a");
    sink.write(2, 102, "b");
    sink.write(3, 103, "c");
  }

  private static final Map<Integer, List<String>> THREE =
      Map.of(1, List.of("a"), 2, List.of("b"), 3, List.of("c"));

  @Test
  void anAckIsFinal() throws Exception {
    try (Sink sink = open()) {
      writeThree(sink);
      sink.checkpoint();
      assertThat(sink.commit()).isTrue();
      assertThat(sink.acked()).isEqualTo(103);
      assertThat(sink.visible()).isEqualTo(THREE);
      sink.crash();
      sink.checkpoint();
      assertThat(sink.commit()).isTrue();
      assertThat(sink.acked()).isEqualTo(103);
      assertThat(sink.visible()).isEqualTo(THREE);
    }
  }

  @Test
  void nothingIsAckedBeforeItsCommit() throws Exception {
    try (Sink sink = open()) {
      writeThree(sink);
      assertThat(sink.acked()).isEqualTo(Long.MIN_VALUE);
      sink.checkpoint();
      assertThat(sink.acked()).isEqualTo(Long.MIN_VALUE);
    }
  }

  @Test
  void aCrashBeforeTheAckLosesAndDoublesNothing() throws Exception {
    for (int crashAfter = 0; crashAfter <= 4; crashAfter++) {
      try (Sink sink = open()) {
        for (int step = 0; step <= 4; step++) {
          if (step < 3) {
            sink.write(step + 1, 101 + step, String.valueOf((char) ('a' + step)));
          } else if (step == 3) {
            sink.checkpoint();
          }
          if (step == crashAfter) {
            sink.crash();
          }
        }
        sink.checkpoint();
        assertThat(sink.commit()).isTrue();
        assertThat(sink.visible()).as("crash after step %d", crashAfter).isEqualTo(THREE);
        assertThat(sink.acked()).isEqualTo(103);
      }
    }
  }

  @Test
  void aCommitThatIsRepeatedChangesNothing() throws Exception {
    try (Sink sink = open()) {
      writeThree(sink);
      sink.checkpoint();
      for (int i = 0; i < 3; i++) {
        assertThat(sink.commit()).isTrue();
        assertThat(sink.visible()).isEqualTo(THREE);
        assertThat(sink.acked()).isEqualTo(103);
      }
    }
  }

  @Test
  void aNackThatPassesIsTriedAgainAndNothingIsAckedMeanwhile() throws Exception {
    try (Sink sink = open()) {
      sink.failOnce();
      writeThree(sink);
      sink.checkpoint();
      if (!sink.commit()) {
        assertThat(sink.acked()).isLessThan(103);
        assertThat(sink.deadLetters()).isZero();
        sink.checkpoint();
        assertThat(sink.commit()).isTrue();
      }
      assertThat(sink.acked()).isEqualTo(103);
      assertThat(sink.visible()).isEqualTo(THREE);
      assertThat(sink.deadLetters()).isZero();
    }
  }

  @Test
  void aNackForGoodEndsInTheDeadLettersAndTheBooksBalance() throws Exception {
    try (Sink sink = open()) {
      sink.poison(2);
      writeThree(sink);
      sink.checkpoint();
      assertThat(sink.commit()).isTrue();
      int stored = sink.visible().values().stream().mapToInt(List::size).sum();
      assertThat(stored + sink.deadLetters()).as("stored and dead").isEqualTo(3);
      assertThat(sink.deadLetters()).isEqualTo(sink.refuses() ? 1 : 0);
      assertThat(sink.visible().containsKey(2)).isNotEqualTo(sink.refuses());
      assertThat(sink.acked()).as("a dead letter is work done").isEqualTo(103);
    }
  }

  @Test
  void anAckNeverGoesBackWhateverComesLate() throws Exception {
    try (Sink sink = open()) {
      writeThree(sink);
      sink.checkpoint();
      assertThat(sink.commit()).isTrue();
      sink.write(1, 90, "old");
      sink.checkpoint();
      sink.commit();
      assertThat(sink.acked()).isEqualTo(103);
      assertThat(sink.visible().get(1)).contains("a");
    }
  }
}
