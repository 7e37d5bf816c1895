package io.spillway.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Reply;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a login may do in OpenSearch, whose security plugin has nothing to ask for that: requests as
 * the job sends them, none of which can change anything, are refused by the name of the permission,
 * or fail for another reason. They are for an index that isn't there, have values that no index may
 * have, or write on the condition that a document is there which isn't.
 */
final class OpenSearchRights {
  /** Without the others new fields are guessed, or documents stay after a TRUNCATE. */
  private static final Set<String> NEEDED =
      Set.of(
          "indices:data/write/bulk",
          "indices:data/write/bulk[s]",
          "indices:data/write/index",
          "indices:data/write/delete");

  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Pattern REFUSED = Pattern.compile("no permissions for \\[(.+?)] and User");
  private static final String NOBODY = "spillway-validate";
  private static final Map<String, String> IF_THERE =
      Map.of("if_seq_no", "0", "if_primary_term", "1");
  private static final Map<String, String> IF_ALIAS_AND_THERE =
      Map.of("if_seq_no", "0", "if_primary_term", "1", "require_alias", "true");

  private OpenSearchRights() {}

  /**
   * @param pattern of the indices that will be written, as {@code shop.*}
   */
  static List<Call> questions(String pattern) {
    String index = "/" + pattern.replace("*", NOBODY);
    String document = index + "/_doc/" + NOBODY;
    return List.of(
        json("PUT", index, Map.of(), "{\"settings\":{\"index.number_of_shards\":0}}"),
        bulk(index.substring(1)),
        json("PUT", document, IF_ALIAS_AND_THERE, "{}"),
        json("DELETE", document, IF_THERE, null),
        json("PUT", index + "/_mapping", Map.of(), "{\"properties\":{}}"),
        json("GET", index + "/_mapping", Map.of(), null),
        json("GET", index + "/_settings", Map.of(), null),
        json("POST", index + "/_refresh", Map.of(), null),
        json("POST", index + "/_search", Map.of(), "{\"query\":{\"match_none\":{}}}"),
        json("POST", "/_search/scroll", Map.of(), "{\"scroll_id\":\"" + NOBODY + "\"}"));
  }

  /** Which of the pattern's indices there are: one of them is needed for a last question. */
  static Call existing(String pattern) {
    return json("GET", "/" + pattern + "/_settings", Map.of(), null);
  }

  /** The last question, to an index that is there; empty where none is. */
  static Optional<Call> ofExisting(Reply existing) {
    if (existing instanceof Answered answered && answered.status() == 200) {
      try {
        Iterator<String> names = JSON.readTree(answered.body()).fieldNames();
        return names.hasNext() ? Optional.of(bulk(names.next())) : Optional.empty();
      } catch (IOException e) {
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private static Call bulk(String index) {
    String item =
        "{\"delete\":{\"_index\":%s,\"_id\":\"%s\",\"if_seq_no\":0,\"if_primary_term\":1}}\n"
            .formatted(JSON.getNodeFactory().textNode(index), NOBODY);
    return new Call(
        "POST", "/_bulk", Map.of(), item.getBytes(StandardCharsets.UTF_8), "application/x-ndjson");
  }

  private static Call json(String method, String path, Map<String, String> query, String body) {
    byte[] bytes = body == null ? null : body.getBytes(StandardCharsets.UTF_8);
    return new Call(method, path, query, bytes, body == null ? null : "application/json");
  }

  /** The permissions that answers name as missing, each once. */
  static Set<String> missing(List<Reply> replies) {
    Set<String> missing = new TreeSet<>();
    for (Reply reply : replies) {
      if (reply instanceof Answered answered) {
        missing.addAll(missing(answered));
      }
    }
    return missing;
  }

  private static List<String> missing(Answered answered) {
    List<String> missing = new ArrayList<>();
    try {
      for (JsonNode reason : JSON.readTree(answered.body()).findValues("reason")) {
        Matcher refused = REFUSED.matcher(reason.asText());
        if (refused.find()) {
          missing.addAll(List.of(refused.group(1).split(", ")));
        }
      }
    } catch (IOException e) {
      // a page of something in between
      return List.of();
    }
    return missing;
  }

  /** Whether nothing can be written without it. */
  static boolean isNeeded(String permission) {
    return NEEDED.contains(permission);
  }
}
