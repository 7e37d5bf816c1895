package io.spillway.tools.cursor;

import io.spillway.cursor.CursorKind;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Rows of text in columns as wide as their widest cell. */
public final class CursorTable {
  /** Bits of a commit timestamp below its milliseconds. */
  private static final int LOGICAL_BITS = 18;

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
