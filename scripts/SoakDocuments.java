import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;

/**
 * Compares every document of a search engine with what a stream says: index, id, version and
 * content. For scripts/soak: {@code java -cp <Jackson's jars> SoakDocuments.java URL SECONDS
 * FILE...}
 *
 * <p>Looks again and again until all are as they should be, for so many seconds at most. Exit code
 * 0: all are; 1: not, and the first differences are told.
 */
final class SoakDocuments {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final int PAGE = 5_000;
  private static final int TOLD = 20;
  private static final long PAUSE_MS = 2_000;

  private record Document(long version, String source) {}

  public static void main(String[] args) throws Exception {
    Map<String, Document> expected = new TreeMap<>();
    for (String file : Arrays.asList(args).subList(2, args.length)) {
      read(Path.of(file), expected);
    }
    // a deleted row is known by its version until the end, so that nothing older brings it back
    expected.values().removeIf(document -> document.source() == null);
    long end = System.nanoTime() + Long.parseLong(args[1]) * 1_000_000_000L;
    List<String> differences;
    do {
      Map<String, Document> documents = new TreeMap<>();
      documents(args[0], documents::put);
      differences = differences(documents, expected);
      if (differences.isEmpty()) {
        System.out.println(
            documents.size() + " documents, each in the version and with the content of the stream");
        return;
      }
      Thread.sleep(PAUSE_MS);
    } while (System.nanoTime() < end);
    differences.forEach(System.out::println);
    System.out.println("not all " + expected.size() + " documents are as the stream says");
    System.exit(1);
  }

  private static void read(Path file, Map<String, Document> documents) throws IOException {
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.UTF_8)) {
      for (String line; (line = lines.readLine()) != null; ) {
        JsonNode message = JSON.readTree(line);
        String type = message.get("type").asText();
        if (!message.get("isDdl").asBoolean() && !type.equals("TIDB_WATERMARK")) {
          row(message, type.equals("DELETE"), documents);
        }
      }
    }
  }

  private static void row(JsonNode message, boolean delete, Map<String, Document> documents) {
    JsonNode data = message.get("data").get(0);
    String id = data.get(message.at("/pkNames/0").asText()).asText();
    String index = message.get("database").asText() + "." + message.get("table").asText();
    long version = message.at("/_tidb/commitTs").asLong();
    Document known = documents.get(index + "/" + id);
    if (known == null || known.version() < version || (known.version() == version && !delete)) {
      documents.put(
          index + "/" + id, new Document(version, delete ? null : source(message, data)));
    }
  }

  /** The made-up stream has whole numbers and texts only. */
  private static String source(JsonNode message, JsonNode data) {
    ObjectNode source = JSON.createObjectNode();
    data.fields()
        .forEachRemaining(
            field -> {
              String type = message.at("/mysqlType/" + field.getKey()).asText();
              boolean number = type.startsWith("bigint") || type.startsWith("int");
              if (number && !field.getValue().isNull()) {
                source.put(field.getKey(), Long.parseLong(field.getValue().asText()));
              } else {
                source.set(field.getKey(), field.getValue());
              }
            });
    return source.toString();
  }

  private static void documents(String url, BiConsumer<String, Document> to) throws Exception {
    call("POST", url + "/_refresh", "");
    for (JsonNode row : call("GET", url + "/_cat/indices/shop.*?format=json&h=index", null)) {
      String index = row.get("index").asText();
      JsonNode hits;
      String from = "";
      do {
        String query =
            "{\"version\":true,\"size\":" + PAGE + ",\"sort\":[\"_doc\"]" + from + "}";
        hits = call("POST", url + "/" + index + "/_search", query).at("/hits/hits");
        for (JsonNode hit : hits) {
          to.accept(
              index + "/" + hit.get("_id").asText(),
              new Document(hit.get("_version").asLong(), hit.get("_source").toString()));
          from = ",\"search_after\":" + hit.get("sort");
        }
      } while (hits.size() == PAGE);
    }
  }

  private static JsonNode call(String method, String url, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url))
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> answer = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() / 100 != 2) {
      throw new IOException(method + " " + url + ": " + answer.statusCode() + answer.body());
    }
    return JSON.readTree(answer.body());
  }

  private static List<String> differences(
      Map<String, Document> documents, Map<String, Document> expected) {
    TreeSet<String> keys = new TreeSet<>(documents.keySet());
    keys.addAll(expected.keySet());
    return keys.stream()
        .filter(key -> !Objects.equals(documents.get(key), expected.get(key)))
        .map(key -> key + " is " + documents.get(key) + ", expected " + expected.get(key))
        .limit(TOLD)
        .toList();
  }
}
