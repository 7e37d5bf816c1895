package io.spillway.tools.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.config.KafkaConnection;
import io.spillway.job.config.Settings;
import io.spillway.job.config.SourceConfig.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.apache.kafka.common.acl.AclOperation;
import org.junit.jupiter.api.Test;

class KafkaProbeTest {
  private static final Topics SHOP = new Topics.Names(List.of("shop"));

  private final FakeClusters clusters = new FakeClusters();
  private final KafkaProbe probe = new KafkaProbe(clusters, () -> clusters.now);

  @Test
  void topicsThatAreThereAreFine() {
    clusters.topics = Map.of("a:1", Set.of("shop", "other"));

    assertThat(probe.topics("b", "t", at("a:1"), SHOP)).isEmpty();
    assertThat(probe.topics("b", "t", at("a:1"), new Topics.Matching("sh.p"))).isEmpty();
  }

  @Test
  void everyMissingTopicIsTold() {
    clusters.topics = Map.of("a:1", Set.of("shop"));

    assertThat(probe.topics("b", "t", at("a:1"), new Topics.Names(List.of("x", "shop", "y"))))
        .extracting(Finding::toString)
        .containsExactly(
            "t: topic x does not exist at a:1, or the login lacks Describe on it",
            "t: topic y does not exist at a:1, or the login lacks Describe on it");
  }

  @Test
  void patternMustMatchAllOfOneName() {
    clusters.topics = Map.of("a:1", Set.of("workshop"));

    assertThat(probe.topics("b", "t", at("a:1"), new Topics.Matching("shop")))
        .extracting(Finding::toString)
        .containsExactly(
            "t: no topic that matches shop exists at a:1, or the login lacks Describe on it");
  }

  @Test
  void silentClusterIsAskedAndToldOnce() {
    assertThat(probe.topics("first", "t", at("a:1"), SHOP))
        .containsExactly(new Finding("first", "a:1 is down"));
    assertThat(probe.topics("second", "t", at("a:1"), SHOP)).isEmpty();
    assertThat(clusters.asked).containsExactly("a:1 within PT10S");
  }

  @Test
  void allClustersTogetherGetThirtySeconds() {
    clusters.takes = Duration.ofSeconds(9);

    List<Finding> findings = new ArrayList<>();
    for (int i = 1; i <= 5; i++) {
      findings.addAll(probe.topics("b" + i, "t", at("a:" + i), SHOP));
    }

    assertThat(clusters.asked)
        .containsExactly(
            "a:1 within PT10S", "a:2 within PT10S", "a:3 within PT10S", "a:4 within PT3S");
    assertThat(findings)
        .endsWith(new Finding("b5", "not looked at: other clusters took all of 30 s"))
        .hasSize(5);
  }

  @Test
  void settingsNeedOnePartitionThatKeepsThem() {
    clusters.topics = Map.of("a:1", Set.of("control"));
    Topics control = new Topics.Names(List.of("control"));
    assertThat(probe.topics("b", "t", at("a:1"), control)).isEmpty();
    clusters.settings = Map.of("cleanup.policy", new TopicListing.Setting("compact", true));
    assertThat(probe.settings("t", at("a:1"), "control")).isEmpty();
    clusters.settings = Map.of("cleanup.policy", new TopicListing.Setting("compact,delete", true));
    assertThat(probe.settings("t", at("a:1"), "control"))
        .singleElement()
        .satisfies(finding -> assertThat(finding.isWarning()).isTrue())
        .hasToString(
            "warning: t: topic control has cleanup.policy=compact,delete: settings end when it"
                + " removes them; compact alone keeps them");
    clusters.partitions = 2;
    assertThat(probe.settings("t", at("a:1"), "control"))
        .containsExactly(
            new Finding(
                "t", "topic control has 2 partitions; only one keeps the order of settings"));
    assertThat(probe.settings("t", at("a:1"), "gone")).as("told as missing").isEmpty();
    assertThat(probe.settings("t", at("b:1"), "control")).as("told as unreachable").isEmpty();
  }

  @Test
  void aTopicThatTakesLessThanIsToBeSentIsToldWithItsLimit() {
    clusters.topics = Map.of("a:1", Set.of("shop"));
    probe.topics("b", "t", at("a:1"), SHOP);
    clusters.settings = Map.of("max.message.bytes", new TopicListing.Setting("1048588", false));
    assertThat(probe.takes("m", at("a:1"), "shop", 1_048_588)).isEmpty();
    assertThat(probe.takes("m", at("a:1"), "shop", 1_048_589))
        .containsExactly(
            new Finding(
                "m",
                "1048589 bytes are more than topic shop takes: max.message.bytes=1048588, the"
                    + " broker's; raise that, or lower this"));
    clusters.settings = Map.of("max.message.bytes", new TopicListing.Setting("1000", true));
    assertThat(probe.takes("m", at("a:1"), "shop", 2000))
        .extracting(Finding::message)
        .containsExactly(
            "2000 bytes are more than topic shop takes: max.message.bytes=1000; raise that, or"
                + " lower this");
    assertThat(probe.takes("m", at("a:1"), "missing", 2000)).as("told before").isEmpty();
  }

