package io.spillway.bench;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;

/**
 * {@link ModelTarget}'s engine behind HTTP and in real time: it takes every document but those of
 * the table in trouble, and keeps none.
 */
final class SearchModel implements AutoCloseable {
  private static final String INDEX = "\"_index\":\"";
  private static final byte[] DELETE = "{\"delete\"".getBytes(UTF_8);
  private static final String STORED = "{\"index\":{\"status\":200}}";
  private static final int REQUESTS_BEFORE_OUTAGE = 20;

  private record Stored(String action, boolean isOfOthers) {}

  private final SearchTrouble trouble;
  private final String tableInTrouble;
  private final long redMs;
  private final Semaphore servers = new Semaphore(ModelTarget.SERVERS, true);
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final AtomicLong requests = new AtomicLong();
  private final InetSocketAddress address;
  private final String refusal;

  /** With index, id and version. */
  private final Set<String> actions = new HashSet<>();

  private long others;
  private long lastOfOthers;
  private volatile boolean outageIsOver;
  private HttpServer server;

  /**
   * @param table whose documents are refused; an index is called {@code schema.table}
   * @param redMs how long a request waits for an index without a shard
   */
  SearchModel(SearchTrouble trouble, String table, long redMs) throws IOException {
    // answers would wait for the client's delayed acknowledgement
    System.setProperty("sun.net.httpserver.nodelay", "true");
    this.trouble = trouble;
    this.tableInTrouble = "." + table + "\"";
    this.redMs = redMs;
    this.refusal = trouble.refusal() == null ? STORED : "{\"index\":" + trouble.refusal() + "}";
    // a server that has been made but never started would take connections and answer none
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      address = new InetSocketAddress(InetAddress.getLoopbackAddress(), free.getLocalPort());
    }
    if (trouble != SearchTrouble.NEVER_THERE) {
      serve();
    }
  }

  String url() {
    return "http://127.0.0.1:" + address.getPort();
  }

  /** Documents of the tables without trouble that it has stored. */
  synchronized long others() {
    return others;
  }

  /** Documents that it has stored. */
  synchronized long all() {
    return actions.size();
  }

  /** When the last document of a table without trouble was stored; of {@link System#nanoTime}. */
  synchronized long lastOfOthers() {
    return lastOfOthers;
  }

  /** Ends an outage, for good. */
  synchronized void comeBack() throws IOException {
    outageIsOver = true;
    stop();
    serve();
  }

  private void serve() throws IOException {
    server = HttpServer.create(address, 0);
    server.setExecutor(threads);
    server.createContext("/", this::exchange);
    server.start();
  }

  private synchronized void goAway() {
    if (!outageIsOver) {
      stop();
    }
  }

  private void stop() {
    if (server != null) {
      server.stop(0);
    }
  }

  private void exchange(HttpExchange exchange) throws IOException {
    try (exchange) {
      byte[] body = exchange.getRequestBody().readAllBytes();
      String path = exchange.getRequestURI().getPath();
      if (!path.endsWith("/_bulk")) {
        boolean isMapping = path.endsWith("/_mapping") && exchange.getRequestMethod().equals("GET");
        answer(exchange, isMapping ? "{\"i\":{\"mappings\":{}}}" : "{}");
        return;
      }
      if (trouble == SearchTrouble.AWAY
          && !outageIsOver
          && requests.incrementAndGet() > REQUESTS_BEFORE_OUTAGE) {
        threads.execute(this::goAway);
        return;
      }
      bulk(exchange, body);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void bulk(HttpExchange exchange, byte[] body) throws IOException, InterruptedException {
    StringBuilder items = new StringBuilder();
    List<Stored> taken = new ArrayList<>();
    boolean errors = false;
    for (int at = 0; at < body.length; ) {
      int end = lineEnd(body, at);
      String action = new String(body, at, end - at, ISO_8859_1);
      boolean isInTrouble = isOfTableInTrouble(action);
      boolean isRefused = isInTrouble && trouble.refusal() != null;
      if (!isRefused) {
        taken.add(new Stored(action, !isInTrouble));
      }
      errors |= isRefused;
      items.append(items.isEmpty() ? "" : ",").append(isRefused ? refusal : STORED);
      at = isDelete(body, at) ? end + 1 : lineEnd(body, end + 1) + 1;
    }
    work(body.length);
    if (errors && trouble == SearchTrouble.RED) {
      Thread.sleep(redMs);
    }
    stored(taken);
    answer(exchange, "{\"errors\":" + errors + ",\"items\":[" + items + "]}");
  }

  /** What has been stored and is sent again, as its answer was lost, counts once. */
  private synchronized void stored(List<Stored> taken) {
    for (Stored document : taken) {
      if (actions.add(document.action()) && document.isOfOthers()) {
        others++;
        lastOfOthers = System.nanoTime();
      }
    }
  }

  /** As long as the model takes in virtual time; it waits, so that the job has the processors. */
  private void work(int bytes) throws InterruptedException {
    servers.acquire();
    try {
      Thread.sleep(Math.round(ModelTarget.costMs(bytes)));
    } finally {
      servers.release();
    }
  }

  private boolean isOfTableInTrouble(String action) {
    int index = action.indexOf(INDEX) + INDEX.length();
    return action.startsWith(tableInTrouble, action.indexOf('.', index));
  }

  private static boolean isDelete(byte[] body, int at) {
    for (int i = 0; i < DELETE.length; i++) {
      if (body[at + i] != DELETE[i]) {
        return false;
      }
    }
    return true;
  }

  private static int lineEnd(byte[] body, int from) {
    int at = from;
    while (body[at] != '\n') {
      at++;
    }
    return at;
  }

  private static void answer(HttpExchange exchange, String json) throws IOException {
    byte[] bytes = json.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.sendResponseHeaders(200, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public synchronized void close() {
    stop();
    threads.shutdownNow();
  }
}
