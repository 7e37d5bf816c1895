package io.spillway.tools.demo;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** The demo's pipeline in a process of its own, which is killed in the middle and started again. */
public final class KilledRun {
  private static final List<String> PROPERTIES = List.of("log4j2.configurationFile");
  private static final long LOOK_MS = 50;

  private final DemoFolder folder;
  private final PrintWriter out;
  private final long killAtBytes;

  /**
   * @param killAtBytes bytes of files that have to be readable when the process is killed
   */
  public KilledRun(DemoFolder folder, PrintWriter out, long killAtBytes) {
    this.folder = folder;
    this.out = out;
    this.killAtBytes = killAtBytes;
  }

  /**
   * Runs it, kills it, and runs it to its end.
   *
   * @throws IOException where it ended too early to be killed, or with a fault
   */
  public void run() throws IOException, InterruptedException {
    try (Running first = start()) {
      while (delivered() < killAtBytes) {
        if (first.process.waitFor(LOOK_MS, TimeUnit.MILLISECONDS)) {
          throw new IOException(
              "the run ended with exit code "
                  + first.process.exitValue()
                  + " before it could be killed; its output is above");
        }
      }
      first.process.destroyForcibly();
      first.end();
      say("  killed process " + first.process.pid() + " (kill -9); the same command again:");
    }
    try (Running second = start()) {
      int exitCode = second.end();
      if (exitCode != 0) {
        throw new IOException("the run ended with exit code " + exitCode + "; its output is above");
      }
    }
  }

  private Running start() throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-Xmx1g",
            "-XX:+UseParallelGC",
            "-XX:TieredStopAtLevel=1",
            "--add-opens=java.base/java.util=ALL-UNNAMED"));
    for (String name : PROPERTIES) {
      String value = System.getProperty(name);
      if (value != null) {
        command.add("-D" + name + "=" + value);
      }
    }
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("io.spillway.tools.Main");
    command.addAll(List.of("run", folder.pipeline().toString(), "--progress", "2 s"));
    say("  bin/spillway run " + folder.pipeline());
    return new Running(new ProcessBuilder(command).redirectErrorStream(true).start());
  }

  /** Bytes of the data files; nobody else writes there, so what is listed is what is readable. */
  private long delivered() throws IOException {
    if (!Files.isRegularFile(folder.output().resolve("metadata"))) {
      return -1;
    }
    try (Stream<Path> tree = Files.walk(folder.output())) {
      return tree.map(Path::toFile)
          .filter(file -> file.getName().matches("CDC\\d+\\.json"))
          .mapToLong(java.io.File::length)
          .sum();
    } catch (java.io.UncheckedIOException e) {
      // a temporary file went while the tree was walked: the next look sees what has become of it
      return -1;
    }
  }

  private void say(String line) {
    synchronized (out) {
      out.println(line);
      out.flush();
    }
  }

  /** A process whose lines are shown as they come. */
  private final class Running implements AutoCloseable {
    private final Process process;
    private final Thread lines;
    private final Thread hook;

    Running(Process process) {
      this.process = process;
      this.lines = new Thread(this::show, "demo-output");
      this.hook = new Thread(process::destroyForcibly);
      Runtime.getRuntime().addShutdownHook(hook);
      lines.start();
    }

    private void show() {
      try (BufferedReader reader = process.inputReader(Charset.defaultCharset())) {
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
          say("    " + line);
        }
      } catch (IOException e) {
        say("    (the rest of the output is lost: " + e.getMessage() + ")");
      }
    }

    int end() throws InterruptedException {
      int exitCode = process.waitFor();
      lines.join();
      return exitCode;
    }

    @Override
    public void close() throws InterruptedException {
      process.destroyForcibly();
      end();
      Runtime.getRuntime().removeShutdownHook(hook);
    }
  }
}
