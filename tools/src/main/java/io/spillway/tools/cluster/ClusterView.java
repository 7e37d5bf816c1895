package io.spillway.tools.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.runtime.net.SSLUtils;

/** What a JobManager tells of its cluster through REST. */
public final class ClusterView {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Duration ANSWER = Duration.ofSeconds(5);

  private final String base;
  private final HttpClient http;

  /**
   * @param address as {@code localhost:8081}
   * @param options Flink's, of which those of TLS count
   * @throws IllegalConfigurationException where TLS is on and its keys can't be used
   */
  public ClusterView(String address, Configuration options) {
    HttpClient.Builder client = HttpClient.newBuilder().connectTimeout(ANSWER);
    boolean tls = SecurityOptions.isRestSSLEnabled(options);
    if (tls) {
      client.sslContext(context(options));
    }
    this.base = (tls ? "https://" : "http://") + address;
    this.http = client.build();
  }

  private static SSLContext context(Configuration options) {
    try {
      return SSLUtils.createRestSSLContext(options, true);
    } catch (Exception e) {
      throw new IllegalConfigurationException(
          "security.ssl.rest: its keys can't be used: " + e.getMessage(), e);
    }
  }

  /** Where its web pages are. */
  public String page() {
    return base;
  }

  /** Counts. */
  public record Overview(int taskManagers, int slots, int freeSlots, int runningJobs) {}

  /** A job and its state, as {@code RUNNING}. */
  public record Job(String id, String name, String state) {}

  /** A registered TaskManager. */
  public record Worker(String name, int slots, int freeSlots) {}

  /** The cluster's counts; empty where nobody answers. */
  public Optional<Overview> overview() throws InterruptedException {
    return get("/overview")
        .map(
            json ->
                new Overview(
                    json.path("taskmanagers").asInt(),
                    json.path("slots-total").asInt(),
                    json.path("slots-available").asInt(),
                    json.path("jobs-running").asInt()));
  }

  /** All jobs that it remembers; none where nobody answers. */
  public List<Job> jobs() throws InterruptedException {
    List<Job> jobs = new ArrayList<>();
    get("/jobs/overview")
        .ifPresent(
            json ->
                json.path("jobs")
                    .forEach(
                        job ->
                            jobs.add(
                                new Job(
                                    job.path("jid").asText(),
                                    job.path("name").asText(),
                                    job.path("state").asText()))));
    return jobs;
  }

  /** Whether every task of a job runs: only then a savepoint can be taken. */
  public boolean allTasksRun(String jobId) throws InterruptedException {
    JsonNode vertices =
        get("/jobs/" + jobId).map(job -> job.path("vertices")).orElse(JSON.createArrayNode());
    boolean all = !vertices.isEmpty();
    for (JsonNode vertex : vertices) {
      all &= vertex.path("status").asText().equals("RUNNING");
    }
    return all;
  }

  /** Its TaskManagers; none where nobody answers. */
  public List<Worker> workers() throws InterruptedException {
    List<Worker> workers = new ArrayList<>();
    get("/taskmanagers")
        .ifPresent(
            json ->
                json.path("taskmanagers")
                    .forEach(
                        worker ->
                            workers.add(
                                new Worker(
                                    worker.path("id").asText(),
                                    worker.path("slotsNumber").asInt(),
                                    worker.path("freeSlots").asInt()))));
    return workers;
  }

  /** An answer; empty where nobody answers with success. */
  private Optional<JsonNode> get(String path) throws InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create(base + path)).timeout(ANSWER).build();
    try {
      HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
      return answer.statusCode() == 200
          ? Optional.of(JSON.readTree(answer.body()))
          : Optional.empty();
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
