package io.spillway.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The columns that the schema of a message describes. Immutable. */
final class RowSchema {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of a message without a schema. */
  static final RowSchema NONE = new RowSchema(List.of());

  private final ColumnForm[] columns;
  private final byte[] mysqlTypes;

  private RowSchema(List<ColumnForm> columns) {
    this.columns = columns.toArray(new ColumnForm[0]);
    ObjectNode types = JSON.createObjectNode();
    columns.forEach(c -> types.put(new String(c.name(), StandardCharsets.UTF_8), c.mysqlType()));
    this.mysqlTypes =
        (columns.isEmpty() ? "null" : types.toString()).getBytes(StandardCharsets.UTF_8);
  }

  /**
   * Of a schema as Kafka Connect's JSON converter writes it: that of a change event, whose rows are
   * its fields {@code before} and {@code after}, or that of a key, whose fields are the columns.
   */
  static RowSchema read(byte[] json, int from, int to) throws IOException {
    JsonNode fields = JSON.readTree(json, from, to - from).path("fields");
    for (String image : List.of("after", "before")) {
      for (JsonNode field : fields) {
        if (field.path("field").asText().equals(image)) {
          return of(field.path("fields"));
        }
      }
    }
    return of(fields);
  }

  private static RowSchema of(JsonNode fields) {
    List<ColumnForm> columns = new ArrayList<>();
    for (JsonNode field : fields) {
      columns.add(ColumnForms.of(field));
    }
    return columns.isEmpty() ? NONE : new RowSchema(columns);
  }

  /** The value of {@code mysqlType} for its rows, as JSON. */
  byte[] mysqlTypes() {
    return mysqlTypes;
  }

  /**
   * The column of a name.
   *
   * @param likely where it is looked for first
   */
  ColumnForm column(byte[] name, int from, int to, int likely) {
    if (likely < columns.length && is(columns[likely], name, from, to)) {
      return columns[likely];
    }
    for (ColumnForm column : columns) {
      if (is(column, name, from, to)) {
        return column;
      }
    }
    return ColumnForm.UNDESCRIBED;
  }

  private static boolean is(ColumnForm column, byte[] name, int from, int to) {
    return Arrays.equals(column.name(), 0, column.name().length, name, from, to);
  }
}
