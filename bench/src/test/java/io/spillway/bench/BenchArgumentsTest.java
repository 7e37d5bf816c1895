package io.spillway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.tools.CommandRun;
import io.spillway.tools.DocumentedCommands;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of {@code bench}, which the command line finds as a service, as far as nothing is run. */
class BenchArgumentsTest {
  private static final Pattern COMMAND = Pattern.compile("bin/spillway (bench [^`\n]+)");

  @TempDir Path folder;

  @Test
  void benchNeedsAMeasurement() {
    CommandRun run = CommandRun.of("bench");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("which measurement?");
  }

  @ParameterizedTest
  @ValueSource(strings = {"--dispatchers", "--rows", "--parallelism", "--runs"})
  void countsOfABenchArePositive(String option) {
    Path out = folder.resolve("bench");

    CommandRun run = CommandRun.of("bench", "storage", option, "0", "--out", out.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("1 or more");
    assertThat(out).doesNotExist();
  }

  /** In blocks and in sentences; what stands for a number is one. */
  @Test
  void everyMeasurementOfTheDocumentationIsTaken() throws IOException {
    Set<String> measurements = new TreeSet<>();
    for (Path page : DocumentedCommands.pages()) {
      Matcher line = COMMAND.matcher(Files.readString(page));
      while (line.find()) {
        String command = line.group(1).replaceAll("\\$[a-z]+|MIB", "10");
        List<String> words = DocumentedCommands.words(command);
        assertThat(DocumentedCommands.refusal(words))
            .as("%s: %s", page.getFileName(), command)
            .isEmpty();
        if (words.size() > 1) {
          measurements.add(words.get(1));
        }
      }
    }
    assertThat(measurements)
        .containsExactly("bulk", "checkpoint", "latency", "puts", "search", "storage", "tables");
  }

  @Test
  void troubleInTheSearchEngineHasOneOfSevenNames() {
    CommandRun run = CommandRun.of("bench", "search", "--trouble", "closed,none");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("--trouble has no \"none\"");
  }
}
