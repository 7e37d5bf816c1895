package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.ConnectionConfig.Login;
import io.spillway.search.ConnectionConfig.Tls;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The HTTP client against small servers in this JVM. */
class RestBulkTransportTest {
  private static final byte[] BODY = "{\"delete\":{}}\n".getBytes(StandardCharsets.UTF_8);

  private static Reply send(String url, Login login, boolean gzip, int timeoutMs) throws Exception {
    ConnectionConfig config =
        new ConnectionConfig(List.of(url), login, Tls.DEFAULT, timeoutMs, gzip);
    try (RestBulkTransport transport = new RestBulkTransport(config, 2)) {
      return reply(transport, Call.bulk(BODY));
    }
  }

  private static Reply reply(RestBulkTransport transport, Call call) throws Exception {
    CompletableFuture<Reply> reply = new CompletableFuture<>();
    transport.send(call, reply::complete);
    return reply.get(20, TimeUnit.SECONDS);
  }

  /** Answers with the request's line, its Authorization and its body. */
  private static HttpServer echo(int status) throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.createContext("/", exchange -> echo(exchange, status));
    server.start();
    return server;
  }

  private static void echo(HttpExchange exchange, int status) throws IOException {
    boolean gzip = "gzip".equals(exchange.getRequestHeaders().getFirst("Content-Encoding"));
    byte[] body =
        gzip
            ? new GZIPInputStream(exchange.getRequestBody()).readAllBytes()
            : exchange.getRequestBody().readAllBytes();
    String text =
        (gzip ? "gzip " : "")
            + exchange.getRequestMethod()
            + " "
            + exchange.getRequestURI()
            + " "
            + exchange.getRequestHeaders().getFirst("Content-Type")
            + " "
            + exchange.getRequestHeaders().getFirst("Authorization")
            + " "
            + new String(body, StandardCharsets.UTF_8);
    byte[] answer = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, answer.length);
    exchange.getResponseBody().write(answer);
    exchange.close();
  }

  private static String url(HttpServer server) {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  private static String text(Reply reply) {
    return new String(((Answered) reply).body(), StandardCharsets.UTF_8);
  }

  @Test
  void sendsBodyAndLogin() throws Exception {
    HttpServer server = echo(200);
    try {
      assertThat(text(send(url(server), new Login("ann", "s3cret", ""), false, 5_000)))
          .startsWith("POST /_bulk?filter_path=errors")
          .contains("application/x-ndjson")
          .contains("Basic YW5uOnMzY3JldA==")
          .endsWith(" {\"delete\":{}}\n");
      assertThat(text(send(url(server), new Login("", "", "aWQ6a2V5"), true, 5_000)))
          .startsWith("gzip POST")
          .contains("ApiKey aWQ6a2V5")
          .endsWith(" {\"delete\":{}}\n");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void onlyCallsThatTakeItCarryTheEnginesTimeout() throws Exception {
    HttpServer server = echo(200);
    ConnectionConfig config =
        new ConnectionConfig(List.of(url(server)), Login.NONE, Tls.DEFAULT, 6_000, false);
    try (RestBulkTransport transport = new RestBulkTransport(config, 1)) {
      byte[] body = "{}".getBytes(StandardCharsets.UTF_8);
      assertThat(text(reply(transport, Call.bulk(body)))).contains("timeout=2000ms");
      assertThat(text(reply(transport, Call.put("/shop.t", body)))).contains("timeout=2000ms");
      Call rights =
          new Call("POST", "/_security/user/_has_privileges", Map.of(), body, "application/json");
      assertThat(text(reply(transport, rights))).doesNotContain("timeout");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void handsOnRefusalsWithTheirBody() throws Exception {
    for (int status : new int[] {400, 413, 429, 503}) {
      HttpServer server = echo(status);
      try {
        Reply reply = send(url(server), Login.NONE, false, 5_000);
        assertThat(((Answered) reply).status()).isEqualTo(status);
        assertThat(text(reply)).contains("{\"delete\":{}}");
      } finally {
        server.stop(0);
      }
    }
  }

  @Test
  void tellsTheWaysToLoseAnAnswerApart() throws Exception {
    int free;
    try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      free = socket.getLocalPort();
      CompletableFuture<Void> cut =
          CompletableFuture.runAsync(
              () -> {
                try (Socket accepted = socket.accept()) {
                  assertThat(accepted.getInputStream().read()).isPositive();
                } catch (IOException e) {
                  throw new java.io.UncheckedIOException(e);
                }
              });
      assertThat(loss(send("http://127.0.0.1:" + free, Login.NONE, false, 5_000)))
          .isEqualTo(Loss.CUT);
      cut.get(5, TimeUnit.SECONDS);
      // accepted by the kernel, answered by nobody
      assertThat(loss(send("http://127.0.0.1:" + free, Login.NONE, false, 200)))
          .isEqualTo(Loss.TIMEOUT);
    }
    assertThat(loss(send("http://127.0.0.1:" + free, Login.NONE, false, 5_000)))
        .isEqualTo(Loss.UNREACHABLE);
  }

  private static Loss loss(Reply reply) {
    return ((Lost) reply).loss();
  }

  @Test
  void refusesTwoLoginsAndTrustThatIsNotThere() {
    assertThatThrownBy(() -> new Login("ann", "x", "key"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("api-key");
    ConnectionConfig config =
        new ConnectionConfig(
            List.of("https://localhost:1"), Login.NONE, new Tls("/nowhere.pem", true), 100, false);
    assertThatThrownBy(() -> new RestBulkTransport(config, 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("elasticsearch.tls.ca");
  }
}
