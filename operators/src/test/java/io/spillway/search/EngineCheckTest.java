package io.spillway.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.spillway.search.EngineCheck.Fault;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EngineCheckTest {
  private static final String GREETING = "{\"version\":{\"number\":\"8.19.21\"}}";
  private final Map<String, String> answers = new ConcurrentHashMap<>();
  private HttpServer server;
  private int status = 200;

  @BeforeEach
  void start() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          String answer = answers.get(exchange.getRequestURI().getPath());
          byte[] body = (answer == null ? "{}" : answer).getBytes(UTF_8);
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(answer == null ? 404 : status, body.length);
          exchange.getResponseBody().write(body);
          exchange.close();
        });
    server.start();
    answers.put("/", GREETING);
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private String host() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private List<Fault> faults(String... hosts) throws InterruptedException {
    return EngineCheck.faults(ConnectionConfig.of(hosts), List.of("*.*"), Duration.ofSeconds(10));
  }

  @Test
  void anEngineThatAnswersIsFine() throws Exception {
    assertThat(faults(host())).isEmpty();
    answers.put("/", "{\"version\":{\"number\":\"2.19.6\",\"distribution\":\"opensearch\"}}");
    assertThat(faults(host())).isEmpty();
  }

  @Test
  void aHostThatDoesNotAnswerIsNamedWithTheCause() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      free = socket.getLocalPort();
    }
    String away = "http://127.0.0.1:" + free;
    assertThat(faults(host(), away))
        .singleElement()
        .matches(fault -> !fault.isWarning())
        .extracting(Fault::message)
        .asString()
        .startsWith(away + " doesn't answer: ")
        .containsIgnoringCase("refused");
  }

  @Test
  void aRefusedLoginAndAnOldVersionAreFaults() throws Exception {
    status = 401;
    assertThat(faults(host())).extracting(Fault::message).asString().contains("refuses the login");
    status = 200;
    answers.put("/", "{\"version\":{\"number\":\"6.8.23\"}}");
    assertThat(faults(host()))
        .extracting(Fault::message)
        .asString()
        .contains("Elasticsearch 6.8.23");
    answers.put("/", "<html>");
    assertThat(faults(host())).extracting(Fault::message).asString().contains("isn't JSON");
  }

  @Test
  void anEngineThatDoesNotGiveItsVersionIsAWarning() throws Exception {
    answers.remove("/");
    assertThat(faults(host()))
        .singleElement()
        .matches(Fault::isWarning)
        .extracting(Fault::message)
        .asString()
        .startsWith(host() + " answers, but not with its version: 404");
  }

  @Test
  void aMissingPrivilegeIsNamed() throws Exception {
    answers.put(
        "/_security/user/_has_privileges",
        "{\"has_all_requested\":false,\"index\":{\"*.*\":{\"index\":false,\"delete\":true,"
            + "\"create_index\":false}}}");
    assertThat(faults(host()))
        .containsExactlyInAnyOrder(
            new Fault(host() + ": the login lacks the privilege index on indices *.*", false),
            new Fault(
                host() + ": the login lacks the privilege create_index on indices *.*", true));
  }
}
