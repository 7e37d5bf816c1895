package io.spillway.tools.cursor;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.spillway.cursor.CursorKind;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Rows of text in columns as wide as their widest cell. */
public final class CursorTable {
  /** Bits of a commit timestamp below its milliseconds. */
  private static final int LOGICAL_BITS = 18;

  private static final ObjectMapper MAPPER = new ObjectMapper();

  private final List<List<String>> rows = new ArrayList<>();

  public CursorTable(String... head) {
    rows.add(List.of(head));
  }

  public void add(String... cells) {
    rows.add(List.of(cells));
  }

  /** A value as it is, and the time that a commit timestamp stands for. */
  public static String value(CursorKind kind, String value) {
    if (value == null) {
      return "-";
    }
    return kind == CursorKind.TIME
        ? value + " (" + Instant.ofEpochMilli(Long.parseLong(value) >> LOGICAL_BITS) + ")"
        : value;
  }

  /** Prints the rows as JSON objects, one a line; a head is a field's name, a cell its text. */
  public void printJson(PrintWriter out) {
    List<String> names = rows.get(0).stream().map(CursorTable::field).toList();
    for (List<String> row : rows.subList(1, rows.size())) {
      ObjectNode object = MAPPER.createObjectNode();
      for (int i = 0; i < names.size(); i++) {
        object.put(names.get(i), row.get(i));
      }
      out.println(object);
    }
  }

  /** {@code DEAD-LETTER} is {@code deadLetter}. */
  private static String field(String head) {
    StringBuilder name = new StringBuilder();
    for (String word : head.toLowerCase(Locale.ROOT).split("[- ]")) {
      name.append(
          name.isEmpty() ? word : Character.toUpperCase(word.charAt(0)) + word.substring(1));
    }
    return name.toString();
  }

  public void print(PrintWriter out) {
    int columns = rows.get(0).size();
    int[] widths = new int[columns];
    for (List<String> row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        String cell = row.get(i);
        line.append(cell).append(" ".repeat(widths[i] - cell.length() + 2));
      }
      out.println(line.toString().stripTrailing());
    }
  }
}
