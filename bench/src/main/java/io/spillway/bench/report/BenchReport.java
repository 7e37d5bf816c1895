package io.spillway.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Results as a table: CSV for programs, a page with bars for people. The first column names a line;
 * columns that are charted must be numbers.
 */
public final class BenchReport {
  private static final int WIDTH = 720;
  private static final int LABEL = 200;
  private static final int BAR = 18;

  private final String name;
  private final String title;
  private final Machine machine;
  private final List<String> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param name of the files, without an ending
   * @param columns names of the columns
   */
  public BenchReport(String name, String title, Machine machine, List<String> columns) {
    this.name = name;
    this.title = title;
    this.machine = machine;
    this.columns = List.copyOf(columns);
  }

  /** Adds a line; numbers with a decimal point. */
  public void add(Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(values.length + " values for " + columns);
    }
    List<String> row = new ArrayList<>();
    for (Object value : values) {
      row.add(
          value instanceof Double number
              ? String.format(Locale.ROOT, "%.4f", number)
              : String.valueOf(value));
    }
    rows.add(row);
  }

  /** The table with its names, then the machine in a line of its own that begins with a #. */
  public List<String> csv() {
    List<String> lines = new ArrayList<>();
    lines.add(String.join(",", columns));
    rows.forEach(row -> lines.add(String.join(",", row)));
    lines.add("# " + machine.line());
    return lines;
  }

  /**
   * Writes {@code name.csv}, {@code name.svg} and {@code name.html}.
   *
   * @param charted columns that get bars
   */
  public void write(Path folder, String... charted) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve(name + ".csv"), csv());
    String svg = svg(charted);
    Files.writeString(folder.resolve(name + ".svg"), svg);
    Files.writeString(folder.resolve(name + ".html"), html(svg));
  }

  private String html(String svg) {
    StringBuilder page = new StringBuilder();
    page.append("<!doctype html>\n<meta charset=\"utf-8\">\n<title>").append(escape(title));
    page.append("</title>\n<style>body{font-family:sans-serif}td,th{padding:2px 10px;");
    page.append("text-align:right}th{border-bottom:1px solid}</style>\n<h1>");
    page.append(escape(title)).append("</h1>\n<p>").append(escape(machine.line()));
    page.append("</p>\n<table>\n<tr>");
    columns.forEach(column -> page.append("<th>").append(escape(column)).append("</th>"));
    page.append("</tr>\n");
    for (List<String> row : rows) {
      page.append("<tr>");
      row.forEach(value -> page.append("<td>").append(escape(value)).append("</td>"));
      page.append("</tr>\n");
    }
    return page.append("</table>\n").append(svg).toString();
  }

  private String svg(String... charted) {
    int panel = 30 + rows.size() * BAR;
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " font-family=\"sans-serif\" font-size=\"11\">\n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>\n",
            LABEL + WIDTH + 100,
            panel * charted.length + 10));
    for (int i = 0; i < charted.length; i++) {
      bars(svg, charted[i], i * panel);
    }
    return svg.append("</svg>\n").toString();
  }

  private void bars(StringBuilder svg, String column, int top) {
    int index = columns.indexOf(column);
    double most =
        rows.stream().mapToDouble(row -> Double.parseDouble(row.get(index))).max().orElse(1);
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"8\" y=\"%d\" font-weight=\"bold\">%s</text>\n",
            top + 18,
            escape(column)));
    for (int i = 0; i < rows.size(); i++) {
      double value = Double.parseDouble(rows.get(i).get(index));
      double width = most > 0 ? Math.max(0, value) / most * WIDTH : 0;
      int y = top + 24 + i * BAR;
      svg.append(
          String.format(
              Locale.ROOT,
              "<text x=\"8\" y=\"%d\">%s</text>"
                  + "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"steelblue\"/>"
                  + "<text x=\"%.1f\" y=\"%d\">%s</text>\n",
              y + 12,
              escape(rows.get(i).get(0)),
              LABEL,
              y,
              width,
              BAR - 4,
              LABEL + width + 6,
              y + 12,
              escape(rows.get(i).get(index))));
    }
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;");
  }
}
