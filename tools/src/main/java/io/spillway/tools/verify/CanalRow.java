package io.spillway.tools.verify;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import io.spillway.event.CommitTs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A line of a data file, as far as checks need it. One instance reads line after line.
 *
 * <p>commitTs is that of the TiDB extension; without the extension it is {@code es << 18}.
 */
final class CanalRow implements LineRow {
  private static final Set<String> ROW_TYPES = Set.of("INSERT", "UPDATE", "DELETE");
  private static final JsonFactory FACTORY = new JsonFactory();

  private final List<String> keyNames = new ArrayList<>();
  private final List<String> names = new ArrayList<>();
  private final List<String> values = new ArrayList<>();
  private String database;
  private String table;
  private String type;
  private boolean ddl;
  private int objects;
  private long es;
  private long commitTs;
  private boolean extended;

  @Override
  public String read(byte[] buffer, int offset, int length) throws IOException {
    clear();
    try (JsonParser json = FACTORY.createParser(buffer, offset, length)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        return "not a JSON object";
      }
      while (json.nextToken() != JsonToken.END_OBJECT) {
        String key = json.currentName();
        member(key, json, json.nextToken());
      }
      if (json.nextToken() != null) {
        return "something follows the object";
      }
    } catch (JsonProcessingException e) {
      return e.getOriginalMessage();
    }
    return missing();
  }

  @Override
  public boolean isControl() {
    return ddl || !ROW_TYPES.contains(type);
  }

  /** Whether this is a DDL. */
  boolean isDdl() {
    return ddl;
  }

  @Override
  public String database() {
    return database;
  }

  @Override
  public String table() {
    return table;
  }

  @Override
  public String type() {
    return type;
  }

  @Override
  public long commitTs() {
    return commitTs;
  }

  @Override
  public boolean hasKey() {
    return !keyNames.isEmpty();
  }

  @Override
  public long hash() {
    long hash = mix(commitTs, type);
    for (String key : keyNames) {
      for (int i = 0; i < names.size(); i++) {
        if (names.get(i).equals(key)) {
          hash = mix(hash, values.get(i));
        }
      }
    }
    return hash;
  }

  /** The same together with the table, for rows of many. */
  long hashInTable() {
    return mix(mix(hash(), database), table);
  }

  private void clear() {
    keyNames.clear();
    names.clear();
    values.clear();
    database = null;
    table = null;
    type = null;
    ddl = false;
    objects = 0;
    es = -1;
    commitTs = -1;
    extended = false;
  }

  private void member(String key, JsonParser json, JsonToken token) throws IOException {
    switch (key) {
      case "database" -> database = text(json, token);
      case "table" -> table = text(json, token);
      case "type" -> type = text(json, token);
      case "isDdl" -> ddl = token == JsonToken.VALUE_TRUE;
      case "es" -> es = number(json, token);
      case "pkNames" -> keys(json, token);
      case "data" -> data(json, token);
      case "_tidb" -> extension(json, token);
      default -> json.skipChildren();
    }
  }

  private void keys(JsonParser json, JsonToken token) throws IOException {
    if (token == JsonToken.START_ARRAY) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        keyNames.add(json.getText());
        json.skipChildren();
      }
    }
  }

  private void data(JsonParser json, JsonToken token) throws IOException {
    if (token != JsonToken.START_ARRAY) {
      json.skipChildren();
      return;
    }
    for (JsonToken t = json.nextToken(); t != JsonToken.END_ARRAY; t = json.nextToken()) {
      if (t == JsonToken.START_OBJECT) {
        objects++;
        while (json.nextToken() != JsonToken.END_OBJECT) {
          names.add(json.currentName());
          values.add(text(json, json.nextToken()));
        }
      } else {
        json.skipChildren();
      }
    }
  }

  private void extension(JsonParser json, JsonToken token) throws IOException {
    if (token != JsonToken.START_OBJECT) {
      return;
    }
    extended = true;
    while (json.nextToken() != JsonToken.END_OBJECT) {
      boolean wanted = json.currentName().equals("commitTs");
      JsonToken value = json.nextToken();
      if (wanted) {
        commitTs = number(json, value);
      } else {
        json.skipChildren();
      }
    }
  }

  private String missing() {
    if (type == null) {
      return "no type";
    }
    if (isControl()) {
      return null;
    }
    if (!extended && es >= 0 && es <= CommitTs.MAX_MILLIS) {
      commitTs = CommitTs.ofMillis(es);
    }
    if (commitTs < 0) {
      return "no commitTs";
    }
    if (database == null || table == null) {
      return "no database or table";
    }
    return objects == 0 ? "no data" : null;
  }

  private static String text(JsonParser json, JsonToken token) throws IOException {
    if (token.isStructStart()) {
      json.skipChildren();
      return null;
    }
    return token == JsonToken.VALUE_NULL ? null : json.getText();
  }

  private static long number(JsonParser json, JsonToken token) throws IOException {
    if (token == JsonToken.VALUE_NUMBER_INT) {
      return json.getLongValue();
    }
    json.skipChildren();
    return -1;
  }

  /** FNV-1a over the characters, then a finisher that spreads every bit over all 64. */
  static long mix(long seed, String text) {
    long hash = seed ^ 0xcbf29ce484222325L;
    int length = text == null ? -1 : text.length();
    hash = (hash ^ length) * 0x100000001b3L;
    for (int i = 0; i < length; i++) {
      hash = (hash ^ text.charAt(i)) * 0x100000001b3L;
    }
    hash = (hash ^ hash >>> 33) * 0xff51afd7ed558ccdL;
    hash = (hash ^ hash >>> 33) * 0xc4ceb9fe1a85ec53L;
    return hash ^ hash >>> 33;
  }
}
