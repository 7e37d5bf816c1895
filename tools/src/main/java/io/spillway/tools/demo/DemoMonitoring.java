package io.spillway.tools.demo;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.metrics.KnownMetric;
import io.spillway.metrics.MetricCatalogue;
import io.spillway.metrics.MetricNames;
import io.spillway.tools.run.FreePort;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** A Prometheus of its own beside a demo: asks the job once a second, and can be asked after it. */
public final class DemoMonitoring implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int READY_SECONDS = 60;
  private static final String WAKE_CALLS = shown(MetricNames.WAKE_CALLS);
  private static final String SPOOL_BYTES = shown(MetricNames.SPOOL_BYTES);
  private static final String DRAINS = shown(MetricNames.DDL_DRAIN_DURATION);
  private static final String BALANCE = shown(MetricNames.BALANCE_DIFFERENCE);

  private final Process process;
  private final String url;
  private final int jobPort;

  private DemoMonitoring(Process process, String url, int jobPort) {
    this.process = process;
    this.url = url;
    this.jobPort = jobPort;
  }

  /**
   * What is asked at the end.
   *
   * @param query in PromQL, over the whole demo
   */
  record Reading(String what, String query) {}

  /** The program, where one of these folders has it. */
  public static Optional<Path> installed(String path) {
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, "prometheus"))
        .filter(Files::isExecutable)
        .findFirst();
  }

  /**
   * Starts it; nothing is asked yet, as there is no job.
   *
   * @param rules the alert rules, which it evaluates too
   */
  public static DemoMonitoring start(Path prometheus, DemoFolder folder, Path rules)
      throws IOException {
    int jobPort = FreePort.find();
    int port = FreePort.find();
    Path work = Files.createDirectories(folder.monitoring()).toAbsolutePath();
    Path config = work.resolve("prometheus.yml");
    Files.writeString(config, config(jobPort, rules.toAbsolutePath()));
    Process process =
        new ProcessBuilder(
                prometheus.toString(),
                "--config.file=" + config,
                "--storage.tsdb.path=" + work.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port)
            .redirectErrorStream(true)
            .redirectOutput(work.resolve("prometheus.log").toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroy));
    DemoMonitoring monitoring = new DemoMonitoring(process, "http://127.0.0.1:" + port, jobPort);
    try {
      monitoring.awaitReady(work);
    } catch (IOException e) {
      monitoring.close();
      throw e;
    }
    return monitoring;
  }

  private static String config(int jobPort, Path rules) {
    return """
        global:
          scrape_interval: 1s
          evaluation_interval: 5s
        rule_files:
          - %s
        scrape_configs:
          - job_name: flink
            static_configs:
              - targets: ["127.0.0.1:%d"]
        """
        .formatted(rules, jobPort);
  }

  private void awaitReady(Path work) throws IOException {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(READY_SECONDS);
    while (process.isAlive() && System.nanoTime() < deadline) {
      try {
        if (get("/-/ready").isPresent()) {
          return;
        }
      } catch (IOException e) {
        // it doesn't listen yet
      }
      pause();
    }
    throw new IOException("Prometheus did not start; see " + work.resolve("prometheus.log"));
  }

  private static void pause() throws IOException {
    try {
      TimeUnit.MILLISECONDS.sleep(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  /** Where the job has to show its metrics. */
  public int jobPort() {
    return jobPort;
  }

  /** Its pages. */
  public String url() {
    return url;
  }

  /** What it has seen, a line for each reading. */
  public List<String> seen() throws IOException {
    List<String> lines = new ArrayList<>();
    for (Reading reading : readings()) {
      lines.add(String.format(Locale.ROOT, "%-34s %s", reading.what(), value(reading.query())));
    }
    return lines;
  }

  /** The readings; each name is one of the catalogue's. */
  static List<Reading> readings() {
    return List.of(
        new Reading("samples of the job", "sum(count_over_time(up[1h]))"),
        new Reading("rows taken in", "sum(max_over_time(%s[1h]))".formatted(WAKE_CALLS)),
        new Reading(
            "most in the spool, bytes", "max_over_time(sum(%s)[1h:1s])".formatted(SPOOL_BYTES)),
        new Reading(
            "longest drain for a DDL, seconds",
            "max(max_over_time(%s{quantile=\"0.99\"}[1h]))".formatted(DRAINS)),
        new Reading(
            "difference of the balance, rows",
            "max(max_over_time(%s[1h])) or vector(0)".formatted(BALANCE)),
        new Reading("alerts firing", "count(ALERTS{alertstate=\"firing\"}) or vector(0)"));
  }

  private static String shown(String name) {
    return MetricCatalogue.all().stream()
        .filter(metric -> metric.name().equals(name))
        .map(KnownMetric::prometheus)
        .findFirst()
        .orElseThrow();
  }

  private String value(String query) throws IOException {
    String path = "/api/v1/query?query=" + URLEncoder.encode(query, StandardCharsets.UTF_8);
    JsonNode result = JSON.readTree(get(path).orElse("{}")).path("data").path("result");
    return result.isEmpty() ? "none" : result.path(0).path("value").path(1).asText();
  }

  private Optional<String> get(String path) throws IOException {
    try {
      var answer =
          HttpClient.newHttpClient()
              .send(
                  HttpRequest.newBuilder(URI.create(url + path)).build(), BodyHandlers.ofString());
      return answer.statusCode() == 200 ? Optional.of(answer.body()) : Optional.empty();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }

  @Override
  public void close() {
    process.destroy();
  }
}
