package io.spillway.search;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** A real engine in a JVM of its own; it ends with the test's JVM. */
final class EngineProcess implements AutoCloseable {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private final Path home;
  private final List<String> settings;
  private final BlockingQueue<String> lines = new LinkedBlockingQueue<>();
  private Process process;
  private Writer commands;
  private int port;

  /**
   * @param settings as {@code key=value}
   */
  EngineProcess(Path home, String... settings) throws Exception {
    this.home = home;
    this.settings = List.of(settings);
    start(0);
  }

  private void start(int wantedPort) throws Exception {
    Path target = Path.of(System.getProperty("spillway.root"), "engines/elasticsearch/target");
    String classPath =
        target.resolve("classes") + File.pathSeparator + target.resolve("lib") + "/*";
    List<String> command =
        new ArrayList<>(
            List.of(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xms512m",
                "-Xmx512m",
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                "io.spillway.engines.elasticsearch.NodeProcess",
                target.resolve("modules").toString(),
                home.toString(),
                String.valueOf(wantedPort)));
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
        System.out.println("[engine] " + line);
        lines.add(line);
      }
    } catch (IOException ended) {
      System.out.println("[engine] " + ended);
    }
    lines.add("ENDED");
  }

  private String await(String prefix) throws Exception {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(2);
    while (System.nanoTime() < end) {
      String line = lines.poll(1, TimeUnit.SECONDS);
      if (line != null && line.startsWith(prefix)) {
        return line;
      }
      if ("ENDED".equals(line) && !process.isAlive()) {
        throw new IOException("the engine ended: " + process.exitValue());
      }
    }
    throw new TimeoutException("no " + prefix);
  }

  String url() {
    return "http://127.0.0.1:" + port;
  }

  void saturate() throws Exception {
    say("saturate");
    await("SATURATED");
  }

  void release() throws Exception {
    say("release");
    await("RELEASED");
  }

  private void say(String command) throws IOException {
    commands.write(command + "\n");
    commands.flush();
  }

  void kill() throws Exception {
    process.destroyForcibly().waitFor();
    lines.clear();
  }

  /** On the same port with the same data. */
  void restart() throws Exception {
    start(port);
  }

  /** Sends JSON, fails on an answer that isn't 2xx. */
  JsonNode call(String method, String path, String body) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(url() + path))
            .header("Content-Type", "application/json")
            .method(
                method,
                body == null
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofString(body))
            .build();
    HttpResponse<String> response = HTTP.send(request, HttpResponse.BodyHandlers.ofString());
    if (response.statusCode() / 100 != 2) {
      throw new IOException(method + " " + path + ": " + response.statusCode() + response.body());
    }
    return JSON.readTree(response.body());
  }

  @Override
  public void close() throws Exception {
    commands.close();
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      process.destroyForcibly();
    }
  }
}
