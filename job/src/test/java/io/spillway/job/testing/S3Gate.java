package io.spillway.job.testing;

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
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Stands between a job and its S3 endpoint: it can refuse writes, stop uploads of data files where
 * they are about to be completed, and it knows one access key only.
 */
public final class S3Gate implements AutoCloseable {
  /** The access key that it lets through. */
  public static final String ACCESS_KEY = "gate-key";

  private static final Set<String> OF_THE_CONNECTION =
      Set.of("connection", "content-length", "expect", "host", "upgrade", "transfer-encoding");

  private final String endpoint;
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong refused = new AtomicLong();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile int refusal;
  private boolean stopsCompletions;
  private boolean dropped;

  /**
   * @param endpoint its URL, without a slash at the end
   */
  public S3Gate(String endpoint) throws IOException {
    this.endpoint = endpoint;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::exchange);
    server.start();
  }

  public String url() {
    return "http://localhost:" + server.getAddress().getPort();
  }

  /** Answers every write with this status from now on; 0 lets them through. */
  public void refuseWrites(int status) {
    refusal = status;
  }

  /** Writes that have been refused so far. */
  public long refused() {
    return refused.get();
  }

  /** From now on no upload of a data file is completed; the latch opens when one should be. */
  public synchronized CountDownLatch stopCompletions() {
    stopsCompletions = true;
    return stopped;
  }

  /** What was stopped never happens; what comes later does. */
  public synchronized void drop() {
    stopsCompletions = false;
    dropped = true;
    notifyAll();
  }

  private synchronized boolean passes(HttpExchange exchange) throws InterruptedException {
    String query = exchange.getRequestURI().getQuery();
    boolean completes =
        exchange.getRequestMethod().equals("POST")
            && query != null
            && query.contains("uploadId=")
            && exchange.getRequestURI().getPath().endsWith(".json");
    if (!completes || !stopsCompletions) {
      return true;
    }
    stopped.countDown();
    while (!dropped) {
      wait();
    }
    return false;
  }

  private void exchange(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String method = exchange.getRequestMethod();
      String authorization = exchange.getRequestHeaders().getFirst("Authorization");
      int status = refusal;
      if (authorization == null || !authorization.contains("Credential=" + ACCESS_KEY + "/")) {
        answer(exchange, 403, "InvalidAccessKeyId");
      } else if (status != 0 && !method.equals("GET") && !method.equals("HEAD")) {
        refused.incrementAndGet();
        answer(exchange, status, status == 403 ? "AccessDenied" : "SlowDown");
      } else if (passes(exchange)) {
        forward(exchange, body);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void answer(HttpExchange exchange, int status, String code) throws IOException {
    byte[] body =
        ("<?xml version=\"1.0\" encoding=\"UTF-8\"?><Error><Code>%s</Code><Message>%s</Message>"
                + "</Error>")
            .formatted(code, code)
            .getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/xml");
    boolean head = exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, head ? -1 : body.length);
    if (!head) {
      exchange.getResponseBody().write(body);
    }
  }

  private void forward(HttpExchange exchange, byte[] body)
      throws IOException, InterruptedException {
    HttpResponse<byte[]> answer =
        client.send(request(exchange, body), HttpResponse.BodyHandlers.ofByteArray());
    boolean head = exchange.getRequestMethod().equals("HEAD");
    answer
        .headers()
        .map()
        .forEach(
            (name, values) -> {
              String known = name.toLowerCase(Locale.ROOT);
              if (!OF_THE_CONNECTION.contains(known) || head && known.equals("content-length")) {
                exchange.getResponseHeaders().put(name, values);
              }
            });
    byte[] bytes = answer.body();
    exchange.sendResponseHeaders(answer.statusCode(), bytes.length == 0 ? -1 : bytes.length);
    if (bytes.length > 0) {
      exchange.getResponseBody().write(bytes);
    }
  }

  private HttpRequest request(HttpExchange exchange, byte[] body) {
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
    return request
        .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body))
        .build();
  }

  @Override
  public void close() {
    drop();
    server.stop(0);
    threads.shutdownNow();
  }
}
