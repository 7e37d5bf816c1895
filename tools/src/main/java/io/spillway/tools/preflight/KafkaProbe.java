package io.spillway.tools.preflight;

import io.spillway.job.config.KafkaConnection;
import io.spillway.job.config.SourceConfig.Topics;
import io.spillway.tools.preflight.TopicListing.UnreachableException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.regex.Pattern;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.resource.ResourceType;

/** Looks for topics. Each cluster is asked once, and all together within a fixed time. */
final class KafkaProbe {
  static final Duration EACH = Duration.ofSeconds(10);
  static final Duration ALL = Duration.ofSeconds(30);

  private static final String NO_TIME = "other clusters took all of " + ALL.toSeconds() + " s";
  private static final String COMPACT = "compact";
  private static final String MAX_TRANSACTION = "transaction.max.timeout.ms";

  private final TopicListing listing;
  private final LongSupplier nanoClock;
  private final long start;
  private final Map<KafkaConnection, Set<String>> answers = new HashMap<>();
  private final Map<KafkaConnection, String> problems = new HashMap<>();

  KafkaProbe(TopicListing listing, LongSupplier nanoClock) {
    this.listing = listing;
    this.nanoClock = nanoClock;
    this.start = nanoClock.getAsLong();
  }

  /** What is missing of the topics; a cluster that does not answer is told once. */
  List<Finding> topics(
      String brokersPath, String topicsPath, KafkaConnection connection, Topics wanted) {
    boolean first = !answers.containsKey(connection) && !problems.containsKey(connection);
    if (first) {
      ask(connection);
    }
    String problem = problems.get(connection);
    if (problem != null) {
      return first ? List.of(new Finding(brokersPath, problem)) : List.of();
    }
    Set<String> there = answers.get(connection);
    List<Finding> findings = new ArrayList<>();
    for (String message : missing(wanted, there)) {
      String where = " at " + connection.brokers() + ", or the login lacks Describe on it";
      findings.add(new Finding(topicsPath, message + where));
    }
    return findings;
  }

  /** What the login may not do, of what it has to; topics that aren't there were found before. */
  List<Finding> rights(String path, KafkaConnection connection, List<Right> needed) {
    Set<String> there = answers.get(connection);
    Duration timeout = timeout();
    if (there == null || timeout.isZero()) {
      return List.of();
    }
    List<Right> known =
        needed.stream()
            .filter(right -> right.type() != ResourceType.TOPIC || there.contains(right.name()))
            .toList();
    try {
      return listing.refused(connection, known, timeout).stream()
          .map(right -> lacking(path, connection, right))
          .toList();
    } catch (UnreachableException e) {
      return List.of(new Finding(path, e.getMessage()));
    }
  }

  /** The topics that are there of those that a source reads. */
  List<String> read(KafkaConnection connection, Topics wanted) {
    return answers.getOrDefault(connection, Set.of()).stream()
        .filter(
            name ->
                wanted instanceof Topics.Names names
                    ? names.names().contains(name)
                    : Pattern.matches(((Topics.Matching) wanted).pattern(), name))
        .sorted()
        .toList();
  }

  private static Finding lacking(String path, KafkaConnection connection, Right right) {
    String text = "the login lacks " + right + " at " + connection.brokers();
    return right.type() == ResourceType.GROUP
        ? Finding.warning(path, text + ": the group's lag will not be seen there")
        : new Finding(path, text);
  }

  /** What keeps a topic that is there from holding the newest record of each key for ever. */
  List<Finding> compacted(String path, KafkaConnection connection, String topic) {
    return look(
        path,
        connection,
        topic,
        timeout -> {
          String policy = policy(connection, topic, timeout);
          return policy.equals(COMPACT)
              ? List.of()
              : List.of(
                  new Finding(
                      path,
                      "topic %s has cleanup.policy=%s, which removes values; it needs compact alone"
                          .formatted(topic, policy)));
        });
  }

  private String policy(KafkaConnection connection, String topic, Duration timeout)
      throws UnreachableException {
    return listing.setting(connection, topic, TopicConfig.CLEANUP_POLICY_CONFIG, timeout).value();
  }

