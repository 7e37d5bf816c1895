package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.ConnectionConfig.Login;
import io.spillway.search.ConnectionConfig.Tls;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trust, with a server whose certificate nobody but its own file vouches for. */
class TlsTransportTest {
  @TempDir static Path folder;
  private static HttpsServer server;
  private static Path pem;

  @BeforeAll
  static void start() throws Exception {
    TlsFront.Identity identity = TlsFront.Identity.create(folder, "server");
    pem = identity.pem();
    SSLContext context = identity.context();
    server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(context));
    server.createContext(
        "/",
        exchange -> {
          String login = exchange.getRequestHeaders().getFirst("Authorization");
          byte[] answer = login.getBytes(StandardCharsets.UTF_8);
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, answer.length);
          exchange.getResponseBody().write(answer);
          exchange.close();
        });
    server.start();
  }

  @AfterAll
  static void stop() {
    server.stop(0);
  }

  private static Reply send(String host, Login login, Tls tls) throws Exception {
    String url = "https://" + host + ":" + server.getAddress().getPort();
    ConnectionConfig config = new ConnectionConfig(List.of(url), login, tls, 10_000, false);
    try (RestBulkTransport transport = new RestBulkTransport(config, 2)) {
      CompletableFuture<Reply> reply = new CompletableFuture<>();
      transport.send(Call.bulk(new byte[] {'\n'}), reply::complete);
      return reply.get(20, TimeUnit.SECONDS);
    }
  }

  private static String text(Reply reply) {
    return new String(((Answered) reply).body(), StandardCharsets.UTF_8);
  }

  @Test
  void trustsTheConfiguredCertificateAndLogsIn() throws Exception {
    Tls tls = new Tls(pem.toString(), true);
    assertThat(text(send("127.0.0.1", new Login("ann", "s3cret", ""), tls)))
        .isEqualTo("Basic YW5uOnMzY3JldA==");
    assertThat(text(send("127.0.0.1", new Login("", "", "aWQ6a2V5"), tls)))
        .isEqualTo("ApiKey aWQ6a2V5");
  }

  @Test
  void sendsNothingToAServerThatNobodyVouchesFor() throws Exception {
    Reply reply = send("127.0.0.1", new Login("ann", "s3cret", ""), Tls.DEFAULT);
    assertThat(reply).isInstanceOf(Lost.class);
    assertThat(((Lost) reply).loss()).isEqualTo(Loss.UNTRUSTED);
    assertThat(reply.toString()).contains("SSL").doesNotContain("s3cret");
  }

  @Test
  void refusesACertificateForAnotherHost() throws Exception {
    Reply reply = send("localhost", new Login("ann", "x", ""), new Tls(pem.toString(), true));
    assertThat(((Lost) reply).loss()).isEqualTo(Loss.UNTRUSTED);
  }

  @Test
  void trustsAnybodyWhereItIsToldTo() throws Exception {
    assertThat(text(send("localhost", new Login("ann", "s3cret", ""), new Tls("", false))))
        .startsWith("Basic");
  }
}
