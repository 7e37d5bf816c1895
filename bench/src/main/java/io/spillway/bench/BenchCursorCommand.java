package io.spillway.bench;

import io.spillway.bench.report.Machine;
import io.spillway.cursor.log.EventFilter;
import io.spillway.cursor.log.EventLogReader;
import io.spillway.cursor.log.Replay;
import io.spillway.job.ExitCode;
import io.spillway.tools.VerifyCommand;
import io.spillway.tools.cursor.CursorLogWriter;
import java.io.IOException;
import java.io.PrintWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code spillway bench cursor}: what a replay costs. */
@Command(
    name = "cursor",
    description = {
      "Writes logs of 10,000 cursors with a quarter, a half and all of the events to a temporary",
      "folder and replays each."
    },
    mixinStandardHelpOptions = true)
final class BenchCursorCommand implements Callable<Integer> {
  @Option(
      names = "--events",
      defaultValue = "1000000",
      description = "Events in the largest log (default: ${DEFAULT-VALUE}).")
  private long events;

  @Option(
      names = "--runs",
      defaultValue = "3",
      description = "Replays of each log (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    PrintWriter out = spec.commandLine().getOut();
    out.println(Machine.here().line());
    out.println("CPU is that of the reading thread; the first line warms up");
    for (long count : new long[] {events / 4, events / 4, events / 2, events}) {
      Path folder = Files.createTempDirectory("spillway-bench-cursor");
      try {
        new CursorLogWriter().write(folder, count);
        boolean cold = count == events / 4;
        for (int i = 0; i < (cold ? runs + 1 : runs); i++) {
          replay(folder, out);
        }
      } finally {
        delete(folder);
      }
    }
    return ExitCode.OK;
  }

  private static void replay(Path folder, PrintWriter out) throws IOException {
    ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    Replay replay = new Replay();
    long cpu = threads.getCurrentThreadCpuTime();
    long begin = System.nanoTime();
    new EventLogReader(VerifyCommand.root(folder.toString())).read(EventFilter.ALL, replay::accept);
    double seconds = (System.nanoTime() - begin) / 1e9;
    double cpuSeconds = (threads.getCurrentThreadCpuTime() - cpu) / 1e9;
    out.printf(
        "%,d events, %d MiB, %d cursors: %.2f s, %.2f s of CPU, %.2f us of CPU an event%n",
        replay.events(),
        bytes(folder) >> 20,
        replay.cursors().size(),
        seconds,
        cpuSeconds,
        cpuSeconds * 1e6 / replay.events());
    out.flush();
  }

  private static long bytes(Path folder) throws IOException {
    long bytes = 0;
    for (Path file : tree(folder)) {
      bytes += Files.isDirectory(file) ? 0 : Files.size(file);
    }
    return bytes;
  }

  private static void delete(Path folder) throws IOException {
    for (Path path : tree(folder)) {
      Files.delete(path);
    }
  }

  private static List<Path> tree(Path folder) throws IOException {
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.sorted(Comparator.reverseOrder()).toList();
    }
  }
}
