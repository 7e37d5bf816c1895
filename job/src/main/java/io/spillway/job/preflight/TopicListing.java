package io.spillway.job.preflight;

import io.spillway.job.config.KafkaConnection;
import java.time.Duration;
import java.util.Set;

/** Asks a Kafka cluster for its topics. */
interface TopicListing {
  /**
   * The topics that this client may see.
   *
   * @throws UnreachableException when the cluster does not answer, with a reason fit to print
   */
  Set<String> topics(KafkaConnection connection, Duration timeout) throws UnreachableException;

  /**
   * The topic's {@code cleanup.policy}, as {@code delete} or {@code compact}.
   *
   * @throws UnreachableException as above, also where this client may not see it
   */
  String cleanupPolicy(KafkaConnection connection, String topic, Duration timeout)
      throws UnreachableException;

  /**
   * How many partitions a topic has.
   *
   * @throws UnreachableException as above
   */
  int partitions(KafkaConnection connection, String topic, Duration timeout)
      throws UnreachableException;

  /** No answer from a cluster, and why. */
  final class UnreachableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnreachableException(String message) {
      super(message);
    }

    UnreachableException(String message, Throwable cause) {
      super(message, cause);
    }
  }
}
