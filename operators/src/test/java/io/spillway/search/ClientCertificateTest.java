package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsParameters;
import com.sun.net.httpserver.HttpsServer;
import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.ConnectionConfig.Login;
import io.spillway.search.ConnectionConfig.Tls;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An engine that hears only those whose certificate it knows. */
class ClientCertificateTest {
  private static final char[] PASSWORD = "changeit".toCharArray();

  @TempDir static Path folder;
  private static TlsFront.Identity engine;
  private static TlsFront.Identity client;
  private HttpsServer server;

  @BeforeAll
  static void makeKeys() throws Exception {
    engine = TlsFront.Identity.create(folder, "engine");
    client = TlsFront.Identity.create(folder, "client");
  }

  @BeforeEach
  void start() throws Exception {
    SSLContext context = context();
    server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setHttpsConfigurator(
        new HttpsConfigurator(context) {
          @Override
          public void configure(HttpsParameters parameters) {
            SSLParameters wanted = context.getDefaultSSLParameters();
            wanted.setNeedClientAuth(true);
            parameters.setSSLParameters(wanted);
          }
        });
    server.createContext(
        "/",
        exchange -> {
          exchange.getRequestBody().readAllBytes();
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    server.start();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  /** The engine's own key, and trust in the client's certificate alone. */
  private SSLContext context() throws Exception {
    KeyStore own = KeyStore.getInstance(engine.store().toFile(), PASSWORD);
    KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    keys.init(own, PASSWORD);
    KeyStore known = KeyStore.getInstance("PKCS12");
    known.load(null, null);
    try (InputStream in = Files.newInputStream(client.pem())) {
      known.setCertificateEntry(
          "client", CertificateFactory.getInstance("X.509").generateCertificate(in));
    }
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(known);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(keys.getKeyManagers(), trust.getTrustManagers(), null);
    return context;
  }

  private Reply send(String keystore, String password) throws Exception {
    String url = "https://127.0.0.1:" + server.getAddress().getPort();
    Tls tls = new Tls(engine.pem().toString(), true, keystore, password);
    ConnectionConfig config = new ConnectionConfig(List.of(url), Login.NONE, tls, 10_000, false);
    try (RestBulkTransport transport = new RestBulkTransport(config, 2)) {
      CompletableFuture<Reply> reply = new CompletableFuture<>();
      transport.send(Call.bulk(new byte[] {'\n'}), reply::complete);
      return reply.get(20, TimeUnit.SECONDS);
    }
  }

  @Test
  void whoeverShowsTheKnownCertificateIsHeard() throws Exception {
    Reply reply = send(client.store().toString(), "changeit");
    assertThat(reply).isInstanceOf(Answered.class);
    assertThat(((Answered) reply).status()).isEqualTo(200);
  }

  @Test
  void withoutOneOrWithAnotherNobodyIsHeard() throws Exception {
    assertThat(send("", "")).isInstanceOf(Lost.class);
    assertThat(send(engine.store().toString(), "changeit")).isInstanceOf(Lost.class);
  }

  @Test
  void aFileThatCannotBeReadIsNamedWithoutItsPassword() {
    assertThatThrownBy(() -> send(client.store().toString(), "wrong-s3cret"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("elasticsearch.tls.keystore can't be used: " + client.store())
        .hasStackTraceContaining("password")
        .satisfies(e -> assertThat(e.toString()).doesNotContain("wrong-s3cret"));
  }
}
