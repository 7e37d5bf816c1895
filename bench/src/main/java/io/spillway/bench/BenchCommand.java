package io.spillway.bench;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code spillway bench}: measurements on this machine. */
@Command(
    name = "bench",
    description = "Measures on this machine.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      BenchStorageCommand.class,
      BenchTablesCommand.class,
      BenchPutsCommand.class,
      BenchLatencyCommand.class,
      BenchCheckpointCommand.class,
      BenchBulkCommand.class,
      BenchSearchCommand.class
    })
final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which measurement?");
  }
}