  /** Whether a topic that is there takes records of this size. */
  List<Finding> takes(String path, KafkaConnection connection, String topic, long bytes) {
    return look(
        path,
        connection,
        topic,
        timeout -> {
          TopicListing.Setting most =
              listing.setting(connection, topic, TopicConfig.MAX_MESSAGE_BYTES_CONFIG, timeout);
          String text =
              "%d bytes are more than topic %s takes: max.message.bytes=%s%s; raise that, or lower"
                  + " this";
          return bytes <= Long.parseLong(most.value())
              ? List.of()
              : List.of(
                  new Finding(
                      path,
                      text.formatted(
                          bytes, topic, most.value(), most.own() ? "" : ", the broker's")));
        });
  }

  /** What a topic that is there lacks for settings to have one order, and to stay. */
  List<Finding> settings(String path, KafkaConnection connection, String topic) {
    return look(
        path,
        connection,
        topic,
        timeout -> {
          int partitions = listing.partitions(connection, topic, timeout);
          if (partitions != 1) {
            String text = "topic %s has %d partitions; only one keeps the order of settings";
            return List.of(new Finding(path, text.formatted(topic, partitions)));
          }
          String policy = policy(connection, topic, timeout());
          String text =
              "topic %s has cleanup.policy=%s: settings end when it removes them;"
                  + " compact alone keeps them";
          return policy.equals(COMPACT)
              ? List.of()
              : List.of(Finding.warning(path, text.formatted(topic, policy)));
        });
  }

  /** Whether the brokers allow transactions of this length; they refuse the writer where not. */
  List<Finding> transactions(String path, KafkaConnection connection, String topic, long millis) {
    return look(
        path,
        connection,
        topic,
        timeout -> {
          try {
            String most = listing.brokerSetting(connection, MAX_TRANSACTION, timeout);
            String text =
                "transactions of %d ms are asked for, and the brokers allow %s (%s): raise that, or"
                    + " set transaction.timeout.ms: %s in the properties of the first Kafka source;"
                    + " it has to be longer than the job is ever away";
            return millis <= Long.parseLong(most)
                ? List.of()
                : List.of(new Finding(path, text.formatted(millis, most, MAX_TRANSACTION, most)));
          } catch (UnreachableException e) {
            String text = "the brokers' %s is not known, %d ms are asked for: %s";
            return List.of(
                Finding.warning(path, text.formatted(MAX_TRANSACTION, millis, e.getMessage())));
          }
        });
  }

  private interface Look {
    List<Finding> within(Duration timeout) throws UnreachableException;
  }

  private List<Finding> look(String path, KafkaConnection connection, String topic, Look look) {
    if (!answers.getOrDefault(connection, Set.of()).contains(topic)) {
      return List.of();
    }
    Duration timeout = timeout();
    if (timeout.isZero()) {
      return List.of(new Finding(path, "not looked at: " + NO_TIME));
    }
    try {
      return look.within(timeout);
    } catch (UnreachableException e) {
      return List.of(new Finding(path, e.getMessage()));
    }
  }

  private Duration timeout() {
    Duration left = ALL.minusNanos(nanoClock.getAsLong() - start);
    Duration timeout = left.compareTo(EACH) < 0 ? left : EACH;
    return timeout.isNegative() ? Duration.ZERO : timeout;
  }

  private void ask(KafkaConnection connection) {
    Duration timeout = timeout();
    if (timeout.isZero()) {
      problems.put(connection, "not looked at: " + NO_TIME);
      return;
    }
    try {
      answers.put(connection, listing.topics(connection, timeout));
    } catch (UnreachableException e) {
      problems.put(connection, e.getMessage());
    }
  }

  private static List<String> missing(Topics wanted, Set<String> there) {
    if (wanted instanceof Topics.Names names) {
      return names.names().stream()
          .filter(name -> !there.contains(name))
          .map(name -> "topic " + name + " does not exist")
          .toList();
    }
    String pattern = ((Topics.Matching) wanted).pattern();
    boolean matches = there.stream().anyMatch(name -> Pattern.matches(pattern, name));
    return matches ? List.of() : List.of("no topic that matches " + pattern + " exists");
  }
}
