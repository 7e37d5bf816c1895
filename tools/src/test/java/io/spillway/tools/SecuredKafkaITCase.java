package io.spillway.tools;

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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A real broker that wants TLS, a client's certificate and a SCRAM login. */
@Timeout(400)
class SecuredKafkaITCase {
  private static final String SECRET = "hunter2-0815";

  @TempDir static Path shared;
  private static TlsKeys keys;
  private static KafkaBroker broker;

  @TempDir Path folder;

  @BeforeAll
  static void start() throws Exception {
    keys = TlsKeys.make(shared.resolve("keys"));
    String properties =
        """
        sasl.enabled.mechanisms=SCRAM-SHA-512
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
  }

  @AfterAll
  static void stop() throws Exception {
    if (broker != null) {
      broker.close();
    }
  }

  /** The password is read by the clients themselves: the job has only the name of its file. */
  private Path pipeline(String certificate, String password) throws Exception {
    Path secret =
        Files.writeString(folder.resolve("kafka.properties"), "password=" + password + "\n");
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
        sources:
          - type: kafka
            brokers: %s
            topics: [secured]
            end: latest
            properties:
              security.protocol: SASL_SSL
              sasl.mechanism: SCRAM-SHA-512
              config.providers: file
              config.providers.file.class: org.apache.kafka.common.config.provider.FileConfigProvider
              sasl.jaas.config: >-
                org.apache.kafka.common.security.scram.ScramLoginModule required
                username="spillway" password="${file:%s:password}";
              ssl.keystore.location: %s
              ssl.keystore.password: %s
              ssl.truststore.location: %s
              ssl.truststore.password: %s
        storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
        cursor:
          events: {type: kafka, topic: events}
        """
            .formatted(
                broker.securedAddress(),
                secret,
                keys.store(certificate),
                keys.password(),
                keys.store("ca-trust"),
                keys.password()));
  }

  @Test
  void aPipelineReadsAndWritesWithItsCertificateAndLogin() throws Exception {
    SampleSettings settings = SampleSettings.standard(91).withRows(2000, 0);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    sample.feed(KafkaTopic.create(broker, "secured", sample.count()));
    KafkaTopic events = KafkaTopic.create(broker, "events", 1);

    CommandRun run = CommandRun.of("run", pipeline("client", SECRET).toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();
    assertThat(events.committed()).isNotEmpty();
  }

  @Test
  void aWrongLoginIsNamedAndNotShown() throws Exception {
    CommandRun run = CommandRun.of("validate", pipeline("client", "wrong-s3cret").toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("sources[0].brokers").doesNotContain("wrong-s3cret");
  }

  @Test
  void aStrangersCertificateIsNotHeard() throws Exception {
    CommandRun run = CommandRun.of("validate", pipeline("stranger", SECRET).toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("sources[0].brokers").doesNotContain(SECRET);
  }
}
