package io.spillway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.tools.CommandRun;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Of {@code bench}, which the command line finds as a service, as far as nothing is run. */
class BenchArgumentsTest {
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

  @Test
  void troubleInTheSearchEngineHasOneOfSevenNames() {
    CommandRun run = CommandRun.of("bench", "search", "--trouble", "closed,none");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("--trouble has no \"none\"");
  }
}
