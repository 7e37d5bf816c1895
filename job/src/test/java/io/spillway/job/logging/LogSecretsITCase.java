package io.spillway.job.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.CommandRun;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that Kafka's client and the command log at debug, with secrets in the pipeline file. */
class LogSecretsITCase {
  private static final String SECRET = "hunter2-0815";

  @TempDir Path folder;

  private Path log;

  @BeforeEach
  void logEverything() throws Exception {
    log = folder.resolve("all.log");
    Path conf = Path.of("..", "flink-conf");
    String properties =
        Files.readString(conf.resolve("log4j.properties"))
            .replace("${sys:log.file:-spillway-flink.log}", log.toString())
            .replace("${env:SPILLWAY_LOG_FILE:-info}", "debug")
            .replaceAll(
                "(?m)^(rootLogger|logger\\.(?:spillway|kafka))\\.level = .*$", "$1.level = debug")
            // nothing may be lost here
            .replace("queueSize = 20000", "queueSize = 2000000");
    Path copy = folder.resolve("log4j.properties");
    Files.writeString(copy, properties);
    Files.copy(conf.resolve("log-layout.json"), folder.resolve("log-layout.json"));
    Configurator.reconfigure(copy.toUri());
  }

  @AfterEach
  void logAsBefore() {
    Configurator.reconfigure();
  }

  @Test
  void noLogLineAndNoAnswerHasASecret() throws Exception {
    // takes connections and never says a word, so that the client is made and gives up
    ServerSocket silent = new ServerSocket(0);
    Path kafka = folder.resolve("kafka.yaml");
    Files.writeString(
        kafka,
        """
        pipeline: {name: shop}
        sources:
          - type: kafka
            brokers: localhost:%d
            topics: [shop]
            properties:
              security.protocol: SASL_PLAINTEXT
              sasl.mechanism: PLAIN
              sasl.jaas.config: >-
                org.apache.kafka.common.security.plain.PlainLoginModule required
                username="me" password="%s";
        storage: {path: out}
        """
            .formatted(silent.getLocalPort(), SECRET));
    CommandRun validate = CommandRun.of("validate", kafka.toString());
    silent.close();
    Configurator.reconfigure();

    assertThat(validate.out() + validate.err()).doesNotContain(SECRET).contains("brokers");
    String lines = Files.readString(log);
    assertThat(lines).contains("sasl.mechanism", "org.apache.kafka");
    assertThat(lines.contains(SECRET)).as("the log has the secret").isFalse();
  }
}
