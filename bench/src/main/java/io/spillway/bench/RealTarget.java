package io.spillway.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.testing.EngineProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A real engine, in real time. Each has an index of its own, {@code spillway-bench-<n>}: what is
 * late from the one before must not make this one's.
 */
final class RealTarget implements BulkTarget {
  private static final String PREFIX = "spillway-bench-";
  private static final AtomicInteger COUNT = new AtomicInteger();
  private static final Duration TIMEOUT = Duration.ofSeconds(30);
  private static final ObjectMapper JSON = new ObjectMapper();

  private final String index = PREFIX + COUNT.incrementAndGet();
  private final HttpClient http = HttpClient.newHttpClient();
  private final String url;
  private final URI bulk;
  private final EngineProcess process;
  private final int poisonEvery;
  private final String filling = "x".repeat(DOCUMENT_BYTES - 90);
  private final ConcurrentLinkedQueue<Answer> answers = new ConcurrentLinkedQueue<>();
  private long nextId;

  /**
   * @param process the engine where it is this process's own, else null
   */
  RealTarget(String url, EngineProcess process, double poison)
      throws IOException, InterruptedException {
    this.process = process;
    this.poisonEvery = poison > 0 ? (int) Math.round(1 / poison) : 0;
    this.bulk = URI.create(url + "/_bulk?filter_path=errors,items.*.status");
    this.url = url;
    deleteIndex();
    HttpResponse<String> made =
        call(
            "PUT",
            url + "/" + index,
            "{\"settings\":{\"number_of_replicas\":0},"
                + "\"mappings\":{\"properties\":{\"n\":{\"type\":\"integer\"}}}}");
    if (made.statusCode() / 100 != 2) {
      throw new IOException("can't make the index " + index + ": " + made.body());
    }
  }

  private void deleteIndex() throws IOException, InterruptedException {
    HttpResponse<String> answer = call("DELETE", url + "/" + index, "");
    if (answer.statusCode() / 100 != 2 && answer.statusCode() != 404) {
      throw new IOException("can't delete the index " + index + ": " + answer.body());
    }
  }

  @Override
  public void close() throws IOException, InterruptedException {
    deleteIndex();
  }

  private HttpResponse<String> call(String method, String url, String body)
      throws IOException, InterruptedException {
    return http.send(
        HttpRequest.newBuilder(URI.create(url))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void send(int request, int documents, long nowMs) {
    HttpRequest post =
        HttpRequest.newBuilder(bulk)
            .timeout(TIMEOUT)
            .header("Content-Type", "application/x-ndjson")
            .POST(HttpRequest.BodyPublishers.ofByteArray(body(documents)))
            .build();
    var unused =
        http.sendAsync(post, HttpResponse.BodyHandlers.ofByteArray())
            .whenComplete(
                (response, failure) ->
                    answers.add(
                        failure == null
                            ? answer(request, documents, response)
                            : new Answer(request, 0, 0, 0, documents)));
  }

  private byte[] body(int documents) {
    StringBuilder body = new StringBuilder(documents * DOCUMENT_BYTES);
    for (int i = 0; i < documents; i++) {
      long id = nextId++;
      boolean bad = poisonEvery > 0 && id % poisonEvery == 0;
      body.append("{\"index\":{\"_index\":\"")
          .append(index)
          .append("\",\"_id\":\"")
          .append(id)
          .append("\"}}\n");
      body.append("{\"n\":").append(bad ? "\"bad\"" : Long.toString(id % 1000));
      body.append(",\"text\":\"").append(filling).append("\"}\n");
    }
    return body.toString().getBytes(StandardCharsets.UTF_8);
  }

  private static Answer answer(int request, int documents, HttpResponse<byte[]> response) {
    if (response.statusCode() == 429) {
      return new Answer(request, 0, 0, documents, 0);
    }
    if (response.statusCode() != 200) {
      return new Answer(request, 0, 0, 0, documents);
    }
    try {
      int stored = 0;
      int dead = 0;
      int rejected = 0;
      int errors = 0;
      for (JsonNode item : JSON.readTree(response.body()).get("items")) {
        int status = item.elements().next().get("status").asInt();
        stored += status < 300 || status == 409 ? 1 : 0;
        dead += status == 400 ? 1 : 0;
        rejected += status == 429 ? 1 : 0;
        errors += status > 409 && status != 429 ? 1 : 0;
      }
      return new Answer(request, stored, dead, rejected, errors);
    } catch (IOException e) {
      return new Answer(request, 0, 0, 0, documents);
    }
  }

  @Override
  public List<Answer> answers(long nowMs) {
    List<Answer> taken = new ArrayList<>();
    for (Answer answer; (answer = answers.poll()) != null; ) {
      taken.add(answer);
    }
    return taken;
  }

  @Override
  public void refuse(boolean everything) {
    try {
      if (everything) {
        process.saturate();
      } else {
        process.release();
      }
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException("the engine can't be made to refuse", e);
    }
  }
}
