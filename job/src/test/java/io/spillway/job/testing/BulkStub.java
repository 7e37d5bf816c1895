package io.spillway.job.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;

/** Answers bulk requests as an engine that takes everything, and counts. Not compressed. */
public final class BulkStub implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private final HttpServer server;
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong requests = new AtomicLong();
  private final AtomicLong documents = new AtomicLong();

  public BulkStub() throws IOException {
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.setExecutor(threads);
    server.createContext("/", this::exchange);
    server.start();
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Bulk requests so far. */
  public long requests() {
    return requests.get();
  }

  /** Writes and deletes in them. */
  public long documents() {
    return documents.get();
  }

  private void exchange(HttpExchange exchange) throws IOException {
    try (exchange) {
      String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
      boolean bulk = exchange.getRequestURI().getPath().endsWith("/_bulk");
      byte[] answer = (bulk ? answer(body) : "{}").getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(200, answer.length);
      exchange.getResponseBody().write(answer);
    }
  }

  private String answer(String body) throws IOException {
    requests.incrementAndGet();
    List<String> items = new ArrayList<>();
    String[] lines = body.split("\n", -1);
    for (int i = 0; i < lines.length - 1; i++) {
      JsonNode action = JSON.readTree(lines[i]);
      boolean delete = action.has("delete");
      items.add("{\"" + action.fieldNames().next() + "\":{\"status\":200}}");
      i += delete ? 0 : 1;
    }
    documents.addAndGet(items.size());
    return "{\"errors\":false,\"items\":[" + String.join(",", items) + "]}";
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
