package io.spillway.search.document;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with places in braces, as {@code {schema}.{table}} or {@code {tenant}-{id}}. Names in
 * braces are {@code schema}, {@code table}, {@code pk}, or a column; behind a column's name there
 * may be the form of a date, as {@code {created_at:yyyy.MM}}.
 */
public final class NameTemplate implements Serializable {
  private static final long serialVersionUID = 1;
  private final String text;
  private final ArrayList<Part> parts;

  private NameTemplate(String text, ArrayList<Part> parts) {
    this.text = text;
    this.parts = parts;
  }

  /**
   * A piece of the template: fixed text, or a place.
   *
   * @param text the fixed text, or the name in braces
   * @param date form in which the date of a column is written; empty for its value as it is
   */
  record Part(String text, boolean place, String date) implements Serializable {
    private static final Pattern DATED =
        Pattern.compile("(.+):(yyyy[-._]?MM[-._]?dd|yyyy[-._]?MM|yyyy)");

    static Part fixed(String text) {
      return new Part(text, false, "");
    }

    static Part placeOf(String name) {
      Matcher dated = DATED.matcher(name);
      return dated.matches()
          ? new Part(dated.group(1), true, dated.group(2))
          : new Part(name, true, "");
    }

    boolean isSchema() {
      return place && text.equals("schema");
    }

    boolean isTable() {
      return place && text.equals("table");
    }
  }

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
        parts.add(Part.fixed(text.substring(at, end)));
      }
      if (open < 0) {
        break;
      }
      int close = text.indexOf('}', open);
      if (close < open + 2 || text.substring(open + 1, close).indexOf('{') >= 0) {
        throw unbalanced(text);
      }
      parts.add(Part.placeOf(text.substring(open + 1, close)));
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
    return parts.stream().anyMatch(p -> p.place() && !p.isSchema() && !p.isTable());
  }

  /** Whether there is no name for a row without a primary key. */
  boolean needsKey() {
    return parts.stream().anyMatch(p -> p.place() && p.text().equals("pk"));
  }

  /** Whether two tables can't have one name. */
  boolean namesTable() {
    return parts.stream().anyMatch(Part::isSchema) && parts.stream().anyMatch(Part::isTable);
  }

  /** Whether some table and row could have this name, which may have been made lower case. */
  boolean couldGive(String name) {
    StringBuilder regex = new StringBuilder("(?is)");
    for (Part part : parts) {
      regex.append(part.place() ? ".*" : Pattern.quote(part.text()));
    }
    return name.matches(regex.toString());
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof NameTemplate template && text.equals(template.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }

  private static IllegalArgumentException unbalanced(String text) {
    return new IllegalArgumentException("braces don't match in: " + text);
  }
}
