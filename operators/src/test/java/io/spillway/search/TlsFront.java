package io.spillway.search;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import io.spillway.testing.ChildJvm;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;

/** TLS and a login before an engine that has neither, as a proxy on 127.0.0.1. */
final class TlsFront implements AutoCloseable {
  private static final String PASSWORD = "changeit";
  private final HttpClient http = HttpClient.newHttpClient();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpsServer server;
  private final String engine;
  private final String login;

  /** A key with a certificate that nobody but its own file vouches for. */
  record Identity(Path store, Path pem) {

    static Identity create(Path folder, String name) throws Exception {
      Identity identity =
          new Identity(folder.resolve(name + ".p12"), folder.resolve(name + ".pem"));
      identity.keytool(
          "-genkeypair", "-keyalg", "EC", "-dname", "CN=" + name, "-ext", "SAN=IP:127.0.0.1");
      identity.keytool("-exportcert", "-rfc", "-file", identity.pem.toString());
      return identity;
    }

    private void keytool(String... arguments) throws Exception {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
      command.addAll(ChildJvm.keytoolOptions());
      command.addAll(List.of(arguments));
      command.addAll(List.of("-alias", "server", "-storetype", "PKCS12", "-storepass", PASSWORD));
      command.addAll(List.of("-keystore", store.toString()));
      Path log = store.resolveSibling("keytool.log");
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(log.toFile())
              .start();
      if (!process.waitFor(60, TimeUnit.SECONDS) || process.exitValue() != 0) {
        throw new IOException("keytool: " + Files.readString(log));
      }
    }

    SSLContext context() throws Exception {
      KeyStore keys = KeyStore.getInstance("PKCS12");
      try (InputStream in = Files.newInputStream(store)) {
        keys.load(in, PASSWORD.toCharArray());
      }
      KeyManagerFactory managers =
          KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
      managers.init(keys, PASSWORD.toCharArray());
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(managers.getKeyManagers(), null, null);
      return context;
    }
  }

  /**
   * @param engine URL of what is behind
   * @param login the header Authorization that is let through
   */
  TlsFront(Identity identity, String engine, String login) throws Exception {
    this.engine = engine;
    this.login = login;
    server = HttpsServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setHttpsConfigurator(new HttpsConfigurator(identity.context()));
    server.setExecutor(threads);
    server.createContext("/", this::handle);
    server.start();
  }

  String url(String host) {
    return "https://" + host + ":" + server.getAddress().getPort();
  }

  private void handle(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    if (!login.equals(exchange.getRequestHeaders().getFirst("Authorization"))) {
      exchange.sendResponseHeaders(401, -1);
      exchange.close();
      return;
    }
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(engine + exchange.getRequestURI()))
            .method(
                exchange.getRequestMethod(),
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    for (String name : List.of("Content-Type", "Content-Encoding")) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        request.header(name, value);
      }
    }
    try {
      HttpResponse<byte[]> answer =
          http.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
      answer
          .headers()
          .firstValue("Content-Type")
          .ifPresent(type -> exchange.getResponseHeaders().add("Content-Type", type));
      int length = answer.body().length;
      exchange.sendResponseHeaders(answer.statusCode(), length == 0 ? -1 : length);
      exchange.getResponseBody().write(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      exchange.close();
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
