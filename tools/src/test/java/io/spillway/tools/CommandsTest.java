package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.tools.run.FreePort;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

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

  @Test
  void everyCommandIsSummedUpInASentenceOfItsOwn() {
    List<CommandLine> all = new ArrayList<>();
    below(Main.commandLine(Map.of()), all);

    assertThat(all)
        .hasSizeGreaterThan(25)
        .allSatisfy(
            command ->
                assertThat(command.getCommandSpec().usageMessage().header())
                    .as(command.getCommandSpec().qualifiedName())
                    .singleElement()
                    .asString()
                    .endsWith("."));
  }

  private static void below(CommandLine command, List<CommandLine> all) {
    for (CommandLine one : command.getSubcommands().values()) {
      all.add(one);
      below(one, all);
    }
  }

  @Test
  void paragraphsAreBrokenWhereThePageEndsAndNowhereElse() {
    String help = CommandRun.of("run", "--help").out();

    assertThat(help).startsWith("Runs a pipeline in this process until its input ends");
    List<String> lines = help.lines().toList();
    int first = 0;
    while (!lines.get(first).startsWith("Goes on")) {
      first++;
    }
    while (!lines.get(first + 1).startsWith("Exit code")) {
      String next = lines.get(first + 1).split(" ", 2)[0];
      assertThat(lines.get(first).length() + 1 + next.length())
          .as(lines.get(first))
          .isGreaterThanOrEqualTo(80);
      first++;
    }
    assertThat(help)
        .contains("Begin anew on purpose: read all input and deliver\n")
        .containsPattern("it again, whatever was delivered before\\. Without\\n");
  }
}
