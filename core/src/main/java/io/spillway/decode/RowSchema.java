package io.spillway.decode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** The columns that a schema describes. Immutable. */
final class RowSchema {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Of a message without a schema. */
  static final RowSchema NONE = new RowSchema(List.of(), false);

  private final ColumnForm[] columns;
  private final byte[] mysqlTypes;
  private final boolean ordered;
  private final int[] byName;
  private final long print;

  private RowSchema(List<ColumnForm> columns, boolean ordered) {
    this.ordered = ordered;
    this.columns = columns.toArray(new ColumnForm[0]);
    this.byName =
        IntStream.range(0, columns.size())
            .boxed()
            .sorted((a, b) -> Arrays.compareUnsigned(columns.get(a).name(), columns.get(b).name()))
            .mapToInt(Integer::intValue)
            .toArray();
    ObjectNode types = JSON.createObjectNode();
    columns.forEach(c -> types.put(new String(c.name(), StandardCharsets.UTF_8), c.mysqlType()));
    this.mysqlTypes =
        (columns.isEmpty() ? "null" : types.toString()).getBytes(StandardCharsets.UTF_8);
    this.print = Swar.hash(mysqlTypes, 0, mysqlTypes.length);
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
    return described(columns);
  }

  /** Of all columns of a table, in their order, which rows may have in any other. */
  static RowSchema ordered(List<ColumnForm> columns) {
    return new RowSchema(columns, true);
  }

  /** Of columns in the order of their rows. */
  static RowSchema described(List<ColumnForm> columns) {
    return columns.isEmpty() ? NONE : new RowSchema(columns, false);
  }

  /** Whether it has every column that there may be, and rows are to show them in its order. */
  boolean isOrdered() {
    return ordered;
  }

  int size() {
    return columns.length;
  }

  /**
   * Where the column is that comes at a place of a row whose names are sorted, as Go sorts them.
   */
  int likely(int place) {
    return place < byName.length ? byName[place] : 0;
  }

  ColumnForm column(int index) {
    return columns[index];
  }

  /** The value of {@code mysqlType} for its rows, as JSON. */
  byte[] mysqlTypes() {
    return mysqlTypes;
  }

  /** A hash of that value. */
  long print() {
    return print;
  }

  /**
   * The place of the column of a name, or -1.
   *
   * @param likely where it is looked for first
   */
  int index(byte[] name, int from, int to, int likely) {
    if (likely < columns.length && is(columns[likely], name, from, to)) {
      return likely;
    }
    for (int i = 0; i < columns.length; i++) {
      if (is(columns[i], name, from, to)) {
        return i;
      }
    }
    return -1;
  }

  private static boolean is(ColumnForm column, byte[] name, int from, int to) {
    return Arrays.equals(column.name(), 0, column.name().length, name, from, to);
  }
}
