package io.spillway.policy;

import org.apache.kafka.common.config.ConfigException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.DisconnectException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.NetworkException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.RetriableException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** What the types of the Kafka client's exceptions tell. */
final class KafkaTraits {
  private KafkaTraits() {}

  static FailureTrait of(Throwable t) {
    if (t instanceof TimeoutException) {
      return FailureTrait.TIMEOUT;
    }
    if (t instanceof NetworkException || t instanceof DisconnectException) {
      return FailureTrait.CONNECTION;
    }
    if (t instanceof AuthenticationException
        || t instanceof AuthorizationException
        || t instanceof InvalidTopicException
        || t instanceof UnknownTopicOrPartitionException
        || t instanceof RecordTooLargeException
        || t instanceof ConfigException) {
      return FailureTrait.CONFIGURATION;
    }
    return t instanceof RetriableException ? FailureTrait.DEPENDENCY : FailureTrait.OTHER;
  }
}
