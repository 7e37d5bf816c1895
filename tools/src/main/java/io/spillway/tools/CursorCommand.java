package io.spillway.tools;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorEventJson;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorState;
import io.spillway.cursor.log.Audit;
import io.spillway.cursor.log.Comparison;
import io.spillway.cursor.log.Difference;
import io.spillway.cursor.log.Finding;
import io.spillway.cursor.log.Replay;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.cursor.LogLocation;
import io.spillway.tools.cursor.CursorTable;
import io.spillway.tools.cursor.SavedCursors;
import io.spillway.tools.run.FileSystems;
import io.spillway.tools.run.RootCause;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.core.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spillway cursor}: progress, from the event log or from a savepoint. */
@Command(
    name = "cursor",
    description = {
      "Shows, rebuilds and checks cursors.",
      "Exit code: 0 nothing found, 1 a finding or a difference, 3 something can't be read."
    },
    synopsisSubcommandLabel = "COMMAND")
final class CursorCommand implements Runnable {
  static final int UNREADABLE = ExitCode.ENVIRONMENT;
  private static final int FOUND = ExitCode.FAILED;

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "what of the cursors?");
  }

  @Command(
      name = "show",
      description = "Shows the current values, from a savepoint, a checkpoint or an event log.",
      mixinStandardHelpOptions = true)
  int show(
      @Parameters(
              paramLabel = "PATH",
              description = "Folder of a savepoint or checkpoint, or an event log.")
          String path,
      @Option(names = "--json", description = "Print JSON objects, one a line.") boolean json,
      @Mixin KafkaClientOptions kafka)
      throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    if (!isSavepoint(path)) {
      Replay replay = new Replay();
      EventSelection.whole(path, kafka).read(replay::accept);
      print(replay, json, out);
      return ExitCode.OK;
    }
    SavedCursors saved = savepoint(path);
    CursorTable table = new CursorTable("CURSOR", "TYPE", "VALUE", "EVENTS", "CHECKPOINT");
    Map<String, CursorState> sorted = new TreeMap<>();
    saved.cursors().forEach((cursor, state) -> sorted.put(cursor.text(), state));
    sorted.forEach(
        (cursor, state) ->
            table.add(
                cursor,
                state.kind().word(),
                json ? state.value() : CursorTable.value(state.kind(), state.value()),
                Long.toString(state.seq()),
                Long.toString(state.checkpointId())));
    print(table, json, out);
    return ExitCode.OK;
  }

  @Command(
      name = "replay",
      description = "Rebuilds every value from the events of a log.",
      mixinStandardHelpOptions = true)
  int replay(
      @Mixin EventSelection events,
      @Option(names = "--json", description = "The newest event of each cursor, one a line.")
          boolean json)
      throws IOException {
    openFileSystems();
    PrintWriter out = spec.commandLine().getOut();
    long begin = System.nanoTime();
    Replay replay = new Replay();
    long looked = events.read(replay::accept);
    print(replay, json, out);
    spec.commandLine()
        .getErr()
        .printf(
            "%d events replayed, %d looked at, in %d ms%n",
            replay.events(), looked, (System.nanoTime() - begin) / 1_000_000);
    return ExitCode.OK;
  }

  @Command(
      name = "audit",
      description =
          "Looks for gaps, overlaps, rewinds, lost messages and checkpoints that don't balance.",
      mixinStandardHelpOptions = true)
  int audit(
      @Mixin EventSelection events,
      @Option(names = "--json", description = "Print a JSON object for each finding, one a line.")
          boolean json) {
    openFileSystems();
    PrintWriter out = spec.commandLine().getOut();
    Audit audit = new Audit(events.fromBeginning());
    events.read(audit::accept);
    if (!audit.findings().isEmpty()) {
      CursorTable table = new CursorTable("FOUND", "CURSOR", "EVENT", "AT", "DETAIL");
      for (Finding finding : audit.findings()) {
        CursorEvent event = finding.event();
        table.add(
            finding.kind().name(),
            event.cursor().text(),
            Long.toString(event.step().seq()),
            Instant.ofEpochMilli(event.atMs()).toString(),
            finding.detail());
      }
      print(table, json, out);
    }
    PrintWriter sums = json ? spec.commandLine().getErr() : out;
    sums.printf(
        "%d events, %d balances, %d findings%n",
        audit.events(), audit.balances(), audit.findings().size());
    return audit.findings().isEmpty() ? ExitCode.OK : FOUND;
  }

  @Command(
      name = "diff",
      description = "Compares a whole log with the cursors in a savepoint or checkpoint.",
      mixinStandardHelpOptions = true)
  int diff(
      @Parameters(paramLabel = "EVENTS", description = "The event log.") String path,
      @Option(
              names = "--against",
              required = true,
              paramLabel = "SAVEPOINT",
              description = "Folder of the savepoint or checkpoint.")
          String against,
      @Option(
              names = "--json",
              description = "Print a JSON object for each difference, one a line.")
          boolean json,
      @Mixin KafkaClientOptions kafka) {
    openFileSystems();
    PrintWriter out = spec.commandLine().getOut();
    SavedCursors saved = savepoint(against);
    Comparison comparison = new Comparison(saved.checkpointId(), saved.cursors());
    EventSelection.whole(path, kafka).read(comparison::accept);
    List<Difference> differences = comparison.differences();
    if (differences.isEmpty()) {
      PrintWriter sums = json ? spec.commandLine().getErr() : out;
      sums.printf("%d cursors, no difference%n", saved.cursors().size());
      return ExitCode.OK;
    }
    CursorTable table = new CursorTable("CURSOR", "EVENT", "LOG", "SAVEPOINT");
    for (Difference difference : differences) {
      CursorKey cursor = difference.cursor();
      table.add(
          cursor.text(), Long.toString(difference.seq()), difference.logged(), difference.saved());
    }
    print(table, json, out);
    return FOUND;
  }

  private static void print(CursorTable table, boolean json, PrintWriter out) {
    if (json) {
      table.printJson(out);
    } else {
      table.print(out);
    }
  }

  private static void print(Replay replay, boolean json, PrintWriter out) throws IOException {
    if (json) {
      ByteArrayOutputStream lines = new ByteArrayOutputStream();
      for (CursorEvent event : replay.cursors()) {
        new CursorEventJson().write(event, lines);
      }
      out.print(lines.toString(StandardCharsets.UTF_8));
      out.flush();
      return;
    }
    CursorTable table = new CursorTable("CURSOR", "TYPE", "VALUE", "EVENTS", "CHECKPOINT", "AT");
    for (CursorEvent event : replay.cursors()) {
      table.add(
          event.cursor().text(),
          event.step().kind().word(),
          CursorTable.value(event.step().kind(), event.step().value()),
          Long.toString(event.step().seq()),
          Long.toString(event.work().checkpointId()),
          Instant.ofEpochMilli(event.atMs()).toString());
    }
    table.print(out);
  }

  private static boolean isSavepoint(String path) {
    openFileSystems();
    if (LogLocation.Topic.isMeant(path)) {
      return false;
    }
    Path root = VerifyCommand.root(path);
    try {
      return root.getFileSystem().exists(new Path(root, "_metadata"));
    } catch (IOException e) {
      throw new CommandException(UNREADABLE, "can't read " + path + ": " + e, e);
    }
  }

  private static SavedCursors savepoint(String path) {
    try {
      return SavedCursors.read(VerifyCommand.root(path).toString());
    } catch (Exception e) {
      throw new CommandException(
          UNREADABLE, "can't read the savepoint " + path + ": " + RootCause.text(e), e);
    }
  }

  private static void openFileSystems() {
    FileSystems.initialize();
  }
}
