package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.KafkaBroker;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.TlsKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * A real broker that wants TLS, a client's certificate, and a login by SCRAM or by a token. Its
 * tokens are those of Kafka's own handlers, which sign nothing: the way of a token is tested, not
 * who issues it. The login has the rights of docs/security.md and no more.
 */
@Timeout(400)
class SecuredKafkaITCase {
  private static final String SECRET = "hunter2-0815";

  /** Those of docs/security.md; Read and Write include Describe. */
  private static final List<AclBinding> RIGHTS =
      List.of(
          right(ResourceType.TOPIC, "secured", AclOperation.READ),
          right(ResourceType.GROUP, "spillway-shop", AclOperation.READ),
          right(ResourceType.TOPIC, "events", AclOperation.WRITE),
          right(ResourceType.TOPIC, "events", AclOperation.READ),
          right(ResourceType.TOPIC, "values", AclOperation.WRITE),
          right(ResourceType.TOPIC, "values", AclOperation.DESCRIBE_CONFIGS),
          right(ResourceType.TOPIC, "letters", AclOperation.WRITE),
          right(ResourceType.TOPIC, "letters", AclOperation.DESCRIBE_CONFIGS),
          right(ResourceType.TOPIC, "settings", AclOperation.READ),
          right(ResourceType.TOPIC, "settings", AclOperation.DESCRIBE_CONFIGS),
          right(ResourceType.TRANSACTIONAL_ID, "shop-", AclOperation.WRITE),
          right(ResourceType.CLUSTER, "kafka-cluster", AclOperation.DESCRIBE_CONFIGS));

