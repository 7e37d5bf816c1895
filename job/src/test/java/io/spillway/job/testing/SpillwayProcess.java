package io.spillway.job.testing;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The command line as a process of its own, on this test's class path. Its output is in a file. */
public final class SpillwayProcess implements AutoCloseable {
  private final Process process;
  private final Path output;

  private SpillwayProcess(Process process, Path output) {
    this.process = process;
    this.output = output;
  }

  /**
   * @param folder for its output and its class path; a later process adds to the same file
   */
  public static SpillwayProcess start(Path folder, String... arguments) throws IOException {
    return start(folder, Map.of(), arguments);
  }

  /**
   * The same with more environment variables.
   *
   * @param environment beside that of this process
   */
  public static SpillwayProcess start(
      Path folder, Map<String, String> environment, String... arguments) throws IOException {
    Path output = folder.resolve("spillway.log");
    Path classPath = folder.resolve("class-path.args");
    Files.writeString(classPath, "-cp\n\"" + System.getProperty("java.class.path") + "\"\n");
    Path logging = Repository.root().resolve("flink-conf/log4j-embedded.properties");
    List<String> command = new ArrayList<>();
    command.add(Repository.java());
    // most of a short life is starting
    command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    command.add("-Dlog4j2.configurationFile=" + logging);
    command.add("@" + classPath);
    command.add("io.spillway.job.Main");
    command.addAll(List.of(arguments));
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(output.toFile()));
    builder.environment().putAll(environment);
    Process process = builder.start();
    Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
    return new SpillwayProcess(process, output);
  }

  /** True when it has ended within this time. */
  public boolean ends(Duration limit) throws InterruptedException {
    return process.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS);
  }

  public long pid() {
    return process.pid();
  }

  public int exitCode() {
    return process.exitValue();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Everything that has been written to the file so far. */
  public String output() throws IOException {
    return Files.readString(output, StandardCharsets.UTF_8);
  }

  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  @Override
  public void close() throws InterruptedException {
    kill();
  }
}
