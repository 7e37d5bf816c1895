package io.spillway.tools.preflight;

import java.util.Locale;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.ResourceType;

/**
 * One operation on one resource of a Kafka cluster, as an ACL allows it.
 *
 * @param name of the topic or group; of transactions, an id that no job uses and that begins as
 *     those of the job do
 */
record Right(ResourceType type, String name, AclOperation operation) {
  static Right onTopic(AclOperation operation, String topic) {
    return new Right(ResourceType.TOPIC, topic, operation);
  }

  static Right onGroup(AclOperation operation, String group) {
    return new Right(ResourceType.GROUP, group, operation);
  }

  /** To write in transactions of the pipeline. */
  static Right onTransactions(String pipeline) {
    return new Right(ResourceType.TRANSACTIONAL_ID, pipeline + "-preflight", AclOperation.WRITE);
  }

  /** As {@code Read on topic shop}. */
  @Override
  public String toString() {
    String text = operation.name().toLowerCase(Locale.ROOT);
    String first = text.substring(0, 1).toUpperCase(Locale.ROOT) + text.substring(1);
    return first + " on " + type.name().toLowerCase(Locale.ROOT).replace('_', ' ') + " " + name;
  }
}
