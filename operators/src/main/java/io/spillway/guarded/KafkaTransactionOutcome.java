package io.spillway.guarded;

import java.io.IOException;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TransactionDescription;
import org.apache.kafka.clients.admin.TransactionState;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;

/**
 * Asks the broker. A newer one gives a producer a new epoch with each commit, and then calls a
 * commit that is repeated with the old epoch fenced, as it does after an abort.
 */
public final class KafkaTransactionOutcome implements TransactionOutcome<KafkaCommittable> {
  private static final long serialVersionUID = 1L;

  private final Properties client;

  /**
   * @param client as the sink's producer has them, with its brokers
   */
  public KafkaTransactionOutcome(Properties client) {
    this.client = new Properties();
    this.client.putAll(client);
  }

  @Override
  public boolean isCommitted(KafkaCommittable committable)
      throws IOException, InterruptedException {
    String id = committable.getTransactionalId();
    try (Admin admin = Admin.create(client)) {
      return isCommitted(
          committable, admin.describeTransactions(List.of(id)).description(id).get());
    } catch (ExecutionException e) {
      if (e.getCause() instanceof TransactionalIdNotFoundException) {
        return false;
      }
      throw new IOException("can't ask what has become of transaction " + id, e.getCause());
    }
  }

  static boolean isCommitted(KafkaCommittable committable, TransactionDescription now) {
    boolean same =
        now.producerId() == committable.getProducerId()
            && (now.producerEpoch() == committable.getEpoch()
                || now.producerEpoch() == committable.getEpoch() + 1);
    return same
        && (now.state() == TransactionState.COMPLETE_COMMIT
            || now.state() == TransactionState.PREPARE_COMMIT);
  }
}
