package io.spillway.tools.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Namespace;
import io.spillway.cursor.Work;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The report in a real browser; where there is none (Chromium), these tests are skipped. */
class ReportInBrowserITCase {
  private static final List<String> BROWSERS =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final String LONG_NAME = "shop." + "a_table_with_a_very_long_name_".repeat(8);

  /**
   * Sorts by the column "rows", the most first, then the least, and leaves what a reader would see
   * in the page's text.
   */
  private static final String PROBE =
      """
      <script>
      const heads = [...document.querySelectorAll("th")].filter(th => th.textContent === "rows");
      heads[0].click();
      const first = heads[0].closest("table").tBodies[0].rows[0].cells[0].textContent;
      heads[0].click();
      const last = heads[0].closest("table").tBodies[0].rows[0].cells[0].textContent;
      const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
      const flat = [...document.querySelectorAll("td,th,p,h1,h2")]
          .filter(e => e.textContent.trim() && e.getBoundingClientRect().height < 10).length;
      const box = e => e.getBoundingClientRect();
      const bars = [...document.querySelectorAll("#modes rect")].filter(e => box(e).width >= 1)
          .sort((a, b) => box(a).left - box(b).left);
      const modes = bars.map(e => e.textContent.split(" ")[0]).join(",");
      const texts = [...document.querySelectorAll("#modes text")];
      const cut = texts.filter(e => box(e).left < box(modesSvg()).left
          || box(e).right > box(modesSvg()).right || box(e).height < 8).length;
      function modesSvg() { return document.querySelector("#modes"); }
      document.body.append(`probe first=${first} last=${last} wide=${wide} flat=${flat}`
          + ` modes=${modes} cut=${cut} end`);
      </script>
      </body>
      """;

  @TempDir Path folder;

  @Test
  void fitsTheWindowAndSortsByAColumn() throws Exception {
    Matcher wide = probe(1280);
    assertThat(wide.group("first")).isEqualTo(LONG_NAME);
    assertThat(wide.group("last")).isEqualTo("shop.small");
    assertThat(wide.group("wide")).as("pixels beyond the window").isEqualTo("0");
    assertThat(wide.group("flat")).as("elements that nobody can read").isEqualTo("0");
    assertThat(wide.group("modes")).as("bars, from left to right").isEqualTo("STEADY,PROTECT");
    assertThat(wide.group("cut")).as("words of the chart that nobody can read").isEqualTo("0");
  }

  /** What the page shows in a window so many pixels wide. */
  private Matcher probe(int width) throws Exception {
    PipelineReport report = new PipelineReport();
    report.checkpointTs(OptionalLong.of(463594439416151394L));
    report.accept(file("shop.small", "1.json", 9, 100));
    report.accept(file(LONG_NAME, "2.json", 10, 200));
    report.accept(mode(1_000_000, "STEADY"));
    report.accept(mode(1_600_000, "PROTECT"));
    String html = new ReportPage(report, "out", Instant.parse("2026-03-01T12:00:00Z")).html();
    Path page = folder.resolve("report.html");
    Files.writeString(page, html.replace("</body>", PROBE));

    Matcher found =
        Pattern.compile(
                "probe first=(?<first>\\S+) last=(?<last>\\S+) wide=(?<wide>-?\\d+) flat=(?<flat>\\d+)"
                    + " modes=(?<modes>\\S*) cut=(?<cut>\\d+) end")
            .matcher(dom(page, width));
    assertThat(found.find()).as("the page's script has run").isTrue();
    return found;
  }

  private String dom(Path page, int width) throws Exception {
    Optional<String> browser = browser();
    assumeTrue(browser.isPresent(), "no browser on this machine");
    Path out = folder.resolve("dom.html");
    Process process =
        new ProcessBuilder(
                browser.get(),
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--user-data-dir=" + folder.resolve("profile"),
                "--window-size=" + width + ",900",
                "--virtual-time-budget=5000",
                "--dump-dom",
                page.toUri().toString())
            .redirectOutput(out.toFile())
            .redirectError(ProcessBuilder.Redirect.DISCARD)
            .start();
    if (!process.waitFor(2, TimeUnit.MINUTES)) {
      process.destroyForcibly();
      throw new AssertionError("the browser has not ended");
    }
    return Files.readString(out, StandardCharsets.UTF_8);
  }

  private static Optional<String> browser() {
    return Stream.of(System.getenv("PATH").split(File.pathSeparator))
        .flatMap(dir -> BROWSERS.stream().map(name -> Path.of(dir, name)))
        .filter(Files::isExecutable)
        .map(Path::toString)
        .findFirst();
  }

  private static CursorEvent mode(long atMs, String mode) {
    return new CursorEvent(
        CursorKey.global(new Namespace("HARVEST", ""), CursorKey.SEARCH),
        new CursorStep(1, CursorReason.MODE, CursorKind.TIME, null, null, null),
        new Work.Steered(1, new FlushAck.Steering(0, atMs, mode)),
        new CursorEvent.Origin("shop", "run", 0),
        2_000_000);
  }

  private static CursorEvent file(String key, String path, long rows, long bytes)
      throws IOException {
    return new CursorEvent(
        new CursorKey(new Namespace("HARVEST", ""), CursorKey.STORAGE, CursorKey.EXPR, key),
        new CursorStep(1, CursorReason.ADVANCED, CursorKind.TIME, null, "2", "2"),
        new Work.Written(
            1, new FlushAck.File(path, 1, 1, "size", new FlushAck.Rows(rows, bytes, 1, 2))),
        new CursorEvent.Origin("shop", "run", 0),
        0);
  }
}
