package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.tools.run.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What holds for all commands, and for those of a cluster while there is none. */
class CommandsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"status", "stop", "savepoint"})
  void aClusterThatDoesNotAnswerIsMissing(String command) throws IOException {
    CommandRun run = CommandRun.of(command, "shop", "--jobmanager", "localhost:" + FreePort.find());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err().lines()).singleElement().asString().contains("the cluster at localhost:");
  }

  @Test
  void aFileThatIsNotThereIsNoJobsName() {
    CommandRun run = CommandRun.of("status", folder.resolve("pipeline.yaml").toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).startsWith("no such file: ");
  }

  @Test
  void rescaleNeedsTheFile() {
    CommandRun run = CommandRun.of("rescale", "shop", "--parallelism", "2");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("it needs the pipeline file in place of shop");
  }

  @Test
  void completionKnowsEveryCommand() {
    CommandRun run = CommandRun.of("completion");

    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.out()).startsWith("#!/usr/bin/env bash").contains("rescale", "--savepoint");
  }

  @Test
  void helpAndVersionAreNoErrors() {
    assertThat(CommandRun.of("help", "stop").out()).contains("Usage: spillway stop");
    assertThat(CommandRun.of("help").out()).contains("rescale", "savepoint", "report", "init");
    assertThat(CommandRun.of("--version").out()).startsWith("spillway ");
  }
}
