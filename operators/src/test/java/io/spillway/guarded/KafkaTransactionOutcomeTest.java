package io.spillway.guarded;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import java.util.Set;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.junit.jupiter.api.Test;

/** What a broker says of a transaction that can't be committed. */
class KafkaTransactionOutcomeTest {
  private static final KafkaCommittable TRANSACTION =
      new KafkaCommittable(7, (short) 3, "shop-dead-letters-0-5", null);

  private static boolean committed(TransactionState state, long producer, int epoch) {
    return KafkaTransactionOutcome.isCommitted(
        TRANSACTION,
        new TransactionDescription(
            1, state, producer, epoch, 900_000, OptionalLong.empty(), Set.of()));
  }

  @Test
  void aCommitCountsThatWasDoneWithThisEpochOrGaveTheNext() {
    assertThat(committed(TransactionState.COMPLETE_COMMIT, 7, 3)).isTrue();
    assertThat(committed(TransactionState.COMPLETE_COMMIT, 7, 4)).isTrue();
    assertThat(committed(TransactionState.PREPARE_COMMIT, 7, 3)).isTrue();
  }

  @Test
  void anAbortAndWhateverCameLaterUnderTheSameNameDoNot() {
    assertThat(committed(TransactionState.COMPLETE_ABORT, 7, 4)).isFalse();
    assertThat(committed(TransactionState.PREPARE_ABORT, 7, 4)).isFalse();
    assertThat(committed(TransactionState.EMPTY, 7, 4)).isFalse();
    assertThat(committed(TransactionState.ONGOING, 7, 4)).isFalse();
    assertThat(committed(TransactionState.COMPLETE_COMMIT, 7, 5)).isFalse();
    assertThat(committed(TransactionState.COMPLETE_COMMIT, 8, 3)).isFalse();
  }
}
