package io.spillway.bench.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Results as a table in CSV; {@code scripts/bench-chart} draws it. */
public final class BenchReport {
  private final String name;
  private final Machine machine;
  private final List<String> columns;
  private final List<List<String>> rows = new ArrayList<>();

  /**
   * @param name of the file, without an ending
   * @param columns names of the columns
   */
  public BenchReport(String name, Machine machine, List<String> columns) {
    this.name = name;
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

  /** Writes {@code name.csv}. */
  public void write(Path folder) throws IOException {
    Files.createDirectories(folder);
    Files.write(folder.resolve(name + ".csv"), csv());
  }
}
