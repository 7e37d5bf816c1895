package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of {@code demo}, as far as nothing is run. */
class ArgumentsTest {
  @TempDir Path folder;
  private final StringWriter err = new StringWriter();

  @ParameterizedTest
  @ValueSource(strings = {"99", "100000001", "-1", "many"})
  void numberOfRowsOfADemoIsChecked(String rows) {
    Path out = folder.resolve("demo");

    assertThat(run("demo", "--rows", rows, "--out", out.toString())).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString()).contains("--rows").contains(rows);
    assertThat(out).doesNotExist();
  }

  @Test
  void demoInAFolderOfSomethingElseIsWrongUse() throws IOException {
    Files.writeString(folder.resolve("file"), "precious");

    assertThat(run("demo", "--out", folder.toString())).isEqualTo(ExitCode.USAGE);

    assertThat(err.toString()).contains(folder + " is there").contains("--out");
    assertThat(folder.resolve("file")).hasContent("precious");
  }

  private int run(String... arguments) {
    return Main.run(
        arguments, Map.of(), new PrintWriter(new StringWriter()), new PrintWriter(err, true));
  }
}
