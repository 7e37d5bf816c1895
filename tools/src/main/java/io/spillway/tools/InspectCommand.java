package io.spillway.tools;

import io.spillway.event.DispatcherId;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.start.SavedState;
import io.spillway.job.start.StateUids;
import io.spillway.tools.inspect.AsciiJson;
import io.spillway.tools.inspect.KeyedReading;
import io.spillway.tools.inspect.Overview;
import io.spillway.tools.inspect.OverviewText;
import io.spillway.tools.run.ClusterAddress;
import io.spillway.tools.run.FileSystems;
import io.spillway.tools.run.LiveState;
import io.spillway.tools.run.RootCause;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.flink.core.fs.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spillway inspect}: what a savepoint or a retained checkpoint holds. */
@Command(
    name = "inspect",
    description = {
      "Shows what a savepoint or a retained checkpoint holds; changes nothing.",
      "Offsets, rows in the spool by dispatcher, commits that a restore carries out, cursors.",
      "Exit code: 0 read, 1 not a savepoint of Spillway or no such dispatcher, 3 not to be read."
    })
final class InspectCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "SAVEPOINT",
      arity = "0..1",
      description = "Folder of a savepoint, or chk-N of a checkpoint: a path or a URI.")
  private String path;

  @Option(
      names = "--live",
      paramLabel = "JOB",
      description = {
        "Instead of SAVEPOINT: the job of this id or name that runs at --jobmanager, as of now. A",
        "savepoint is taken for it, which does not stop the job, and removed again."
      })
  private String job;

  @Option(
      names = "--jobmanager",
      paramLabel = "HOST:PORT",
      defaultValue = "localhost:8081",
      description = "For --live: the cluster's REST interface (default: ${DEFAULT-VALUE}).")
  private String jobManager;

  @Option(
      names = "--folder",
      paramLabel = "URI",
      description =
          "For --live: where the savepoint goes meanwhile (default: the cluster's own folder).")
  private String folder;

  @Option(
      names = "--dispatcher",
      paramLabel = "ID",
      description = "Only this dispatcher (schema.table, or schema.table#partition).")
  private String dispatcher;

  @Option(
      names = "--rows",
      description = {
        "Print the rows in the spool instead, a JSON line each as it was sent;",
        "what is beyond ASCII is written as \\\\u escapes."
      })
  private boolean rows;

  @Option(names = "--json", description = "Print one JSON object; not with --rows.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws InterruptedException {
    if ((path == null) == (job == null)) {
      throw new CommandException(ExitCode.USAGE, "wanted: either SAVEPOINT or --live JOB");
    }
    if (rows && json) {
      throw new CommandException(
          ExitCode.USAGE, "--rows prints JSON lines anyway: not with --json");
    }
    if (dispatcher != null) {
      parseDispatcher();
    }
    FileSystems.initialize();
    return job == null ? inspect(VerifyCommand.root(path)) : inspectLive();
  }

  private int inspectLive() throws InterruptedException {
    ClusterAddress address =
        ClusterAddress.parse(jobManager)
            .orElseThrow(
                () ->
                    new CommandException(
                        ExitCode.USAGE, "--jobmanager is not HOST:PORT: " + jobManager));
    try (LiveState live = LiveState.take(address, job, folder)) {
      path = live.path().toString();
      return inspect(live.path());
    } catch (IOException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, e.getMessage(), e);
    }
  }

  private int inspect(Path place) {
    try {
      SavedState state = SavedState.open(place);
      requireOurs(state);
      long dispatchers = rows ? rows(state) : json ? object(state) : overview(state);
      if (dispatcher != null && dispatchers == 0) {
        throw new CommandException(
            ExitCode.FAILED, "the spool has nothing of dispatcher " + dispatcher);
      }
      return ExitCode.OK;
    } catch (FileNotFoundException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, e.getMessage(), e);
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.ENVIRONMENT, "can't read " + path + ": " + RootCause.of(e), e);
    }
  }

  private void parseDispatcher() {
    try {
      DispatcherId.parse(dispatcher);
    } catch (IllegalArgumentException e) {
      throw new CommandException(ExitCode.USAGE, "--dispatcher: " + e.getMessage(), e);
    }
  }

  private void requireOurs(SavedState state) {
    if (!state.has(StateUids.SPOOL) && !state.has(StateUids.source(0))) {
      throw new CommandException(
          ExitCode.FAILED,
          path
              + " is not of a Spillway job; its operators: "
              + state.operators().stream().map(SavedState.Operator::uid).toList());
    }
  }

  private long rows(SavedState state) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    AtomicLong count = new AtomicLong();
    new KeyedReading(state)
        .rows(
            dispatcher,
            row -> {
              out.println(AsciiJson.of(row));
              count.incrementAndGet();
            });
    return count.get();
  }

  private long object(SavedState state) throws IOException {
    InspectOutput output = new InspectOutput();
    KeyedReading keyed = new KeyedReading(state);
    output.overview(state, Overview.of(state));
    if (dispatcher == null) {
      for (String uid : StateUids.CURSORS) {
        keyed.cursors(uid, cursor -> output.cursor(cursor.f0, cursor.f1));
      }
    }
    AtomicLong dispatchers = new AtomicLong();
    keyed.contents(
        dispatcher,
        content -> {
          dispatchers.incrementAndGet();
          output.content(content);
        });
    spec.commandLine().getOut().println(output.line());
    return dispatchers.get();
  }

  private long overview(SavedState state) throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    OverviewText text = new OverviewText(out);
    KeyedReading keyed = new KeyedReading(state);
    if (dispatcher == null) {
      text.operators(state);
      text.write(Overview.of(state));
      for (String uid : StateUids.CURSORS) {
        keyed.cursors(uid, cursor -> text.cursor(cursor.f0, cursor.f1));
      }
    }
    AtomicLong dispatchers = new AtomicLong();
    AtomicLong total = new AtomicLong();
    AtomicLong bytes = new AtomicLong();
    keyed.contents(
        dispatcher,
        content -> {
          dispatchers.incrementAndGet();
          total.addAndGet(content.rows);
          bytes.addAndGet(content.bytes);
          text.content(content);
        });
    if (dispatcher == null) {
      out.printf(
          "spool: %d rows, %d bytes, %d dispatchers%n",
          total.get(), bytes.get(), dispatchers.get());
    }
    return dispatchers.get();
  }
}
