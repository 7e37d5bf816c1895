package io.spillway.tools;

import io.spillway.testing.Eventually;
import io.spillway.testing.FreePorts;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * {@code run} in this process, beside the test, with its web pages. It takes a fifth of what a
 * process of its own takes. One at a time: its metrics are those of the process.
 */
public final class BackgroundRun implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final Pattern JOB = Pattern.compile("\"id\":\"([0-9a-f]{32})\"");

  private final StringWriter written = new StringWriter();
  private final HttpClient http = HttpClient.newHttpClient();
  private final int port;
  private final CompletableFuture<Integer> exitCode;

  private BackgroundRun(int port, String[] arguments) {
    this.port = port;
    PrintWriter both = new PrintWriter(written, true);
    this.exitCode =
        CompletableFuture.supplyAsync(
            () -> Main.run(arguments, Map.of(), both, both), task -> new Thread(task).start());
  }

  /**
   * @param more options
   */
  public static BackgroundRun start(Path pipeline, String... more) throws IOException {
    int port = FreePorts.find(1).get(0);
    List<String> arguments = new ArrayList<>(List.of("run", pipeline.toString()));
    arguments.addAll(List.of("--ui", "--ui-port", Integer.toString(port)));
    arguments.addAll(List.of(more));
    return new BackgroundRun(port, arguments.toArray(String[]::new));
  }

  /** Whether it goes on. */
  public boolean isAlive() {
    return !exitCode.isDone();
  }

  /** True when it has ended within this time. */
  public boolean ends(Duration limit) throws Exception {
    try {
      exitCode.get(limit.toNanos(), TimeUnit.NANOSECONDS);
      return true;
    } catch (TimeoutException e) {
      return false;
    }
  }

  /** Of one that has ended. */
  public int exitCode() {
    return exitCode.join();
  }

  /** What it has written so far. */
  public String output() {
    return written.toString();
  }

  /** Port of its web pages. */
  public int port() {
    return port;
  }

  /**
   * Cancels its job as the web pages do, and waits for the end: no last checkpoint is taken, and a
   * checkpoint that is just complete may not be carried out.
   */
  public void cancel() throws Exception {
    URI jobs = URI.create("http://localhost:" + port + "/jobs");
    Eventually.holds(
        LIMIT, () -> !isAlive() || cancelled(jobs), () -> "there is no job to cancel: " + output());
    if (!ends(LIMIT)) {
      throw new AssertionError("it was cancelled and goes on: " + output());
    }
  }

  private boolean cancelled(URI jobs) throws InterruptedException {
    try {
      Matcher job = JOB.matcher(send(HttpRequest.newBuilder(jobs).build()).body());
      return job.find()
          && send(HttpRequest.newBuilder(jobs.resolve("/jobs/" + job.group(1)))
                      .method("PATCH", HttpRequest.BodyPublishers.noBody())
                      .build())
                  .statusCode()
              == 202;
    } catch (IOException e) {
      // it has not come so far, or has just ended
      return false;
    }
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() throws Exception {
    cancel();
  }
}
