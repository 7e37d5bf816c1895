package io.spillway.encode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.spillway.encode.RowIdentity.Digest;
import io.spillway.event.CommitTs;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Reads the identities of canal-json rows as they stand in a data file. A row that the decoder has
 * just made of a message, of whatever format, is that line without its end, so both have the same
 * identity.
 *
 * <p>What the source makes anew whenever it sends a row isn't part of it: {@code ts}, {@code id},
 * the order of columns, escapes in text, {@code sqlType} and {@code mysqlType}. The commit
 * timestamp is that of {@code _tidb}, or {@code es} where there is no extension. Reused from row to
 * row; not thread-safe.
 */
public final class RowIdentities {
  /** Without canonical names: a source with ever new keys must not fill the factory's table. */
  private static final JsonFactory JSON =
      JsonFactory.builder().disable(JsonFactory.Feature.CANONICALIZE_FIELD_NAMES).build();

  private static final Comparator<Column> BY_NAME =
      Comparator.comparing(Column::name).thenComparing(Column::value);

  private final RowDigest digest = new RowDigest();
  private final Set<String> keys = new HashSet<>();
  private final List<List<Column>> data = new ArrayList<>();
  private final List<List<Column>> old = new ArrayList<>();
  private String type;
  private long es;
  private long commitTs;

  /**
   * @param value the kind of the value in its first letter, then the value
   */
  private record Column(String name, String value) {}

  /**
   * The identity of an encoded row.
   *
   * @param bytes hold the row at {@code offset}, {@code length} of them, with or without its line
   *     end. What is no row of canal-json has its bytes for an identity, and no key
   */
  public RowIdentity read(byte[] bytes, int offset, int length) {
    clear();
    try (JsonParser json = JSON.createParser(bytes, offset, length)) {
      if (json.nextToken() == JsonToken.START_OBJECT) {
        message(json);
      }
    } catch (IOException notJson) {
      type = null;
    }
    if (type == null || data.isEmpty() || timestamp() < 0) {
      return ofBytes(bytes, offset, length);
    }
    Digest content = content();
    boolean keyed = isKeyed();
    return new RowIdentity(keyed, keyed ? change() : content, content);
  }

  /** Type of the row that was read last, in capitals; null where it is none. */
  public String type() {
    return type;
  }

  /** Commit timestamp of the row that was read last; -1 where it has none. */
  public long commitTs() {
    return timestamp();
  }

  private void clear() {
    keys.clear();
    data.clear();
    old.clear();
    type = null;
    es = -1;
    commitTs = -1;
  }

  private RowIdentity ofBytes(byte[] bytes, int offset, int length) {
    int end = offset + length;
    while (end > offset && (bytes[end - 1] == '\n' || bytes[end - 1] == '\r')) {
      end--;
    }
    Digest content = digest.text("bytes").bytes(bytes, offset, end - offset).take();
    return new RowIdentity(false, content, content);
  }

  private long timestamp() {
    if (commitTs >= 0) {
      return commitTs;
    }
    return es < 0 || es > CommitTs.MAX_MILLIS ? -1 : CommitTs.ofMillis(es);
  }

  /** Whether every row has a value in every column of the key. */
  private boolean isKeyed() {
    for (List<Column> row : data) {
      long known = row.stream().filter(column -> keys.contains(column.name())).count();
      if (known != keys.size()) {
        return false;
      }
    }
    return !keys.isEmpty();
  }

  private Digest change() {
    digest.text("change").number(timestamp()).text(type).number(data.size());
    for (List<Column> row : data) {
      add(row.stream().filter(column -> keys.contains(column.name())).toList());
    }
    return digest.take();
  }

  private Digest content() {
    digest.text("content").number(timestamp()).text(type).number(data.size());
    data.forEach(this::add);
    digest.number(old.size());
    old.forEach(this::add);
    return digest.take();
  }

  private void add(List<Column> row) {
    digest.number(row.size());
    row.stream().sorted(BY_NAME).forEach(c -> digest.text(c.name()).text(c.value()));
  }

  private void message(JsonParser json) throws IOException {
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      String name = json.currentName();
      JsonToken value = json.nextToken();
      switch (name) {
        case "type" -> type = isText(value) ? json.getText().toUpperCase(Locale.ROOT) : type;
        case "es" -> es = number(json, value, es);
        case "pkNames" -> keys(json, value);
        case "data" -> images(json, value, data);
        case "old" -> images(json, value, old);
        case "_tidb" -> extension(json, value);
        default -> json.skipChildren();
      }
    }
  }

  private void extension(JsonParser json, JsonToken value) throws IOException {
    if (value != JsonToken.START_OBJECT) {
      return;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean wanted = json.currentName().equals("commitTs");
      JsonToken member = json.nextToken();
      commitTs = wanted ? number(json, member, commitTs) : commitTs;
      json.skipChildren();
    }
  }

  private void keys(JsonParser json, JsonToken value) throws IOException {
    if (value != JsonToken.START_ARRAY) {
      return;
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (isText(json.currentToken())) {
        keys.add(json.getText());
      }
      json.skipChildren();
    }
  }

  private static void images(JsonParser json, JsonToken value, List<List<Column>> into)
      throws IOException {
    if (value != JsonToken.START_ARRAY) {
      json.skipChildren();
      return;
    }
    while (json.nextToken() != JsonToken.END_ARRAY) {
      List<Column> row = new ArrayList<>();
      if (json.currentToken() == JsonToken.START_OBJECT) {
        while (json.nextToken() == JsonToken.FIELD_NAME) {
          String name = json.currentName();
          json.nextToken();
          row.add(new Column(name, value(json)));
        }
      }
      json.skipChildren();
      into.add(row);
    }
  }

  private static String value(JsonParser json) throws IOException {
    JsonToken token = json.currentToken();
    if (isText(token)) {
      return "t" + json.getText();
    } else if (!token.isStructStart()) {
      return "w" + json.getText();
    }
    StringBuilder nested = new StringBuilder("n");
    int depth = 0;
    do {
      token = json.currentToken();
      String word = json.getText();
      nested.append(token.ordinal()).append(':').append(word.length()).append(':').append(word);
      depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
    } while (depth > 0 && json.nextToken() != null);
    return nested.toString();
  }

  private static boolean isText(JsonToken token) {
    return token == JsonToken.VALUE_STRING;
  }

  private static long number(JsonParser json, JsonToken value, long before) throws IOException {
    return value == JsonToken.VALUE_NUMBER_INT ? json.getLongValue() : before;
  }
}
