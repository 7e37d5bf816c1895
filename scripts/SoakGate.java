import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.Executors;

/**
 * Stands before the S3 endpoint of scripts/soak and refuses writes while a file is there: {@code
 * java SoakGate.java PORT ENDPOINT FILE}. The file holds the status to answer with.
 */
final class SoakGate {
  private static final Set<String> OF_THE_CONNECTION =
      Set.of("connection", "content-length", "expect", "host", "upgrade", "transfer-encoding");
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  public static void main(String[] args) throws IOException {
    String endpoint = args[1];
    Path refuse = Path.of(args[2]);
    HttpServer server =
        HttpServer.create(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), Integer.parseInt(args[0])), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> exchange(exchange, endpoint, refuse));
    server.start();
  }

  private static void exchange(HttpExchange exchange, String endpoint, Path refuse)
      throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String method = exchange.getRequestMethod();
      boolean write = !method.equals("GET") && !method.equals("HEAD");
      int status = write ? status(refuse) : 0;
      if (status != 0) {
        byte[] error =
            "<Error><Code>SlowDown</Code><Message>refused</Message></Error>"
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, error.length);
        exchange.getResponseBody().write(error);
        return;
      }
      HttpRequest.Builder request =
          HttpRequest.newBuilder(URI.create(endpoint + exchange.getRequestURI()));
      exchange
          .getRequestHeaders()
          .forEach(
              (name, values) -> {
                if (!OF_THE_CONNECTION.contains(name.toLowerCase(Locale.ROOT))) {
                  values.forEach(value -> request.header(name, value));
                }
              });
      request.method(method, HttpRequest.BodyPublishers.ofByteArray(body));
      answer(
          exchange, CLIENT.send(request.build(), HttpResponse.BodyHandlers.ofByteArray()), method);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int status(Path refuse) throws IOException {
    try {
      return Integer.parseInt(Files.readString(refuse).strip());
    } catch (NoSuchFileException e) {
      return 0;
    }
  }

  private static void answer(HttpExchange exchange, HttpResponse<byte[]> answer, String method)
      throws IOException {
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              String known = name.toLowerCase(Locale.ROOT);
              boolean length = method.equals("HEAD") && known.equals("content-length");
              if (!OF_THE_CONNECTION.contains(known) || length) {
                exchange.getResponseHeaders().put(name, values);
              }
            });
    byte[] bytes = answer.body();
    exchange.sendResponseHeaders(answer.statusCode(), bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }
}
