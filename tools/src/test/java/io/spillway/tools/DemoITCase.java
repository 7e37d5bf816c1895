package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.PortWatch;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoITCase {
  private static final String COMMAND_WITH_PATH = "  cat ";

  @TempDir Path folder;

  @Test
  void demoGoesOnAfterAKillAndCountsWhatBothSinksMade() throws Exception {
    try (PortWatch watch = new PortWatch()) {
      demo();
      assertThat(watch.opened())
          .isNotEmpty()
          .allMatch(port -> port.getAddress().isLoopbackAddress());
    }
  }

  private void demo() {
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    Path root = folder.resolve("demo");

    int exitCode =
        Main.run(
            new String[] {"demo", "--rows", "3000", "--out", root.toString()},
            Map.of(),
            new PrintWriter(out),
            new PrintWriter(err));

    assertThat(exitCode).as(err.toString()).isEqualTo(ExitCode.OK);
    assertThat(out.toString())
        .containsSubsequence(
            "1/4  making up a change stream in " + root,
            "  3,000 changed rows of 16 tables",
            "  killed process ",
            "    resuming from ",
            "3/4  ",
            "Spillway, killed once",
            "0 of 14",
            "  The layout's rules: no fault in ",
            "\n0 lost, 0 twice, 0 out of order\nreport: " + root.resolve("report.html"))
        .containsPattern("Flink's file sink +0 +[1-9][0-9,]* +[1-9][0-9,]* +[1-9][0-9]* of 14");
    assertThat(root.resolve("report.html"))
        .content()
        .contains(
            "Everything up to <b>2026-01-15T",
            "<td>shop.orders_0</td>",
            "<td>HARVEST storage</td>");
    long shown = 0;
    for (String line : out.toString().split("\n")) {
      if (line.startsWith(COMMAND_WITH_PATH)) {
        String path = line.substring(COMMAND_WITH_PATH.length()).split(" ")[0];
        assertThat(Files.isRegularFile(Path.of(path))).as(path).isTrue();
        shown++;
      }
    }
    assertThat(shown).isEqualTo(4);
  }
}
