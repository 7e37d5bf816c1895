package io.spillway.search.document;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;

/**
 * A text with places in braces, as {@code {schema}.{table}} or {@code {tenant}-{id}}. Names in
 * braces are {@code schema}, {@code table}, {@code pk}, or a column.
 */
public final class NameTemplate implements Serializable {
  private static final long serialVersionUID = 1;
  private final String text;
  private final ArrayList<Part> parts;

  private NameTemplate(String text, ArrayList<Part> parts) {
    this.text = text;
    this.parts = parts;
  }

  /** A piece of the template: fixed text, or a place. */
  record Part(String text, boolean place) implements Serializable {}

  /** Throws IllegalArgumentException on an empty template or braces that don't match. */
  public static NameTemplate parse(String text) {
    ArrayList<Part> parts = new ArrayList<>();
    int at = 0;
    while (at < text.length()) {
      int open = text.indexOf('{', at);
      int end = open < 0 ? text.length() : open;
      if (text.substring(at, end).indexOf('}') >= 0) {
        throw unbalanced(text);
      }
      if (end > at) {
        parts.add(new Part(text.substring(at, end), false));
      }
      if (open < 0) {
        break;
      }
      int close = text.indexOf('}', open);
      if (close < open + 2 || text.substring(open + 1, close).indexOf('{') >= 0) {
        throw unbalanced(text);
      }
      parts.add(new Part(text.substring(open + 1, close), true));
      at = close + 1;
    }
    if (parts.isEmpty()) {
      throw new IllegalArgumentException("an empty name");
    }
    return new NameTemplate(text, parts);
  }

  List<Part> parts() {
    return parts;
  }

  /** Whether the name depends on a column or the key, so that it may differ between rows. */
  boolean dependsOnRow() {
    return parts.stream()
        .anyMatch(p -> p.place() && !p.text().equals("schema") && !p.text().equals("table"));
  }

  /** Whether two tables can't have one name. */
  boolean namesTable() {
    return parts.stream().anyMatch(p -> p.place() && p.text().equals("schema"))
        && parts.stream().anyMatch(p -> p.place() && p.text().equals("table"));
  }

  @Override
  public String toString() {
    return text;
  }

  private static IllegalArgumentException unbalanced(String text) {
    return new IllegalArgumentException("braces don't match in: " + text);
  }
}
