package io.spillway.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.BindException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.LongSupplier;

/**
 * Serves one page to this machine, made anew when somebody asks for it. Only loopback is listened
 * on, and only requests that name it are answered: a page of somebody else's in the same browser
 * can't read this one under a name of its own.
 */
public final class PageServer implements AutoCloseable {
  private static final long FRESH_NANOS = 2_000_000_000L;

  /** Making the page takes this share of the time at most, however often it is asked for. */
  private static final int SHARE = 10;

  private static final String HTML = "text/html; charset=utf-8";
  private static final String TEXT = "text/plain; charset=utf-8";

  private final HttpServer server;
  private final ExecutorService thread;
  private final Page page;
  private final LongSupplier nanos;
  private String made;
  private long madeAt;
  private long cost;

  /** What is served. */
  @FunctionalInterface
  public interface Page {
    /** The page as it is now, HTML. Called by one thread. */
    String html() throws IOException;
  }

  private PageServer(HttpServer server, Page page, LongSupplier nanos) {
    this.server = server;
    this.page = page;
    this.nanos = nanos;
    this.thread =
        Executors.newSingleThreadExecutor(
            task -> {
              Thread own = new Thread(task, "report-page");
              own.setDaemon(true);
              return own;
            });
    server.setExecutor(thread);
    server.createContext("/", this::answer);
    server.start();
  }

  /**
   * Serves from now on.
   *
   * @param port to listen at; another one is found where somebody has it
   */
  public static PageServer start(int port, Page page) throws IOException {
    return start(port, page, System::nanoTime);
  }

  static PageServer start(int port, Page page, LongSupplier nanos) throws IOException {
    InetAddress loopback = InetAddress.getLoopbackAddress();
    try {
      return new PageServer(
          HttpServer.create(new InetSocketAddress(loopback, port), 0), page, nanos);
    } catch (BindException e) {
      return new PageServer(HttpServer.create(new InetSocketAddress(loopback, 0), 0), page, nanos);
    }
  }

  /** Where the page is. */
  public String url() {
    return "http://localhost:" + server.getAddress().getPort() + "/";
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      String host = exchange.getRequestHeaders().getFirst("Host");
      if (host == null || !host.matches("(localhost|127\\.0\\.0\\.1|\\[::1])(:\\d+)?")) {
        send(exchange, 403, TEXT, "This page is for this machine alone: open " + url() + "\n");
      } else if (!exchange.getRequestURI().getPath().equals("/")) {
        send(exchange, 404, TEXT, "There is one page here: " + url() + "\n");
      } else if (!exchange.getRequestMethod().equals("GET")) {
        send(exchange, 405, TEXT, "This page can only be read.\n");
      } else {
        send(exchange);
      }
    }
  }

  private void send(HttpExchange exchange) throws IOException {
    String html;
    try {
      html = current();
    } catch (IOException | RuntimeException e) {
      send(exchange, 503, TEXT, "The report can't be made now: " + e.getMessage() + "\n");
      return;
    }
    send(exchange, 200, HTML, html);
  }

  private String current() throws IOException {
    long now = nanos.getAsLong();
    if (made == null || now - madeAt >= Math.max(FRESH_NANOS, SHARE * cost)) {
      made = page.html();
      madeAt = nanos.getAsLong();
      cost = madeAt - now;
    }
    return made;
  }

  private static void send(HttpExchange exchange, int status, String type, String text)
      throws IOException {
    byte[] bytes = text.getBytes(UTF_8);
    exchange.getResponseHeaders().set("Content-Type", type);
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    exchange.getResponseHeaders().set("X-Content-Type-Options", "nosniff");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
  }

  @Override
  public void close() {
    server.stop(0);
    thread.shutdownNow();
  }
}
