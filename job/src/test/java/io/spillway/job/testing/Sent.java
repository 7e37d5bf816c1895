package io.spillway.job.testing;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What a stream of canal-json messages asks for, worked out from the messages alone.
 *
 * @param rows every row's message, and how often it may be delivered: once, and once more for each
 *     repetition that came before a resolved event had covered it
 * @param ddls every DDL message once
 */
public record Sent(Map<String, Integer> rows, Map<String, Row> parsed, List<Ddl> ddls) {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** A row's place in the order of its table ({@code schema.table}). */
  public record Row(long commitTs, String table) {}

  /** A statement on a table ({@code schema.table}). */
  public record Ddl(long commitTs, String table, String query) {}

  /** Of partitions whose messages are all sound. */
  public static Sent of(List<List<byte[]>> partitions) throws IOException {
    Sent sent = new Sent(new HashMap<>(), new HashMap<>(), new ArrayList<>());
    Set<Ddl> known = new HashSet<>();
    for (List<byte[]> partition : partitions) {
      long resolved = Long.MIN_VALUE;
      for (byte[] message : partition) {
        JsonNode json = JSON.readTree(message);
        if (json.get("type").asText().equals("TIDB_WATERMARK")) {
          resolved = Math.max(resolved, json.get("_tidb").get("watermarkTs").asLong());
        } else {
          sent.add(message, json, resolved, known);
        }
      }
    }
    return sent;
  }

  private void add(byte[] message, JsonNode json, long resolved, Set<Ddl> known) {
    long commitTs = json.get("_tidb").get("commitTs").asLong();
    String table = json.get("database").asText() + "." + json.get("table").asText();
    if (json.get("isDdl").asBoolean()) {
      Ddl ddl = new Ddl(commitTs, table, json.get("sql").asText());
      if (known.add(ddl)) {
        ddls.add(ddl);
      }
    } else if (commitTs > resolved) {
      String text = new String(message, StandardCharsets.UTF_8);
      rows.merge(text, 1, Integer::sum);
      parsed.put(text, new Row(commitTs, table));
    }
  }

  /** Commit timestamp of the last row. */
  public long last() {
    return parsed.values().stream().mapToLong(Row::commitTs).max().orElse(Long.MIN_VALUE);
  }

  /** Rows that may be delivered, with those that may come twice. */
  public long allowed() {
    return rows.values().stream().mapToLong(Integer::longValue).sum();
  }

  /** DDLs of one table. */
  List<Ddl> ddlsOf(String table) {
    return ddls.stream().filter(ddl -> ddl.table().equals(table)).toList();
  }
}
