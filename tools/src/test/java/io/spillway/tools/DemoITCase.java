package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
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
  void demoDeliversVerifiesAndNamesWhatIsThere() {
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
        .contains("verified   ok: ")
        .contains(" 0 duplicates")
        .contains("every row is in the bucket once")
        .contains(" 16 tables, ")
        .contains("14 DDL messages")
        .contains("  shop/\n");
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

  @Test
  void monitoringNeedsPrometheusAndSaysSoBeforeAnythingIsDone() {
    StringWriter err = new StringWriter();
    Path root = folder.resolve("demo");
    int exitCode =
        Main.run(
            new String[] {"demo", "--with-monitoring", "--out", root.toString()},
            Map.of("PATH", folder.toString()),
            new PrintWriter(new StringWriter()),
            new PrintWriter(err));
    assertThat(exitCode).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(err.toString()).contains("prometheus is not on the PATH");
    assertThat(root).doesNotExist();
  }
}