  @TempDir static Path shared;
  private static TlsKeys keys;
  private static KafkaBroker broker;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    keys = TlsKeys.shared();
    String properties =
        """
        sasl.enabled.mechanisms=SCRAM-SHA-512,OAUTHBEARER
        listener.name.secured.oauthbearer.sasl.jaas.config=\
        org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required \
        unsecuredLoginStringClaim_sub="broker" unsecuredValidatorRequiredScope="stream";
        authorizer.class.name=org.apache.kafka.metadata.authorizer.StandardAuthorizer
        super.users=User:ANONYMOUS
        listener.name.secured.scram-sha-512.sasl.jaas.config=\
        org.apache.kafka.common.security.scram.ScramLoginModule required;
        listener.name.secured.ssl.client.auth=required
        ssl.keystore.location=%s
        ssl.keystore.password=%s
        ssl.key.password=%s
        ssl.truststore.location=%s
        ssl.truststore.password=%s
        """
            .formatted(
                keys.store("rest"),
                keys.password(),
                keys.password(),
                keys.store("ca-trust"),
                keys.password());
    String user = "SCRAM-SHA-512=[name=spillway,password=" + SECRET + "]";
    broker =
        KafkaBroker.start(
            Files.createDirectories(shared.resolve("broker")),
            new KafkaBroker.Secured(properties, List.of("--add-scram", user)));
    for (String topic : List.of("secured", "events", "letters")) {
      KafkaTopic.create(broker, topic, 1);
    }
    for (String topic : List.of("values", "settings")) {
      KafkaTopic.create(broker, topic, 1, Map.of("cleanup.policy", "compact"));
    }
    try (Admin admin = broker.admin()) {
      admin.createAcls(RIGHTS).all().get(60, TimeUnit.SECONDS);
    }
  }

  private static AclBinding right(ResourceType type, String name, AclOperation operation) {
    PatternType pattern =
        type == ResourceType.TRANSACTIONAL_ID ? PatternType.PREFIXED : PatternType.LITERAL;
    return new AclBinding(
        new ResourcePattern(type, name, pattern),
        new AccessControlEntry("User:spillway", "*", operation, AclPermissionType.ALLOW));
  }

  @AfterAll
  static void stop() throws Exception {
    if (broker != null) {
      broker.close();
    }
  }

  /** The password is read by the clients themselves: the job has only the name of its file. */
  private String scram(String password) throws Exception {
    Path secret =
        Files.writeString(folder.resolve("kafka.properties"), "password=" + password + "\n");
    return """
              sasl.mechanism: SCRAM-SHA-512
              config.providers: file
              config.providers.file.class: org.apache.kafka.common.config.provider.FileConfigProvider
              sasl.jaas.config: >-
                org.apache.kafka.common.security.scram.ScramLoginModule required
                username="spillway" password="${file:%s:password}";
        """
        .formatted(secret);
  }

  /** A token with this scope. */
  private static String token(String scope) {
    return """
              sasl.mechanism: OAUTHBEARER
              sasl.jaas.config: >-
                org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule required
                unsecuredLoginStringClaim_sub="spillway" unsecuredLoginStringClaim_scope="%s";
        """
        .formatted(scope);
  }

  private Path pipeline(String certificate, String login) throws Exception {
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
        sources:
          - type: kafka
            bootstrap-servers: %s
            topics: [secured]
            end: latest
            properties:
              security.protocol: SASL_SSL
        %s      ssl.keystore.location: %s
              ssl.keystore.password: %s
              ssl.truststore.location: %s
              ssl.truststore.password: %s
        storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
        cursor:
          events: {type: kafka, topic: events}
          values: {type: kafka, topic: values}
        errors: {dead-letters: {type: kafka, topic: letters, max-bytes: 900 kb}}
        control: {type: kafka, topic: settings}
        """
            .formatted(
                broker.securedAddress(),
                login,
                keys.store(certificate),
                keys.password(),
                keys.store("ca-trust"),
                keys.password()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"SCRAM-SHA-512", "OAUTHBEARER"})
  void aPipelineReadsAndWritesWithItsCertificateAndLogin(String mechanism) throws Exception {
    String login = mechanism.equals("OAUTHBEARER") ? token("stream") : scram(SECRET);
    SampleSettings settings = SampleSettings.standard(91).withRows(2000, 0);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    KafkaTopic topic = KafkaTopic.create(broker, "secured", sample.count());
    topic.send(0, List.of("{".getBytes(UTF_8)));
    sample.feed(topic);
    KafkaTopic events = KafkaTopic.create(broker, "events", 1);
    KafkaTopic letters = KafkaTopic.create(broker, "letters", 1);

    CommandRun run = CommandRun.of("run", pipeline("client", login).toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.err()).doesNotContain("the login lacks");
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();
    assertThat(events.committed()).isNotEmpty();
    assertThat(letters.committed()).hasSize(1);
  }

  static Stream<Arguments> eachRight() {
    String broker = " at localhost:";
    return Stream.of(
        Arguments.of(0, "sources[0].topics: topic secured does not exist" + broker),
        Arguments.of(1, "sources[0].group-id: the login lacks Read on group spillway-shop"),
        Arguments.of(2, "cursor.events.topic: the login lacks Write on topic events" + broker),
        Arguments.of(3, "cursor.events.topic: the login lacks Read on topic events" + broker),
        Arguments.of(4, "cursor.values.topic: topic values does not exist" + broker),
        Arguments.of(5, "the login lacks DescribeConfigs on topic values" + broker),
        Arguments.of(6, "errors.dead-letters.topic: topic letters does not exist" + broker),
        Arguments.of(7, "the login lacks DescribeConfigs on topic letters" + broker),
        Arguments.of(8, "control.topic: topic settings does not exist" + broker),
        Arguments.of(9, "the login lacks DescribeConfigs on topic settings" + broker),
        Arguments.of(10, "the login lacks Write on transactional id shop-"),
        Arguments.of(11, "the login lacks DescribeConfigs on the cluster" + broker));
  }

  @ParameterizedTest
  @MethodSource("eachRight")
  void aRightThatIsMissingIsNamed(int right, String sentence) throws Exception {
    Path pipeline = pipeline("client", token("stream"));
    AclBinding taken = RIGHTS.get(right);
    try (Admin admin = broker.admin()) {
      admin.deleteAcls(List.of(taken.toFilter())).all().get(60, TimeUnit.SECONDS);
      try {
        CommandRun run = CommandRun.of("validate", pipeline.toString());
        assertThat(run.out() + run.err()).contains(sentence);
      } finally {
        admin.createAcls(List.of(taken)).all().get(60, TimeUnit.SECONDS);
      }
    }
  }

  /** Describe alone shows a topic, and it could not be read. */
  @Test
  void aTopicThatIsSeenAndMayNotBeReadIsNamed() throws Exception {
    Path pipeline = pipeline("client", token("stream"));
    AclBinding read = RIGHTS.get(0);
    AclBinding describe = right(ResourceType.TOPIC, "secured", AclOperation.DESCRIBE);
    try (Admin admin = broker.admin()) {
      admin.createAcls(List.of(describe)).all().get(60, TimeUnit.SECONDS);
      admin.deleteAcls(List.of(read.toFilter())).all().get(60, TimeUnit.SECONDS);
      try {
        CommandRun run = CommandRun.of("validate", pipeline.toString());
        assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(run.err()).contains("sources[0].topics: the login lacks Read on topic secured");
      } finally {
        admin.createAcls(List.of(read)).all().get(60, TimeUnit.SECONDS);
        admin.deleteAcls(List.of(describe.toFilter())).all().get(60, TimeUnit.SECONDS);
      }
    }
  }

  @Test
  void aWrongLoginIsNamedAndNotShown() throws Exception {
    CommandRun run =
        CommandRun.of("validate", pipeline("client", scram("wrong-s3cret")).toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("sources[0].bootstrap-servers").doesNotContain("wrong-s3cret");
  }

  @Test
  void aTokenThatTheBrokerRefusesIsNamed() throws Exception {
    CommandRun run = CommandRun.of("validate", pipeline("client", token("other")).toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("sources[0].bootstrap-servers").contains("scope");
  }

  @Test
  void aStrangersCertificateIsNotHeard() throws Exception {
    CommandRun run = CommandRun.of("validate", pipeline("stranger", scram(SECRET)).toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("sources[0].bootstrap-servers").doesNotContain(SECRET);
  }
}
