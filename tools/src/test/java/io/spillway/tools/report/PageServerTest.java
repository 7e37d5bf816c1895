package io.spillway.tools.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PageServerTest {
  private final AtomicLong nanos = new AtomicLong();
  private final AtomicInteger times = new AtomicInteger();
  private long cost;
  private PageServer server;

  private String page() throws IOException {
    if (times.incrementAndGet() == 4) {
      throw new IOException("the bucket is away");
    }
    nanos.addAndGet(cost);
    return "page " + times.get();
  }

  @BeforeEach
  void start() throws IOException {
    server = PageServer.start(0, this::page, nanos::get);
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private int port() {
    return URI.create(server.url()).getPort();
  }

  /** The whole answer to a request of this line and host. */
  private String answer(String line, String host) throws IOException {
    try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port())) {
      String request = line + " HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n";
      socket.getOutputStream().write(request.getBytes(UTF_8));
      return new String(socket.getInputStream().readAllBytes(), UTF_8);
    }
  }

  private String get() throws IOException {
    return answer("GET /", "localhost:" + port());
  }

  @Test
  void thePageIsMadeAnewWhenItIsAskedForButNotTooOften() throws IOException {
    cost = 1_000_000_000;
    assertThat(get()).startsWith("HTTP/1.1 200").contains("no-store").endsWith("page 1");
    nanos.addAndGet(9_999_999_999L);
    assertThat(get()).endsWith("page 1");
    nanos.addAndGet(1);
    assertThat(get()).endsWith("page 2");
  }

  @Test
  void aPageThatCannotBeMadeIsSaidAndTriedAgain() throws IOException {
    for (int i = 0; i < 3; i++) {
      get();
      nanos.addAndGet(2_000_000_000L);
    }
    assertThat(get())
        .startsWith("HTTP/1.1 503")
        .endsWith("The report can't be made now: the bucket is away\n");
    assertThat(get()).endsWith("page 5");
  }

  @Test
  void onlyRequestsThatNameThisMachineAreAnswered() throws IOException {
    assertThat(answer("GET /", "evil.example:" + port())).startsWith("HTTP/1.1 403");
    assertThat(answer("GET /", "localhost.evil.example")).startsWith("HTTP/1.1 403");
    assertThat(answer("GET /", "127.0.0.1:" + port())).startsWith("HTTP/1.1 200");
    assertThat(answer("GET /jars", "localhost")).startsWith("HTTP/1.1 404");
    assertThat(answer("DELETE /", "localhost")).startsWith("HTTP/1.1 405");
    assertThat(times).hasValue(1);
  }

  @Test
  void aPortThatSomebodyHasIsReplaced() throws IOException {
    try (PageServer second = PageServer.start(port(), () -> "other", nanos::get)) {
      assertThat(second.url()).isNotEqualTo(server.url()).startsWith("http://localhost:");
      assertThat(get()).endsWith("page 1");
    }
  }
}
