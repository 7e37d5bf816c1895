package io.spillway.encode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.spillway.event.CommitTs;
import java.io.IOException;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** The images of a canal-json row, by the columns of a table version. Reused from row to row. */
final class RowImages {
  /**
   * Names aren't interned: they are looked up in a map of this table's own. Values may be as long
   * as a message: what has come so far is not refused for its size.
   */
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxStringLength(Integer.MAX_VALUE)
                  .maxNumberLength(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .build())
          .build();

  private final Map<String, Integer> places;
  private final List<Image> data = new ArrayList<>();
  private final List<Image> old = new ArrayList<>();
  private final List<String> keys = new ArrayList<>();
  private int rows;
  private int olds;
  private String type;
  private boolean hasTypes;
  private long es;
  private long commitTs;
  private byte[] bytes;
  private int from;
  private int to;

  /**
   * @param places of the columns, by name
   */
  RowImages(Map<String, Integer> places) {
    this.places = places;
  }

  /** A value whose column the table version hasn't; null for NULL. */
  record Other(String name, String value) {}

  /** The values of a row at one time. */
  final class Image {
    private final String[] values = new String[places.size()];
    private final boolean[] present = new boolean[places.size()];
    private final List<Other> others = new ArrayList<>(0);

    boolean has(int place) {
      return present[place];
    }

    /** Null for NULL, and where there is none. */
    String value(int place) {
      return values[place];
    }

    List<Other> others() {
      return others;
    }

    private void clear() {
      Arrays.fill(values, null);
      Arrays.fill(present, false);
      others.clear();
    }

    private void set(String name, String value) {
      Integer place = placeOf(name);
      if (place == null) {
        others.add(new Other(name, value));
      } else {
        values[place] = value;
        present[place] = true;
      }
    }

    private String get(String name) {
      Integer place = placeOf(name);
      if (place != null) {
        return values[place];
      }
      return others.stream()
          .filter(other -> other.name().equals(name))
          .map(Other::value)
          .findFirst()
          .orElse(null);
    }

    /** What an update doesn't say of the row before it has stayed as it was. */
    private void complete(Image now) {
      for (int i = 0; i < values.length; i++) {
        if (!present[i] && now.present[i]) {
          values[i] = now.values[i];
          present[i] = true;
        }
      }
      for (Other other : now.others) {
        if (others.stream().noneMatch(mine -> mine.name().equals(other.name()))) {
          others.add(other);
        }
      }
    }
  }

  private Integer placeOf(String name) {
    Integer place = places.get(name);
    if (place != null) {
      return place;
    }
    for (Map.Entry<String, Integer> each : places.entrySet()) {
      if (each.getKey().equalsIgnoreCase(name)) {
        return each.getValue();
      }
    }
    return null;
  }

  /** Reads a row. Throws where it is no row of canal-json, or doesn't say when it was made. */
  void read(byte[] newBytes, int newFrom, int newTo) throws IOException {
    bytes = newBytes;
    from = newFrom;
    to = newTo;
    rows = 0;
    olds = 0;
    keys.clear();
    type = "";
    hasTypes = false;
    es = -1;
    commitTs = -1;
    try (JsonParser json = JSON.createParser(bytes, from, to - from)) {
      if (json.nextToken() != JsonToken.START_OBJECT) {
        throw new IOException("a spooled row is no JSON object");
      }
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        member(json.currentName(), json.nextToken(), json);
      }
    }
    if (commitTs < 0 && es >= 0 && es <= CommitTs.MAX_MILLIS) {
      commitTs = CommitTs.ofMillis(es);
    }
    if (commitTs < 0 || rows == 0) {
      throw new IOException("a spooled row has no " + (rows == 0 ? "data" : "commit timestamp"));
    }
    for (int i = 0; i < Math.min(rows, olds); i++) {
      old.get(i).complete(data.get(i));
    }
  }

  int size() {
    return rows;
  }

  /** In capitals. */
  String type() {
    return type;
  }

  /** Whether the row names the types of its columns. */
  boolean hasTypes() {
    return hasTypes;
  }

  long commitTs() {
    return commitTs;
  }

  /** The row as it is now; of a DELETE, as it was. */
  Image now(int index) {
    return data.get(index);
  }

  /** The whole row before an update; null where the source doesn't say. */
  Image before(int index) {
    return index < olds ? old.get(index) : null;
  }

  boolean changesKey(Image now, Image before) {
    for (String key : keys) {
      String value = before.get(key);
      if (value != null && !value.equals(now.get(key))) {
        return true;
      }
    }
    return false;
  }

  /** The MySQL type of one of the row's columns; empty where it isn't said. */
  String typeOf(String column) throws IOException {
    try (JsonParser json = JSON.createParser(bytes, from, to - from)) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        boolean isTypes = json.currentName().equals("mysqlType");
        if (json.nextToken() == JsonToken.START_OBJECT && isTypes) {
          while (json.nextToken() == JsonToken.FIELD_NAME) {
            boolean isIt = json.currentName().equals(column);
            JsonToken value = json.nextToken();
            if (isIt && value == JsonToken.VALUE_STRING) {
              return json.getText();
            }
            json.skipChildren();
          }
        } else {
          json.skipChildren();
        }
      }
    }
    return "";
  }

  private void member(String name, JsonToken value, JsonParser json) throws IOException {
    switch (name) {
      case "type" -> type = json.getText().toUpperCase(Locale.ROOT);
      case "es" -> es = value == JsonToken.VALUE_NUMBER_INT ? json.getLongValue() : es;
      case "pkNames" -> names(value, json);
      case "mysqlType" -> {
        hasTypes = value == JsonToken.START_OBJECT;
        json.skipChildren();
      }
      case "data" -> rows = images(value, json, data);
      case "old" -> olds = images(value, json, old);
      case "_tidb" -> extension(value, json);
      default -> json.skipChildren();
    }
  }

  private void names(JsonToken value, JsonParser json) throws IOException {
    if (value == JsonToken.START_ARRAY) {
      while (json.nextToken() != JsonToken.END_ARRAY) {
        keys.add(json.getText());
        json.skipChildren();
      }
    }
  }

  private void extension(JsonToken value, JsonParser json) throws IOException {
    if (value != JsonToken.START_OBJECT) {
      return;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean wanted = json.currentName().equals("commitTs");
      if (json.nextToken() == JsonToken.VALUE_NUMBER_INT && wanted) {
        commitTs = json.getLongValue();
      }
      json.skipChildren();
    }
  }

  private int images(JsonToken value, JsonParser json, List<Image> into) throws IOException {
    if (value != JsonToken.START_ARRAY) {
      json.skipChildren();
      return 0;
    }
    int count = 0;
    while (json.nextToken() != JsonToken.END_ARRAY) {
      if (json.currentToken() != JsonToken.START_OBJECT) {
        json.skipChildren();
        continue;
      }
      if (into.size() == count) {
        into.add(new Image());
      }
      Image image = into.get(count++);
      image.clear();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String name = json.currentName();
        image.set(name, text(json.nextToken(), json));
      }
    }
    return count;
  }

  /** A value's text; JSON where it is none of the strings that TiCDC has everywhere. */
  private static String text(JsonToken value, JsonParser json) throws IOException {
    if (value == JsonToken.VALUE_NULL) {
      return null;
    }
    if (!value.isStructStart()) {
      return json.getText();
    }
    StringWriter nested = new StringWriter();
    try (JsonGenerator out = JSON.createGenerator(nested)) {
      out.copyCurrentStructure(json);
    }
    return nested.toString();
  }
}
