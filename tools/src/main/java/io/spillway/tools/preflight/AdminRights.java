package io.spillway.tools.preflight;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.MemberToRemove;
import org.apache.kafka.clients.admin.RemoveMembersFromConsumerGroupOptions;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;

/**
 * Tries out what a login may do. Kafka answers that for topics only; for groups and transactional
 * ids it is asked for something that needs the right and changes nothing of the job's.
 */
final class AdminRights {
  /** No member of a group is called so. */
  private static final String NOBODY = "spillway-preflight";

  private final Admin admin;
  private final long millis;

  /**
   * @param millis for one answer
   */
  AdminRights(Admin admin, long millis) {
    this.admin = admin;
    this.millis = millis;
  }

  /**
   * Whether the cluster refuses it; what it doesn't answer in time or for another reason, it
   * doesn't refuse.
   */
  boolean isRefused(Right right) throws InterruptedException {
    try {
      return switch (right.type()) {
        case TOPIC -> isRefusedOnTopic(right);
        case GROUP -> {
          answer(leave(right.name()));
          yield false;
        }
        case TRANSACTIONAL_ID -> {
          answer(admin.fenceProducers(List.of(right.name())).all());
          yield false;
        }
        default -> throw new IllegalStateException("no way to ask for " + right);
      };
    } catch (ExecutionException e) {
      return e.getCause() instanceof AuthorizationException;
    } catch (TimeoutException e) {
      return false;
    }
  }

  private boolean isRefusedOnTopic(Right right)
      throws ExecutionException, TimeoutException, InterruptedException {
    DescribeTopicsOptions options = new DescribeTopicsOptions().includeAuthorizedOperations(true);
    Set<AclOperation> may =
        answer(
                admin
                    .describeTopics(List.of(right.name()), options)
                    .topicNameValues()
                    .get(right.name()))
            .authorizedOperations();
    return may != null && !may.contains(right.operation());
  }

  /** Fails for whoever may, too, as there is no such member. */
  private KafkaFuture<Void> leave(String group) {
    MemberToRemove nobody = new MemberToRemove(NOBODY);
    return admin
        .removeMembersFromConsumerGroup(
            group, new RemoveMembersFromConsumerGroupOptions(List.of(nobody)))
        .all();
  }

  private <T> T answer(KafkaFuture<T> future)
      throws ExecutionException, TimeoutException, InterruptedException {
    return future.get(millis, TimeUnit.MILLISECONDS);
  }
}
