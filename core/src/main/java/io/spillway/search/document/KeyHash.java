package io.spillway.search.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import io.spillway.event.TableId;
import java.io.IOException;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A number for the document that a canal-json row belongs to, the same for all changes of that
 * document. Reads the row's key columns and nothing else of its values.
 */
public final class KeyHash implements Serializable {
  private static final long serialVersionUID = 1;
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder().maxStringLength(Integer.MAX_VALUE).build())
          .build();
  private static final int PRIME = 31;

  private final Id everywhere;
  private final DocumentConfig config;
  private transient Map<TableId, Id> byTable;

  /**
   * @param config how documents are named: by the primary key, or by columns
   */
  public KeyHash(DocumentConfig config) {
    this.everywhere = Id.of(config.id());
    this.config = config;
  }

  /**
   * What an id is made of.
   *
   * @param primaryKey whether the columns of the primary key belong to it too
   */
  private record Id(ArrayList<String> columns, boolean primaryKey) implements Serializable {
    static Id of(NameTemplate id) {
      ArrayList<String> columns = new ArrayList<>();
      for (NameTemplate.Part part : id.parts()) {
        if (part.place() && !part.text().equals("pk")) {
          columns.add(part.text());
        }
      }
      return new Id(columns, id.needsKey());
    }
  }

  /** 0 for what has no such key, or is no row: the writer finds out why. */
  public int of(byte[] message) {
    try {
      Id id = config.naming().tables().isEmpty() ? everywhere : of(table(message));
      List<String> names = id.primaryKey() ? new ArrayList<>(id.columns()) : id.columns();
      Integer hash = scan(message, names, !id.primaryKey());
      // the row stood before the names of its key
      hash = hash == null ? scan(message, names, true) : hash;
      return hash == null ? 0 : hash;
    } catch (IOException e) {
      return 0;
    }
  }

  private Id of(TableId table) {
    if (byTable == null) {
      byTable = new HashMap<>();
    }
    return byTable.computeIfAbsent(table, t -> Id.of(config.names(t).id()));
  }

  private static TableId table(byte[] message) throws IOException {
    String schema = null;
    String table = null;
    try (JsonParser parser = JSON.createParser(message)) {
      parser.nextToken();
      while ((schema == null || table == null) && parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        parser.nextToken();
        if (field.equals("database")) {
          schema = parser.getText();
        } else if (field.equals("table")) {
          table = parser.getText();
        } else {
          parser.skipChildren();
        }
      }
    }
    return new TableId(schema == null ? "" : schema, table == null ? "" : table);
  }

  /** Null where the row comes before its key's names are known. */
  private static Integer scan(byte[] message, List<String> names, boolean known)
      throws IOException {
    boolean complete = known;
    try (JsonParser parser = JSON.createParser(message)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return 0;
      }
      while (parser.nextToken() == JsonToken.FIELD_NAME) {
        String field = parser.currentName();
        JsonToken value = parser.nextToken();
        if (field.equals("pkNames") && value == JsonToken.START_ARRAY && !complete) {
          while (parser.nextToken() != JsonToken.END_ARRAY) {
            names.add(parser.getText());
          }
          complete = true;
        } else if (field.equals("data") && value == JsonToken.START_ARRAY && complete) {
          return ofRow(parser, names);
        } else {
          parser.skipChildren();
        }
      }
    }
    return null;
  }

  /** The order of the columns doesn't matter, their names do. */
  private static int ofRow(JsonParser parser, List<String> names) throws IOException {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      return 0;
    }
    int hash = 0;
    while (parser.nextToken() == JsonToken.FIELD_NAME) {
      int column = names.indexOf(parser.currentName());
      parser.nextToken();
      if (column >= 0) {
        hash += (column + 1) * PRIME * parser.getText().hashCode();
      }
      parser.skipChildren();
    }
    // small integers differ in their low bits only
    return hash ^ (hash >>> 16);
  }
}
