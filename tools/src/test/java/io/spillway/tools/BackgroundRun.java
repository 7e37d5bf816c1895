package io.spillway.tools;

import io.spillway.testing.Eventually;
import io.spillway.testing.FreePorts;
import io.spillway.tools.cluster.ClusterView;
import io.spillway.tools.testing.JobCancel;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.configuration.Configuration;

/**
 * {@code run} in this process, beside the test, with its web pages. It takes a fifth of what a
 * process of its own takes. One at a time: its metrics are those of the process.
 */
public final class BackgroundRun implements AutoCloseable {
  private static final Duration LIMIT = Duration.ofSeconds(120);

  private final StringWriter written = new StringWriter();
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
    Eventually.holds(
        LIMIT, () -> !isAlive() || cancelled(), () -> "there is no job to cancel: " + output());
    if (!ends(LIMIT)) {
      throw new AssertionError("it was cancelled and goes on: " + output());
    }
  }

  private boolean cancelled() throws InterruptedException {
    String address = "localhost:" + port;
    try {
      List<ClusterView.Job> jobs = new ClusterView(address, new Configuration()).jobs();
      return !jobs.isEmpty() && JobCancel.ask(address, jobs.get(0).id()).isEmpty();
    } catch (IOException e) {
      // it has just ended
      return false;
    }
  }

  @Override
  public void close() throws Exception {
    cancel();
  }
}
