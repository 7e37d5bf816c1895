package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.tools.run.ScratchFolder;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;
import picocli.CommandLine.UnmatchedArgumentException;

/** The command line. Exit codes are those of {@link ExitCode}. */
@Command(
    name = "spillway",
    description = "Delivers a database's change stream to object storage and search engines.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND")
public final class Main implements Runnable {
  private final Map<String, String> environment;

  @Spec private CommandSpec spec;

  @Option(
      names = "--stacktrace",
      scope = ScopeType.INHERIT,
      description = "Show where in the program an error came from.")
  private boolean stacktrace;

  private Main(Map<String, String> environment) {
    this.environment = environment;
  }

  /**
   * Every command; a new one is added here and nowhere else, but for those of {@link MoreCommands}.
   */
  private static List<Object> commands() {
    List<Object> commands = new ArrayList<>(own());
    ServiceLoader.load(MoreCommands.class).forEach(more -> commands.addAll(more.commands()));
    return commands;
  }

  private static List<Object> own() {
    return List.of(
        new InitCommand(),
        new RunCommand(),
        new SubmitCommand(),
        new ListCommand(),
        new StatusCommand(),
        new SavepointCommand(),
        new StopCommand(),
        new RescaleCommand(),
        new ClusterCommand(),
        new ValidateCommand(),
        new ExplainCommand(),
        new VerifyCommand(),
        new ReportCommand(),
        new CursorCommand(),
        new DeadLettersCommand(),
        new InspectCommand(),
        new BucketCommand(),
        new SampleCommand(),
        new DemoCommand(),
        new CompletionCommand());
  }

  public static void main(String[] args) {
    ScratchFolder.useInThisProcess();
    PrintWriter out = new PrintWriter(System.out, true, Charset.defaultCharset());
    PrintWriter err = new PrintWriter(System.err, true, Charset.defaultCharset());
    int exitCode = run(args, System.getenv(), out, err);
    out.flush();
    err.flush();
    System.exit(exitCode);
  }

  /** Runs one command and gives its exit code. */
  static int run(String[] args, Map<String, String> environment, PrintWriter out, PrintWriter err) {
    return commandLine(environment).setOut(out).setErr(err).execute(args);
  }

  /** All commands, ready to be called. */
  static CommandLine commandLine(Map<String, String> environment) {
    Main main = new Main(environment);
    CommandLine commandLine = new CommandLine(main);
    for (Object command : commands()) {
      CommandLine added = new CommandLine(command);
      added.getCommandSpec().mixinStandardHelpOptions(true);
      commandLine.addSubcommand(added);
    }
    commandLine.addSubcommand(new CommandLine.HelpCommand());
    Times.register(commandLine, Clock.systemUTC());
    FlowingHelp.install(commandLine);
    return commandLine
        .setParameterExceptionHandler((e, arguments) -> main.misused(e))
        .setExecutionExceptionHandler((e, command, result) -> main.failed(e, command));
  }

  Map<String, String> environment() {
    return environment;
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "which command?");
  }

  private int misused(ParameterException e) {
    CommandLine command = e.getCommandLine();
    PrintWriter err = command.getErr();
    err.println("spillway: " + e.getMessage());
    UnmatchedArgumentException.printSuggestions(e, err);
    err.println("Try: " + command.getCommandSpec().qualifiedName() + " --help");
    trace(e, err);
    return ExitCode.USAGE;
  }

  private int failed(Exception e, CommandLine command) {
    PrintWriter err = command.getErr();
    if (e instanceof CommandException known) {
      err.println(known.getMessage());
      trace(e, err);
      return known.exitCode();
    }
    err.println("spillway: " + e);
    if (!stacktrace) {
      err.println("This is not an error that was foreseen; --stacktrace shows where it came from.");
    }
    trace(e, err);
    return ExitCode.FAILED;
  }

  private void trace(Exception e, PrintWriter err) {
    if (stacktrace) {
      e.printStackTrace(err);
    }
  }
}
