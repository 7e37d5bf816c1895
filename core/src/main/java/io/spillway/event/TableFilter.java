package io.spillway.event;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/**
 * Chooses tables by rules in the syntax of TiCDC's table filter: {@code schema.table} with {@code
 * *}, {@code ?} and {@code [a-z]}, {@code /regular expression/}, names in backticks or double
 * quotes, {@code \\} before a character that means itself, and {@code !} before a rule that takes
 * tables out. The last rule that matches decides; a table that none matches isn't chosen. Letter
 * case doesn't matter.
 */
public final class TableFilter implements Serializable {
  private static final long serialVersionUID = 1;
  private final ArrayList<String> texts;
  private final ArrayList<Rule> rules = new ArrayList<>();

  /**
   * @throws IllegalArgumentException that names the rule and what is wrong with it
   */
  public TableFilter(List<String> texts) {
    this.texts = new ArrayList<>(texts);
    for (String text : texts) {
      rules.add(Rule.parse(text));
    }
  }

  private record Rule(boolean takesOut, Pattern schema, Pattern table) implements Serializable {
    static Rule parse(String text) {
      boolean takesOut = text.startsWith("!");
      Reader reader = new Reader(text, takesOut ? 1 : 0);
      Pattern schema = reader.name();
      reader.expect('.');
      Pattern table = reader.name();
      reader.end();
      return new Rule(takesOut, schema, table);
    }

    boolean matches(TableId id) {
      return schema.matcher(id.schema()).matches() && table.matcher(id.table()).matches();
    }
  }

  public boolean chooses(TableId id) {
    for (int i = rules.size() - 1; i >= 0; i--) {
      if (rules.get(i).matches(id)) {
        return !rules.get(i).takesOut();
      }
    }
    return false;
  }

  /**
   * Whether it chooses a table of which a part of the name, or both, may be anything.
   *
   * @param schema empty for any
   * @param table empty for any
   */
  public boolean mayChoose(String schema, String table) {
    for (int i = rules.size() - 1; i >= 0; i--) {
      Rule rule = rules.get(i);
      boolean bySchema = schema.isEmpty() || rule.schema().matcher(schema).matches();
      boolean byTable = table.isEmpty() || rule.table().matcher(table).matches();
      boolean isWhole = !schema.isEmpty() && !table.isEmpty();
      if (bySchema && byTable && (isWhole || !rule.takesOut())) {
        return !rule.takesOut();
      }
    }
    return false;
  }

  /**
   * Whether the parts of a table's name that aren't known follow from the rules: each that takes
   * tables in has this very text there, and no wildcard.
   *
   * @param table one that is chosen
   * @param known the same, where a part that isn't known is empty
   */
  public boolean isOfOne(TableId table, TableId known) {
    for (int i = 0; i < rules.size(); i++) {
      if (!rules.get(i).takesOut()) {
        String text = texts.get(i);
        boolean schema = !known.schema().isEmpty() || text.startsWith(table.schema() + ".");
        boolean name = !known.table().isEmpty() || text.endsWith("." + table.table());
        if (!schema || !name) {
          return false;
        }
      }
    }
    return true;
  }

  /** The rules as they were given. */
  public List<String> texts() {
    return List.copyOf(texts);
  }

  /** Those of the rules that match a table, whichever of them decides; as they were given. */
  public List<String> matching(TableId id) {
    List<String> matching = new ArrayList<>();
    for (int i = 0; i < rules.size(); i++) {
      if (rules.get(i).matches(id)) {
        matching.add(texts.get(i));
      }
    }
    return matching;
  }

  /** Whether a rule takes tables out. */
  public boolean hasExceptions() {
    return rules.stream().anyMatch(Rule::takesOut);
  }

  /** Two filters of the same rules are equal. */
  @Override
  public boolean equals(Object other) {
    return other instanceof TableFilter filter && texts.equals(filter.texts);
  }

  @Override
  public int hashCode() {
    return texts.hashCode();
  }

  /** The rules as they were given. */
  @Override
  public String toString() {
    return texts.toString();
  }

  /** Reads one rule from left to right. */
  private static final class Reader {
    private final String text;
    private int at;

    Reader(String text, int at) {
      this.text = text;
      this.at = at;
    }

    Pattern name() {
      char first = at < text.length() ? text.charAt(at) : '.';
      StringBuilder regex = new StringBuilder();
      if (first == '/') {
        regex.append(enclosed('/'));
      } else if (first == '`' || first == '"') {
        regex.append(Pattern.quote(enclosed(first)));
      } else {
        glob(regex);
      }
      if (regex.isEmpty()) {
        throw fault("a name is missing");
      }
      try {
        return Pattern.compile(
            regex.toString(), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE | Pattern.DOTALL);
      } catch (PatternSyntaxException e) {
        throw fault(e.getDescription());
      }
    }

    private String enclosed(char end) {
      int close = text.indexOf(end, at + 1);
      if (close < 0) {
        throw fault("no closing " + end);
      }
      String inner = text.substring(at + 1, close);
      at = close + 1;
      return inner;
    }

    private void glob(StringBuilder regex) {
      while (at < text.length() && text.charAt(at) != '.') {
        char c = text.charAt(at++);
        switch (c) {
          case '*' -> regex.append(".*");
          case '?' -> regex.append('.');
          case '[' -> {
            int close = text.indexOf(']', at);
            if (close < 0) {
              throw fault("no closing ]");
            }
            String set = text.substring(at, close);
            regex
                .append('[')
                .append(set.startsWith("!") ? "^" + set.substring(1) : set)
                .append(']');
            at = close + 1;
          }
          case '\\' -> {
            if (at == text.length()) {
              throw fault("it ends with a backslash");
            }
            regex.append(Pattern.quote(text.substring(at, ++at)));
          }
          default -> regex.append(Pattern.quote(String.valueOf(c)));
        }
      }
    }

    void expect(char c) {
      if (at >= text.length() || text.charAt(at) != c) {
        throw fault("expected " + c + " at character " + (at + 1));
      }
      at++;
    }

    void end() {
      if (at < text.length()) {
        throw fault("too much behind the table's name");
      }
    }

    private IllegalArgumentException fault(String what) {
      return new IllegalArgumentException(
          "'" + text + "' is no table filter, as shop.* or !shop.tmp_*: " + what);
    }
  }
}
