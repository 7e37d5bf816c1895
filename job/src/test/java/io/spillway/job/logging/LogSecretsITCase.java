package io.spillway.job.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.CommandRun;
import io.spillway.job.sample.SampleSettings;
import io.spillway.job.testing.Delivered;
import io.spillway.job.testing.Partitions;
import io.spillway.job.testing.RunningJob;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that Flink, Kafka's client and the job log at debug, with secrets in the pipeline file. */
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

  private static int freePort() throws Exception {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  @Test
  void noLogLineAndNoAnswerHasASecret() throws Exception {
    Partitions sample =
        Partitions.sample(
            SampleSettings.standard(81).withDdls(false, 0).withRows(500, 300).withReplays(0),
            folder.resolve("in"));
    String search =
        """
        pipeline: {name: shop, parallelism: 1, checkpoint-interval: 200 ms}
        sources: [{type: files, path: in}]
        storage: {path: out, flush-interval: 300 ms}
        elasticsearch: {hosts: ['http://localhost:%d'], user: elastic, password: %s}
        """
            .formatted(freePort(), SECRET);
    Path output = folder.resolve("out");
    int rows = sample.sent().rows().size();
    try (RunningJob job = RunningJob.start(folder, search)) {
      job.awaitRows(output, sample.sent());
    }
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
            .formatted(freePort(), SECRET));
    CommandRun validate = CommandRun.of("validate", kafka.toString());
    Configurator.reconfigure();

    assertThat(rows).isPositive();
    assertThat(Delivered.rows(output, sample.sent())).isEqualTo(rows);
    assertThat(validate.out() + validate.err()).doesNotContain(SECRET).contains("shop");
    String lines = Files.readString(log);
    assertThat(lines).contains("io.spillway", "sasl.mechanism", "org.apache.flink");
    assertThat(lines.contains(SECRET)).as("the log has the secret").isFalse();
  }
}
