package io.spillway.tools.report;

import io.spillway.search.bulk.Mode;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeSet;

/** The modes of the bulk controllers as bars along the time, one line for each writer. */
final class ModeChart {
  private static final int LEFT = 90;
  private static final int WIDTH = 1000;
  private static final int LINE = 26;
  private static final int TICKS = 5;
  private static final DateTimeFormatter WITHIN_A_DAY =
      DateTimeFormatter.ofPattern("HH:mm:ss", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final DateTimeFormatter OVER_DAYS =
      DateTimeFormatter.ofPattern("MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
  private static final Map<Mode, String> COLOURS =
      new EnumMap<>(
          Map.of(
              Mode.IDLE, "#c9d1da",
              Mode.STEADY, "#5aa469",
              Mode.CATCH_UP, "#3f7fd6",
              Mode.PROTECT, "#d1453b"));

  /** A browser draws no more without being slow; older ones are left out, which the page says. */
  static final int MOST = 2000;

  private final List<Modes.Spell> spells;
  private final boolean isCut;
  private final long fromMs;
  private final long toMs;

  ModeChart(List<Modes.Spell> all) {
    this.isCut = all.size() > MOST;
    this.spells =
        all.stream().sorted((a, b) -> Long.compare(b.fromMs(), a.fromMs())).limit(MOST).toList();
    this.fromMs = spells.stream().mapToLong(Modes.Spell::fromMs).min().orElse(0);
    this.toMs = Math.max(fromMs + 1, spells.stream().mapToLong(Modes.Spell::toMs).max().orElse(1));
  }

  /** Nothing where no mode is known. */
  String html() {
    if (spells.isEmpty()) {
      return "";
    }
    List<Integer> writers =
        List.copyOf(new TreeSet<>(spells.stream().map(Modes.Spell::writer).toList()));
    int bottom = LINE * writers.size();
    StringBuilder out = new StringBuilder("<h2>Search: mode of the bulk controller</h2>\n<p>");
    out.append("One line for each writer; time is UTC. In a gap no run reported a mode.");
    out.append(isCut ? " Only the newest " + MOST + " changes are drawn." : "").append("</p>\n<p>");
    COLOURS.forEach(
        (mode, colour) ->
            out.append("<span class=key style=\"background:")
                .append(colour)
                .append("\"></span>")
                .append(mode)
                .append(' '));
    out.append(
        String.format(
            Locale.ROOT,
            "</p>%n<svg id=modes viewBox=\"0 0 %d %d\" role=img aria-label=\"Mode by writer over"
                + " time\">%n",
            LEFT + WIDTH + 60,
            bottom + 24));
    for (int i = 0; i < writers.size(); i++) {
      out.append(
          "<text x=0 y=%d>writer %d</text>%n".formatted(LINE * i + LINE - 9, writers.get(i)));
    }
    spells.forEach(spell -> bar(spell, writers.indexOf(spell.writer()), out));
    axis(bottom, out);
    return out.append("</svg>\n").append(times()).toString();
  }

  private void bar(Modes.Spell spell, int line, StringBuilder out) {
    Mode mode = Mode.valueOf(spell.mode());
    double x = x(spell.fromMs());
    out.append(
        String.format(
            Locale.ROOT,
            "<rect x=%.1f y=%d width=%.1f height=%d fill=\"%s\"><title>%s from %s for %s</title>"
                + "</rect>%n",
            x,
            LINE * line + 3,
            Math.max(1, x(spell.toMs()) - x),
            LINE - 6,
            COLOURS.get(mode),
            mode,
            Instant.ofEpochMilli(spell.fromMs()),
            Ages.text(Duration.ofMillis(spell.toMs() - spell.fromMs()))));
  }

  private void axis(int bottom, StringBuilder out) {
    DateTimeFormatter form =
        toMs - fromMs < Duration.ofDays(1).toMillis() ? WITHIN_A_DAY : OVER_DAYS;
    out.append("<line x1=%d y1=%d x2=%d y2=%d />%n".formatted(LEFT, bottom, LEFT + WIDTH, bottom));
    for (int i = 0; i <= TICKS; i++) {
      long at = fromMs + (toMs - fromMs) * i / TICKS;
      out.append(
          String.format(
              Locale.ROOT,
              "<text x=%.1f y=%d text-anchor=middle>%s</text>%n",
              x(at),
              bottom + 18,
              form.format(Instant.ofEpochMilli(at))));
    }
  }

  private double x(long ms) {
    return LEFT + (double) WIDTH * (ms - fromMs) / (toMs - fromMs);
  }

  private String times() {
    Map<Mode, Long> times = new EnumMap<>(Mode.class);
    spells.forEach(
        spell -> times.merge(Mode.valueOf(spell.mode()), spell.toMs() - spell.fromMs(), Long::sum));
    HtmlTable table =
        new HtmlTable(
            "Search: time in each mode",
            "Of all writers together.",
            List.of("mode", "#seconds", "which is"));
    times.forEach(
        (mode, ms) -> table.row(mode.toString(), ms / 1000, Ages.text(Duration.ofMillis(ms))));
    return table.html();
  }
}
