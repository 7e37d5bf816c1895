package io.spillway.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.bulk.EngineError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Asks each host of an engine who it is, and whether the login may write. For people who want to
 * know before a job starts; changes nothing.
 */
public final class EngineCheck {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int OLDEST_MAJOR = 7;

  /** Without the others new fields are guessed, or documents stay after a TRUNCATE. */
  private static final Set<String> NEEDED = Set.of("index", "delete");

  private static final List<String> ASKED =
      List.of("create_index", "index", "delete", "view_index_metadata", "manage", "read");

  private EngineCheck() {}

  /**
   * @param message what is wrong, with the host
   * @param isWarning whether the sink may work all the same
   */
  public record Fault(String message, boolean isWarning) {}

  /**
   * What is wrong, for each host; empty for nothing.
   *
   * @param indices patterns of the indices that will be written, as {@code *.*}
   * @param timeout for each question
   */
  public static List<Fault> faults(ConnectionConfig config, List<String> indices, Duration timeout)
      throws InterruptedException {
    List<Fault> faults = new ArrayList<>();
    boolean asked = false;
    for (String host : config.hosts()) {
      int milliseconds = (int) Math.min(config.requestTimeoutMs(), timeout.toMillis());
      ConnectionConfig one =
          new ConnectionConfig(
              List.of(host), config.login(), config.tls(), milliseconds, config.gzip());
      try (RestBulkTransport transport = new RestBulkTransport(one, 1)) {
        Reply hello = ask(transport, new Call("GET", "/", Map.of(), null, null), timeout);
        List<Fault> found = ofGreeting(host, hello);
        faults.addAll(found);
        if (found.stream().allMatch(Fault::isWarning) && !asked) {
          asked = true;
          faults.addAll(
              isOpenSearch(hello)
                  ? ofPermissions(host, transport, indices, timeout)
                  : ofRights(host, ask(transport, rights(indices), timeout)));
        }
      }
    }
    return faults;
  }

  private static Reply ask(RestBulkTransport transport, Call call, Duration timeout)
      throws InterruptedException {
    CompletableFuture<Reply> answer = new CompletableFuture<>();
    transport.send(call, answer::complete);
    try {
      return answer.get(timeout.toMillis() + 1_000, TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException e) {
      return new Lost(BulkTransport.Loss.TIMEOUT, "no answer within " + timeout.toSeconds() + " s");
    }
  }

  static List<Fault> ofGreeting(String host, Reply reply) {
    if (reply instanceof Lost lost) {
      return fault(host + " doesn't answer: " + lost.reason());
    }
    Answered answered = (Answered) reply;
    return switch (answered.status()) {
      case 200 -> ofVersion(host, answered.body());
      case 401 ->
          fault(host + " refuses the login (401): see elasticsearch.user, password, api-key");
      case 403, 404, 405 ->
          List.of(
              new Fault(
                  host
                      + " answers, but not with its version: "
                      + answered.status()
                      + " "
                      + reason(answered),
                  true));
      default ->
          fault(host + " answers with status " + answered.status() + ": " + reason(answered));
    };
  }

  private static List<Fault> ofVersion(String host, byte[] body) {
    JsonNode version;
    try {
      version = JSON.readTree(body).path("version");
    } catch (IOException e) {
      return fault(host + " answers, but not as a search engine does: its answer isn't JSON");
    }
    String number = version.path("number").asText("");
    if (number.isEmpty()) {
      return fault(host + " answers, but not as a search engine does: it has no version");
    }
    String major = number.split("\\.", 2)[0];
    boolean isOld = major.matches("\\d{1,9}") && Integer.parseInt(major) < OLDEST_MAJOR;
    return isOld && !isOpenSearch(version)
        ? fault(host + " is Elasticsearch " + number + "; 7 is the oldest that is supported")
        : List.of();
  }

  private static boolean isOpenSearch(JsonNode version) {
    return version.path("distribution").asText("").equals("opensearch");
  }

  /** By its version, or by how it refuses to give that. */
  private static boolean isOpenSearch(Reply hello) {
    try {
      return !OpenSearchRights.missing(List.of(hello)).isEmpty()
          || (hello instanceof Answered answered
              && isOpenSearch(JSON.readTree(answered.body()).path("version")));
    } catch (IOException e) {
      return false;
    }
  }

  /** What a login lacks in OpenSearch; of names that may be any, only as a warning. */
  private static List<Fault> ofPermissions(
      String host, RestBulkTransport transport, List<String> indices, Duration timeout)
      throws InterruptedException {
    List<Fault> faults = new ArrayList<>();
    for (String pattern : indices) {
      List<Reply> replies = new ArrayList<>();
      for (Call question : OpenSearchRights.questions(pattern)) {
        replies.add(ask(transport, question, timeout));
      }
      Reply existing = ask(transport, OpenSearchRights.existing(pattern), timeout);
      Optional<Call> last = OpenSearchRights.ofExisting(existing);
      if (last.isPresent()) {
        replies.add(ask(transport, last.get(), timeout));
      }
      for (String permission : OpenSearchRights.missing(replies)) {
        faults.add(
            new Fault(
                host + ": the login lacks the permission " + permission + " on indices " + pattern,
                pattern.startsWith("*") || !OpenSearchRights.isNeeded(permission)));
      }
    }
    return faults;
  }

  private static Call rights(List<String> indices) {
    ObjectNode asked = JSON.createObjectNode();
    ObjectNode index = asked.putArray("index").addObject();
    indices.forEach(index.putArray("names")::add);
    ASKED.forEach(index.putArray("privileges")::add);
    return new Call(
        "POST",
        "/_security/user/_has_privileges",
        Map.of(),
        asked.toString().getBytes(StandardCharsets.UTF_8),
        "application/json");
  }

  /** An engine without security, or with another kind of it, says nothing. */
  static List<Fault> ofRights(String host, Reply reply) {
    if (!(reply instanceof Answered answered) || answered.status() != 200) {
      return List.of();
    }
    List<Fault> faults = new ArrayList<>();
    try {
      JsonNode indices = JSON.readTree(answered.body()).path("index");
      indices
          .fields()
          .forEachRemaining(
              index ->
                  index
                      .getValue()
                      .fields()
                      .forEachRemaining(
                          right -> {
                            if (!right.getValue().asBoolean(true)) {
                              faults.add(
                                  new Fault(
                                      host
                                          + ": the login lacks the privilege "
                                          + right.getKey()
                                          + " on indices "
                                          + index.getKey(),
                                      !NEEDED.contains(right.getKey())));
                            }
                          }));
    } catch (IOException e) {
      return List.of();
    }
    return faults;
  }

  private static String reason(Answered answered) {
    EngineError error = EngineError.ofRequest(answered.body());
    return error.type() + " " + error.reason();
  }

  private static List<Fault> fault(String message) {
    return List.of(new Fault(message, false));
  }
}
