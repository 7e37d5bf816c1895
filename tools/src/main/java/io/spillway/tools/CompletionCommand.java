package io.spillway.tools;

import io.spillway.job.ExitCode;
import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code spillway completion}: for shells. */
@Command(
    name = "completion",
    description = {
      "Prints a script with which bash and zsh complete commands and options. In bash:",
      "source <(bin/spillway completion)"
    })
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    spec.commandLine().getOut().println(AutoComplete.bash("spillway", spec.parent().commandLine()));
    return ExitCode.OK;
  }
}
