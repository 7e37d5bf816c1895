package io.spillway.bench.paced;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.WebOptions;

/** What Flink says of the checkpoints of a job in this process. */
final class CheckpointStatistics {
  /** Checkpoints of which it says more than their number and mean. */
  private static final int KEPT = 10_000;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient client = HttpClient.newHttpClient();
  private final URI statistics;

  /**
   * @param port of Flink's REST interface
   */
  CheckpointStatistics(int port, JobID job) {
    statistics = URI.create("http://localhost:" + port + "/jobs/" + job + "/checkpoints");
  }

  /** What a job's environment needs for it. */
  static Configuration options(int port) {
    Configuration rest = new Configuration();
    rest.set(RestOptions.BIND_PORT, Integer.toString(port));
    rest.set(RestOptions.PORT, port);
    rest.set(WebOptions.CHECKPOINTS_HISTORY_SIZE, KEPT);
    return rest;
  }

  /** The newest ones, the newest first. */
  JsonNode history() throws IOException, InterruptedException {
    return read().path("history");
  }

  /** Bytes that all completed ones have written. */
  long writtenBytes() throws IOException, InterruptedException {
    JsonNode all = read();
    return all.at("/counts/completed").asLong() * all.at("/summary/checkpointed_size/avg").asLong();
  }

  private JsonNode read() throws IOException, InterruptedException {
    return JSON.readTree(
        client.send(HttpRequest.newBuilder(statistics).build(), BodyHandlers.ofString()).body());
  }
}