  @Test
  void aTopicThatLosesValuesIsTold() {
    clusters.topics = Map.of("a:1", Set.of("shop"));
    probe.topics("b", "t", at("a:1"), SHOP);
    clusters.settings = Map.of("cleanup.policy", new TopicListing.Setting("compact", true));
    assertThat(probe.compacted("v", at("a:1"), "shop")).isEmpty();
    clusters.settings = Map.of("cleanup.policy", new TopicListing.Setting("compact,delete", true));
    assertThat(probe.compacted("v", at("a:1"), "shop"))
        .extracting(Finding::message)
        .containsExactly(
            "topic shop has cleanup.policy=compact,delete, which removes values; it needs compact"
                + " alone");
  }

  @Test
  void transactionsThatAreLongerThanTheBrokersAllowAreToldWithTheKeyThatShortensThem() {
    clusters.topics = Map.of("a:1", Set.of("shop"));
    probe.topics("b", "t", at("a:1"), SHOP);
    clusters.brokers = Map.of("transaction.max.timeout.ms", "300000");
    assertThat(probe.transactions("cursor.events", at("a:1"), "shop", 300_000)).isEmpty();
    assertThat(probe.transactions("cursor.events", at("a:1"), "shop", 900_000))
        .singleElement()
        .satisfies(finding -> assertThat(finding.isWarning()).isFalse())
        .asString()
        .contains("900000 ms are asked for", "allow 300000")
        .contains("transaction.timeout.ms: 300000 in the properties of the first Kafka source");
    clusters.brokers = null;
    assertThat(probe.transactions("cursor.events", at("a:1"), "shop", 900_000))
        .singleElement()
        .satisfies(finding -> assertThat(finding.isWarning()).isTrue())
        .asString()
        .contains("not authorized");
  }

  @Test
  void rightsThatTheLoginLacksAreNamedEach() {
    clusters.topics = Map.of("a:1", Set.of("shop"));
    probe.topics("b", "t", at("a:1"), SHOP);
    clusters.refused =
        Set.of(
            "Read on topic shop",
            "Read on topic gone",
            "Read on group spillway-shop",
            "Write on transactional id shop-preflight");

    assertThat(
            probe.rights(
                "t",
                at("a:1"),
                List.of(
                    Right.onTopic(AclOperation.READ, "shop"),
                    Right.onTopic(AclOperation.WRITE, "shop"),
                    Right.onTopic(AclOperation.READ, "gone"),
                    Right.onGroup(AclOperation.READ, "spillway-shop"),
                    Right.onTransactions("shop"))))
        .extracting(Finding::toString)
        .containsExactly(
            "t: the login lacks Read on topic shop at a:1",
            "warning: t: the login lacks Read on group spillway-shop at a:1: the group's lag will"
                + " not be seen there",
            "t: the login lacks Write on transactional id shop-preflight at a:1");
  }

  @Test
  void aSourceReadsTheTopicsThatItNamesOrThatMatch() {
    clusters.topics = Map.of("a:1", Set.of("shop", "shop2", "other"));
    probe.topics("b", "t", at("a:1"), SHOP);

    assertThat(probe.read(at("a:1"), SHOP)).containsExactly("shop");
    assertThat(probe.read(at("a:1"), new Topics.Matching("shop.*")))
        .containsExactly("shop", "shop2");
    assertThat(probe.read(at("b:1"), SHOP)).as("not asked").isEmpty();
  }

  private static KafkaConnection at(String brokers) {
    return new KafkaConnection(brokers, Settings.NONE);
  }

  /** Clusters that answer, or are down where they have no topics; asking moves the clock. */
  private static final class FakeClusters implements TopicListing {
    private final List<String> asked = new ArrayList<>();
    private Map<String, Set<String>> topics = Map.of();
    private Map<String, TopicListing.Setting> settings = Map.of();
    private Duration takes = Duration.ZERO;
    private int partitions = 1;
    private Map<String, String> brokers = Map.of();
    private Set<String> refused = Set.of();
    private long now = -5;

    @Override
    public Set<String> topics(KafkaConnection connection, Duration timeout)
        throws UnreachableException {
      asked.add(connection.brokers() + " within " + timeout);
      now += takes.toNanos();
      Set<String> found = topics.get(connection.brokers());
      if (found == null) {
        throw new UnreachableException(connection.brokers() + " is down");
      }
      return found;
    }

    @Override
    public Setting setting(
        KafkaConnection connection, String topic, String name, Duration timeout) {
      return Objects.requireNonNull(settings.get(name), name);
    }

    @Override
    public String brokerSetting(KafkaConnection connection, String name, Duration timeout)
        throws UnreachableException {
      if (brokers == null) {
        throw new UnreachableException("not authorized");
      }
      return brokers.get(name);
    }

    @Override
    public int partitions(KafkaConnection connection, String topic, Duration timeout) {
      return partitions;
    }

    @Override
    public List<Right> refused(KafkaConnection connection, List<Right> needed, Duration timeout) {
      return needed.stream().filter(right -> refused.contains(right.toString())).toList();
    }
  }
}
