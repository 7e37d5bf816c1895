package io.spillway.bench;

import io.spillway.bench.BulkRun.Point;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** A run as CSV, and as a chart in SVG: one panel a quantity over the time. */
final class BulkReport {
  private static final int WIDTH = 900;
  private static final int PANEL = 90;
  private static final int LEFT = 130;
  private static final int MOST_POINTS = 1200;

  private BulkReport() {}

  private record Panel(String name, ToDoubleFunction<Point> value) {}

  private static final List<Panel> PANELS =
      List.of(
          new Panel("mode (idle 0 steady 1 catch-up 2 protect 3)", p -> level(p.mode())),
          new Panel("bulk KiB", p -> p.limits().bytes() / 1024.0),
          new Panel("interval ms", p -> p.limits().intervalMs()),
          new Panel("concurrency", p -> p.limits().concurrency()),
          new Panel("lag s", p -> p.lagMs() / 1000.0),
          new Panel("p95 ms", p -> p.p95Ms()),
          new Panel("reject rate", Point::rejectRate));

  private static double level(String mode) {
    return switch (mode) {
      case "STEADY" -> 1;
      case "CATCH_UP" -> 2;
      case "PROTECT" -> 3;
      default -> 0;
    };
  }

  static List<String> csv(List<Point> points) {
    List<String> lines = new ArrayList<>();
    lines.add(
        "ms,mode,bulk_bytes,interval_ms,concurrency,lag_ms,backlog_documents,p95_ms,reject_rate,"
            + "documents_done");
    for (Point p : points) {
      lines.add(
          String.format(
              Locale.ROOT,
              "%d,%s,%d,%d,%d,%d,%d,%d,%.4f,%d",
              p.ms(),
              p.mode(),
              p.limits().bytes(),
              p.limits().intervalMs(),
              p.limits().concurrency(),
              p.lagMs(),
              p.backlog(),
              p.p95Ms(),
              p.rejectRate(),
              p.stored()));
    }
    return lines;
  }

  static String svg(String title, List<Point> points) {
    int height = 40 + PANELS.size() * PANEL;
    StringBuilder svg = new StringBuilder();
    svg.append(
        String.format(
            Locale.ROOT,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\""
                + " font-family=\"sans-serif\" font-size=\"11\">%n"
                + "<rect width=\"100%%\" height=\"100%%\" fill=\"white\"/>%n"
                + "<text x=\"8\" y=\"18\" font-size=\"14\">%s</text>%n",
            WIDTH + LEFT + 20,
            height,
            title));
    for (int i = 0; i < PANELS.size(); i++) {
      panel(svg, PANELS.get(i), points, 30 + i * PANEL);
    }
    return svg.append("</svg>\n").toString();
  }

  private static void panel(StringBuilder svg, Panel panel, List<Point> points, int top) {
    double most = points.stream().mapToDouble(panel.value()).max().orElse(1);
    double scale = most > 0 ? (PANEL - 20) / most : 0;
    long first = points.get(0).ms();
    double across = (double) WIDTH / Math.max(1, points.get(points.size() - 1).ms() - first);
    int bottom = top + PANEL - 10;
    svg.append(
        String.format(
            Locale.ROOT,
            "<text x=\"8\" y=\"%d\">%s</text><text x=\"8\" y=\"%d\" fill=\"gray\">max %.4g</text>%n"
                + "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"lightgray\"/>%n"
                + "<polyline fill=\"none\" stroke=\"steelblue\" points=\"",
            top + 20,
            panel.name().length() > 20 ? panel.name().substring(0, 4) : panel.name(),
            top + 36,
            most,
            LEFT,
            bottom,
            LEFT + WIDTH,
            bottom));
    int every = Math.max(1, points.size() / MOST_POINTS);
    for (int i = 0; i < points.size(); i += every) {
      Point p = points.get(i);
      svg.append(
          String.format(
              Locale.ROOT,
              "%.1f,%.1f ",
              LEFT + (p.ms() - first) * across,
              bottom - panel.value().applyAsDouble(p) * scale));
    }
    svg.append(String.format(Locale.ROOT, "\"><title>%s</title></polyline>%n", panel.name()));
  }
}
