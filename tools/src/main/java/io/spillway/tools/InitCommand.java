package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spillway init}: a pipeline file to begin with. */
@Command(
    name = "init",
    description = {
      "Writes a commented pipeline file to begin with.",
      "It is for what --from names: TiCDC or Debezium in Kafka, or files.",
      "Exit code 0: written; 1: the file is there already, and is left as it is; 3: it can't be"
          + " written."
    })
final class InitCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "The file to write, as pipeline.yaml.")
  private Path file;

  @Option(
      names = "--from",
      defaultValue = "ticdc",
      description = "What the change stream comes from: ${COMPLETION-CANDIDATES} (default: ticdc).")
  private Upstream from;

  /** Kinds of change streams, each with a file of its name. */
  enum Upstream {
    ticdc,
    debezium,
    files
  }

  /** The file for one of them. */
  static String template(Upstream upstream) {
    try (InputStream in = InitCommand.class.getResourceAsStream("init/" + upstream + ".yaml")) {
      return new String(in.readAllBytes(), UTF_8);
    } catch (IOException e) {
      throw new IllegalStateException("the jar has no file for " + upstream, e);
    }
  }

  @Override
  public Integer call() {
    try {
      Files.writeString(file, template(from), StandardOpenOption.CREATE_NEW);
    } catch (FileAlreadyExistsException e) {
      throw new CommandException(
          ExitCode.FAILED, file + " is there already and is left as it is", e);
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, "can't write " + file + ": " + e, e);
    }
    spec.commandLine()
        .getOut()
        .printf("wrote %s; change it, then: bin/spillway validate %s%n", file, file);
    return ExitCode.OK;
  }
}
