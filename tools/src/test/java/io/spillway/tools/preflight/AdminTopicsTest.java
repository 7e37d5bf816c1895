package io.spillway.tools.preflight;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.job.config.KafkaConnection;
import io.spillway.job.config.Settings;
import io.spillway.tools.preflight.TopicListing.UnreachableException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AdminTopicsTest {
  private static final Duration TIMEOUT = Duration.ofMillis(700);

  private final AdminTopics topics = new AdminTopics();

  @AfterEach
  void close() {
    topics.close();
  }

  @Test
  void closedPortIsToldAtOnce() throws IOException {
    String broker;
    try (ServerSocket socket = listen()) {
      broker = "127.0.0.1:" + socket.getLocalPort();
    }

    assertThatThrownBy(() -> topics.topics(at(broker, Map.of()), Duration.ofSeconds(10)))
        .isInstanceOf(UnreachableException.class)
        .hasMessage("cannot reach " + broker + ": Connection refused");
  }

  @Test
  void unknownHostIsTold() {
    assertThatThrownBy(() -> topics.topics(at("no-such-host.invalid:9092", Map.of()), TIMEOUT))
        .isInstanceOf(UnreachableException.class)
        .hasMessage("cannot reach no-such-host.invalid:9092: the host name is not known");
  }

  @Test
  void listenerThatNeverAnswersEndsWithTheTimeout() throws IOException {
    try (ServerSocket socket = listen()) {
      String broker = "127.0.0.1:" + socket.getLocalPort();

      assertThatThrownBy(() -> topics.topics(at(broker, Map.of()), TIMEOUT))
          .isInstanceOf(UnreachableException.class)
          .hasMessage(
              broker + " did not answer within 700 ms; is it Kafka, and does it want TLS or SASL?");
    }
  }

  @Test
  void propertiesThatTheClientRefusesAreTold() throws IOException {
    try (ServerSocket socket = listen()) {
      String broker = "127.0.0.1:" + socket.getLocalPort();

      assertThatThrownBy(
              () -> topics.topics(at(broker, Map.of("security.protocol", "NONE")), TIMEOUT))
          .isInstanceOf(UnreachableException.class)
          .hasMessageStartingWith("cannot ask for the topics of " + broker + ": ")
          .hasMessageContaining("security.protocol");
    }
  }

  @Test
  void secretsOfPropertiesThatTheClientRefusesAreNotShown() throws IOException {
    Map<String, String> properties =
        Map.of(
            "security.protocol", "SASL_PLAINTEXT",
            "sasl.mechanism", "PLAIN",
            "sasl.jaas.config", "a.Module required password hush;");
    try (ServerSocket socket = listen()) {
      String broker = "127.0.0.1:" + socket.getLocalPort();

      assertThatThrownBy(() -> topics.topics(at(broker, properties), TIMEOUT))
          .isInstanceOf(UnreachableException.class)
          .hasMessage(
              "cannot ask for the topics of " + broker + ": sasl.jaas.config is not understood");
    }
  }

  private static ServerSocket listen() throws IOException {
    return new ServerSocket(0, 5, InetAddress.getLoopbackAddress());
  }

  private static KafkaConnection at(String broker, Map<String, String> properties) {
    return new KafkaConnection(broker, new Settings(properties));
  }
}
