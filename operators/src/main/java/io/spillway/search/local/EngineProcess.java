package io.spillway.search.local;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * A real engine in a JVM of its own, from the build folder of one of the modules below {@code
 * engines}; it ends with this JVM. For measurements and tests: nothing depends on those modules.
 */
public final class EngineProcess implements AutoCloseable {
  /** The engines that there are modules of. */
  public enum Engine {
    ELASTICSEARCH,
    OPENSEARCH;

    String folder() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Whether the module is built. */
    public boolean isBuilt(Path engines) {
      return Files.isDirectory(engines.resolve(folder()).resolve("target/lib"));
    }
  }

  private static final String ENDED = "ENDED";
  private static final int OUTPUT_KEPT = 1000;

  private final Path target;
  private final Engine engine;
  private final Path home;
  private final List<String> settings;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>(OUTPUT_KEPT);
  private Process process;
  private Writer commands;
  private int port;

  /**
   * Starts it and waits until it answers.
   *
   * @param engines folder of the engines' modules
   * @param engine which of them
   * @param home where its data is; kept
   * @param settings of the engine, as {@code key=value}
   */
  public EngineProcess(Path engines, Engine engine, Path home, String... settings)
      throws IOException, InterruptedException {
    this.target = engines.resolve(engine.folder()).resolve("target");
    this.engine = engine;
    this.home = home;
    this.settings = List.of(settings);
    start(0);
  }

  private void start(int wantedPort) throws IOException, InterruptedException {
    lines.clear();
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-Xms512m", "-Xmx512m", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("-cp");
    command.add(target.resolve("classes") + File.pathSeparator + target.resolve("lib") + "/*");
    command.add("io.spillway.engines." + engine.folder() + ".NodeProcess");
    command.add(target.resolve("modules").toString());
    command.add(home.toString());
    command.add(Integer.toString(wantedPort));
    command.addAll(settings);
    process = new ProcessBuilder(command).redirectErrorStream(true).start();
    commands = new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8);
    Process started = process;
    Thread reader = new Thread(() -> read(started), "engine-output");
    reader.setDaemon(true);
    reader.start();
    port = Integer.parseInt(await("STARTED ").substring("STARTED ".length()));
  }

  private void read(Process of) {
    try (BufferedReader output = of.inputReader(StandardCharsets.UTF_8)) {
      for (String line; (line = output.readLine()) != null; ) {
        keep(line);
      }
    } catch (IOException e) {
      keep(e.toString());
    }
    keep(ENDED);
  }

  private void keep(String line) {
    while (!lines.offer(line)) {
      lines.poll();
    }
  }

  private String await(String prefix) throws IOException, InterruptedException {
    List<String> others = new ArrayList<>();
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (System.nanoTime() < end) {
      String line = lines.poll(1, TimeUnit.SECONDS);
      if (line != null && line.startsWith(prefix)) {
        return line;
      }
      if (line != null) {
        others.add(line);
      }
      if (ENDED.equals(line) && !process.isAlive()) {
        throw new IOException("the engine ended: " + String.join("\n", others));
      }
    }
    throw new IOException(new TimeoutException("no " + prefix + " from the engine: " + others));
  }

  public String url() {
    return "http://127.0.0.1:" + port;
  }

  /** From now on it refuses every bulk request with 429. */
  public void saturate() throws IOException, InterruptedException {
    say("saturate");
    await("SATURATED");
  }

  /** It takes bulk requests again. */
  public void release() throws IOException, InterruptedException {
    say("release");
    await("RELEASED");
  }

  private void say(String command) throws IOException {
    commands.write(command + "\n");
    commands.flush();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** As {@code kill -9}. */
  public void kill() throws InterruptedException {
    process.destroyForcibly().waitFor();
  }

  /** On the same port with the same data. */
  public void restart() throws IOException, InterruptedException {
    start(port);
  }

  @Override
  public void close() throws IOException, InterruptedException {
    process.destroy();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      kill();
    }
  }
}
