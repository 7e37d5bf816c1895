package io.spillway.tools;

import io.spillway.testing.Repository;
import io.spillway.testing.SpillwayProcess;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/**
 * Commands in one process after the other, with an environment or a class path that this one hasn't
 * got: most of a command's time is the start of its process.
 */
final class CommandServer implements AutoCloseable {
  private final Process process;
  private final DataOutputStream requests;
  private final DataInputStream answers;

  private CommandServer(Process process) {
    this.process = process;
    this.requests = new DataOutputStream(new BufferedOutputStream(process.getOutputStream()));
    this.answers = new DataInputStream(process.getInputStream());
  }

  /**
   * Starts it.
   *
   * @param folder for its class path and its log
   * @param environment beside that of this process
   */
  static CommandServer start(Path folder, Map<String, String> environment) throws IOException {
    List<String> command = SpillwayProcess.jvm(folder, environment);
    command.add("-Dspillway.root=" + Repository.root());
    command.add(CommandServer.class.getName());
    command.add(folder.resolve("commands.log").toString());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment);
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new CommandServer(process);
  }

  /** Runs a command to its end. */
  CommandRun run(String... arguments) throws IOException {
    requests.writeInt(arguments.length);
    for (String argument : arguments) {
      requests.writeUTF(argument);
    }
    requests.flush();
    return new CommandRun(answers.readInt(), text(answers), text(answers));
  }

  private static String text(DataInputStream in) throws IOException {
    return new String(in.readNBytes(in.readInt()), StandardCharsets.UTF_8);
  }

  private static void write(String text, DataOutputStream out) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    out.writeInt(bytes.length);
    out.write(bytes);
  }

  @Override
  public void close() throws Exception {
    process.destroyForcibly().waitFor();
  }

  /** The process; its standard output is for answers alone. */
  public static void main(String[] args) throws IOException {
    DataOutputStream answers = new DataOutputStream(new BufferedOutputStream(System.out));
    PrintStream log = new PrintStream(new FileOutputStream(args[0]), true, StandardCharsets.UTF_8);
    System.setOut(log);
    System.setErr(log);
    DataInputStream requests = new DataInputStream(System.in);
    while (true) {
      String[] arguments = new String[requests.readInt()];
      for (int i = 0; i < arguments.length; i++) {
        arguments[i] = requests.readUTF();
      }
      CommandRun run = CommandRun.of(arguments);
      answers.writeInt(run.exitCode());
      write(run.out(), answers);
      write(run.err(), answers);
      answers.flush();
    }
  }
}
