package io.spillway.tools.report;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A table of a page. Columns whose heads begin with {@code #} have numbers with bars, each as long
 * as its share of the column's largest.
 */
final class HtmlTable {
  private final String title;
  private final String sentence;
  private final List<String> heads;
  private final List<Object[]> rows = new ArrayList<>();

  HtmlTable(String title, String sentence, List<String> heads) {
    this.title = title;
    this.sentence = sentence;
    this.heads = heads;
  }

  /** Adds a row of texts and whole numbers, one for each head. */
  void row(Object... cells) {
    rows.add(cells);
  }

  String html() {
    StringBuilder out = new StringBuilder();
    out.append("<h2>").append(escaped(title)).append("</h2>\n");
    if (rows.isEmpty()) {
      return out.append("<p>None.</p>\n").toString();
    }
    out.append("<p>").append(escaped(sentence)).append("</p>\n<table><thead><tr>");
    for (int i = 0; i < heads.size(); i++) {
      out.append(rows.get(0)[i] instanceof Long ? "<th class=n>" : "<th>");
      out.append(escaped(heads.get(i).replace("#", ""))).append("</th>");
    }
    out.append("</tr></thead><tbody>\n");
    long[] largest = largest();
    for (Object[] row : rows) {
      out.append("<tr>");
      for (int i = 0; i < row.length; i++) {
        cell(row[i], largest[i], out);
      }
      out.append("</tr>\n");
    }
    return out.append("</tbody></table>\n").toString();
  }

  /** Largest number of each column; 0 of one that has no bars. */
  private long[] largest() {
    long[] largest = new long[heads.size()];
    for (Object[] row : rows) {
      for (int i = 0; i < row.length; i++) {
        if (heads.get(i).startsWith("#") && row[i] instanceof Long number) {
          largest[i] = Math.max(largest[i], number);
        }
      }
    }
    return largest;
  }

  private static void cell(Object value, long largest, StringBuilder out) {
    if (value instanceof Long number) {
      double share = largest == 0 ? 0 : 100.0 * Math.max(0, number) / largest;
      out.append(
          String.format(
              Locale.ROOT,
              "<td class=n data-n=%d style=\"--w:%.1f%%\">%,d</td>",
              number,
              share,
              number));
    } else {
      out.append("<td>").append(escaped(value.toString())).append("</td>");
    }
  }

  /**
   * Text that is nothing but text, whatever is in it; controls and what turns text round appear.
   */
  static String escaped(String text) {
    StringBuilder out = new StringBuilder(text.length());
    text.codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> out.append("&amp;");
                case '<' -> out.append("&lt;");
                case '>' -> out.append("&gt;");
                case '"' -> out.append("&quot;");
                case '\'' -> out.append("&#39;");
                case '{', '}' -> out.append("&#").append(c).append(';');
                default -> {
                  int type = Character.getType(c);
                  if (type == Character.CONTROL
                      || type == Character.FORMAT
                      || type == Character.SURROGATE) {
                    out.append(String.format(Locale.ROOT, "\\u%04x", c));
                  } else {
                    out.appendCodePoint(c);
                  }
                }
              }
            });
    return out.toString();
  }
}
