package io.spillway.tables;

import io.spillway.event.TableId;
import java.io.Serializable;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * One of the two parts of a table's new name: text in which {@code {schema}} and {@code {table}}
 * stand for the old ones.
 *
 * @param text as the pipeline file has it
 */
public record NamePart(String text) implements Serializable {
  static final String SCHEMA = "{schema}";
  static final String TABLE = "{table}";

  /** What must not be in it: quotes, dots and braces of anything else. */
  private static final Pattern ODD = Pattern.compile("[`\"'{}.\\s\\\\/:]");

  /**
   * @throws IllegalArgumentException that says what is wrong with it
   */
  public NamePart {
    String rest = text.replace(SCHEMA, "").replace(TABLE, "");
    Matcher odd = ODD.matcher(rest);
    if (text.isEmpty()) {
      throw new IllegalArgumentException("a name is missing");
    }
    if (odd.find()) {
      throw new IllegalArgumentException(
          "'"
              + odd.group()
              + "' can't be in a name; {schema} and {table} are the only placeholders");
    }
  }

  boolean holds(String placeholder) {
    return text.contains(placeholder);
  }

  String of(TableId table) {
    // at once: a table may be called {schema}
    StringBuilder name = new StringBuilder();
    int at = 0;
    while (at < text.length()) {
      if (text.startsWith(SCHEMA, at)) {
        name.append(table.schema());
        at += SCHEMA.length();
      } else if (text.startsWith(TABLE, at)) {
        name.append(table.table());
        at += TABLE.length();
      } else {
        name.append(text.charAt(at++));
      }
    }
    return name.toString();
  }

  /** What the old name's parts may have been, empty where that isn't told. */
  Optional<TableId> back(String name) {
    boolean both = holds(SCHEMA) && holds(TABLE);
    String placeholder = holds(SCHEMA) ? SCHEMA : TABLE;
    int first = text.indexOf(placeholder);
    if (first < 0) {
      return text.equals(name) ? Optional.of(new TableId("", "")) : Optional.empty();
    }
    if (both || text.indexOf(placeholder, first + 1) >= 0) {
      // where the one ends and the other begins can't be told
      String pattern = "\\Q" + text.replace(SCHEMA, "\\E.+\\Q").replace(TABLE, "\\E.+\\Q") + "\\E";
      return name.matches(pattern) ? Optional.of(new TableId("", "")) : Optional.empty();
    }
    String before = text.substring(0, first);
    String after = text.substring(first + placeholder.length());
    int rest = name.length() - before.length() - after.length();
    if (rest <= 0 || !name.startsWith(before) || !name.endsWith(after)) {
      return Optional.empty();
    }
    String old = name.substring(before.length(), before.length() + rest);
    return Optional.of(placeholder.equals(SCHEMA) ? new TableId(old, "") : new TableId("", old));
  }

  @Override
  public String toString() {
    return text;
  }
}
