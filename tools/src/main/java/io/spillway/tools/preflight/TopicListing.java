package io.spillway.tools.preflight;

import io.spillway.job.config.KafkaConnection;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/** Asks a Kafka cluster for its topics, and for what a login may do. */
interface TopicListing {
  /**
   * The topics that this client may see.
   *
   * @throws UnreachableException when the cluster does not answer, with a reason fit to print
   */
  Set<String> topics(KafkaConnection connection, Duration timeout) throws UnreachableException;

  /**
   * A setting of a topic, as {@code cleanup.policy}.
   *
   * @throws UnreachableException as above, also where this client may not see it
   */
  Setting setting(KafkaConnection connection, String topic, String name, Duration timeout)
      throws UnreachableException;

  /**
   * How many partitions a topic has.
   *
   * @throws UnreachableException as above
   */
  int partitions(KafkaConnection connection, String topic, Duration timeout)
      throws UnreachableException;

  /**
   * The value of a broker's setting, as {@code transaction.max.timeout.ms}.
   *
   * @throws UnreachableException as above, also where this client may not see it
   */
  String brokerSetting(KafkaConnection connection, String name, Duration timeout)
      throws UnreachableException;

  /**
   * Those of these rights that the cluster refuses to this login, in their order; none where it has
   * no authorizer.
   *
   * @throws UnreachableException as above
   */
  List<Right> refused(KafkaConnection connection, List<Right> needed, Duration timeout)
      throws UnreachableException;

  /**
   * What counts for a topic.
   *
   * @param own whether it is the topic's own; if not, it is the broker's for all topics
   */
  record Setting(String value, boolean own) {}

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
