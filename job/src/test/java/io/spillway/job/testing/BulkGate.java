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
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Stands between a job and its engine and lets only so many bulk requests through. A job whose next
 * request waits here can't end, however fast the machine is.
 */
public final class BulkGate implements AutoCloseable {
  private static final Set<String> SENT_ON = Set.of("content-type", "content-encoding", "accept");

  private final String engine;
  private final HttpClient client = HttpClient.newHttpClient();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private long left;
  private long unanswered;
  private CountDownLatch stopped = new CountDownLatch(1);
  private boolean closed;

  /**
   * @param engine its URL, without a slash at the end; nothing passes before {@link #letThrough}
   */
  public BulkGate(String engine) throws IOException {
    this.engine = engine;
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::exchange);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** So many more bulk requests from now on; those waiting are the first. */
  public synchronized CountDownLatch letThrough(long requests) {
    left = requests;
    stopped = new CountDownLatch(1);
    notifyAll();
    return stopped;
  }

  private synchronized void pass() throws InterruptedException {
    while (left == 0 && !closed) {
      stopped.countDown();
      wait();
    }
    left--;
  }

  /** Bulk requests that the engine did not answer, so far. */
  public synchronized long unanswered() {
    return unanswered;
  }

  private synchronized void countUnanswered() {
    unanswered++;
  }

  private void exchange(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      boolean bulk = exchange.getRequestURI().getPath().endsWith("/_bulk");
      if (bulk) {
        pass();
      }
      HttpResponse<byte[]> answer;
      try {
        answer = client.send(request(exchange, body), HttpResponse.BodyHandlers.ofByteArray());
      } catch (IOException e) {
        if (bulk) {
          countUnanswered();
        }
        // the connection closes without an answer, as an engine's own would
        return;
      }
      for (String name : List.of("Content-Type", "X-elastic-product")) {
        answer
            .headers()
            .firstValue(name)
            .ifPresent(value -> exchange.getResponseHeaders().set(name, value));
      }
      byte[] bytes = answer.body();
      exchange.sendResponseHeaders(answer.statusCode(), bytes.length == 0 ? -1 : bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private HttpRequest request(HttpExchange exchange, byte[] body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(engine + exchange.getRequestURI()));
    exchange
        .getRequestHeaders()
        .forEach(
            (name, values) -> {
              if (SENT_ON.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> request.header(name, value));
              }
            });
    return request
        .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body))
        .build();
  }

  @Override
  public void close() {
    synchronized (this) {
      closed = true;
      left = Long.MAX_VALUE;
      notifyAll();
    }
    server.stop(0);
    threads.shutdownNow();
  }
}
