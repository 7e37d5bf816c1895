package io.spillway.job.testing;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A Flink cluster of real processes: one JobManager, some TaskManagers of one slot each. Put
 * together from {@code job/target/flink}; the job's jar is not on its class path.
 */
public final class FlinkCluster implements AutoCloseable {
  private static final long START_SECONDS = 120;
  private static final Pattern JOB_STATE =
      Pattern.compile("\"jid\":\"([0-9a-f]{32})\".*?\"state\":\"([A-Z]+)\"");

  private final Path folder;
  private final String classPath;
  private final int rpcPort;
  private final int restPort;
  private final HttpClient http = HttpClient.newHttpClient();
  private final List<Process> processes = new ArrayList<>();

  private FlinkCluster(Path folder, String classPath, int rpcPort, int restPort) {
    this.folder = folder;
    this.classPath = classPath;
    this.rpcPort = rpcPort;
    this.restPort = restPort;
  }

  /**
   * Starts a cluster and waits until it is complete.
   *
   * @param flinkJars folder of Flink's own jars
   * @param folder for configuration, logs and temporary files
   */
  public static FlinkCluster start(Path flinkJars, Path folder, int taskManagers)
      throws IOException, InterruptedException {
    FlinkCluster cluster = new FlinkCluster(folder, classPath(flinkJars), freePort(), freePort());
    // a test run that is broken off must not leave processes behind
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
    try {
      cluster.configure();
      cluster.launch("jobmanager", cluster.jobManager());
      for (int i = 0; i < taskManagers; i++) {
        cluster.launch("taskmanager-" + i, cluster.taskManager(i));
      }
      cluster.await("\"taskmanagers\":" + taskManagers);
      return cluster;
    } catch (IOException | InterruptedException | RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  /** Where it answers, as {@code localhost:8081}. */
  public String address() {
    return "localhost:" + restPort;
  }

  /** Waits until a job has ended in whatever way; gives its last state, as {@code FINISHED}. */
  public String awaitEnd(String jobId, long seconds) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(seconds);
    String state = "";
    while (System.nanoTime() < end) {
      state = state(jobId);
      if (List.of("FINISHED", "FAILED", "CANCELED").contains(state)) {
        return state;
      }
      pause();
    }
    return state;
  }

  private String state(String jobId) throws IOException, InterruptedException {
    Matcher matcher = JOB_STATE.matcher(get("/jobs/overview"));
    while (matcher.find()) {
      if (matcher.group(1).equals(jobId)) {
        return matcher.group(2);
      }
    }
    return "";
  }

  /** The logs of all processes, for the message of a test that fails. */
  public String logs() throws IOException {
    StringBuilder all = new StringBuilder();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".log")).sorted().toList()) {
        List<String> lines = Files.readAllLines(file);
        all.append("== ").append(file.getFileName()).append('\n');
        lines
            .subList(Math.max(0, lines.size() - 60), lines.size())
            .forEach(line -> all.append(line).append('\n'));
      }
    }
    return all.toString();
  }

  @Override
  public void close() {
    Collections.reverse(processes);
    processes.forEach(Process::destroy);
    for (Process process : processes) {
      try {
        if (!process.waitFor(10, TimeUnit.SECONDS)) {
          process.destroyForcibly();
        }
      } catch (InterruptedException e) {
        process.destroyForcibly();
        Thread.currentThread().interrupt();
      }
    }
  }

  private void configure() throws IOException {
    Files.writeString(
        folder.resolve("config.yaml"),
        """
        jobmanager.rpc.address: localhost
        jobmanager.rpc.port: %d
        rest.address: localhost
        rest.port: %d
        jobmanager.memory.process.size: 900m
        jobmanager.memory.jvm-metaspace.size: 192m
        taskmanager.host: localhost
        taskmanager.numberOfTaskSlots: 1
        heartbeat.interval: 1 s
        heartbeat.timeout: 5 s
        restart-strategy.type: fixed-delay
        restart-strategy.fixed-delay.attempts: 10
        restart-strategy.fixed-delay.delay: 1 s
        io.tmp.dirs: %s
        """
            .formatted(rpcPort, restPort, folder));
    Files.writeString(
        folder.resolve("log4j.properties"),
        """
        status = error
        rootLogger.level = info
        rootLogger.appenderRef.console.ref = console
        appender.console.type = Console
        appender.console.name = console
        appender.console.layout.type = PatternLayout
        appender.console.layout.pattern = %d{HH:mm:ss,SSS} %-5p %c{1} - %m%n
        """);
  }

  private List<String> jobManager() {
    return java(
        List.of("-Xmx400m", "--add-opens=java.base/java.util=ALL-UNNAMED"),
        "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
        List.of());
  }

  /** Flink's start script works these sizes out; a TaskManager refuses to start without them. */
  private List<String> taskManager(int index) {
    List<String> settings = new ArrayList<>();
    for (String setting :
        List.of(
            "taskmanager.cpu.cores=1.0",
            "taskmanager.memory.framework.heap.size=64m",
            "taskmanager.memory.framework.off-heap.size=64m",
            "taskmanager.memory.task.heap.size=384m",
            "taskmanager.memory.task.off-heap.size=0b",
            "taskmanager.memory.managed.size=128m",
            "taskmanager.memory.network.min=64m",
            "taskmanager.memory.network.max=64m",
            "taskmanager.memory.jvm-metaspace.size=192m",
            "taskmanager.memory.jvm-overhead.min=64m",
            "taskmanager.memory.jvm-overhead.max=64m",
            "external-resources=none",
            "taskmanager.resource-id=taskmanager-" + index)) {
      settings.add("-D");
      settings.add(setting);
    }
    return java(
        List.of("-Xmx448m", "-XX:MaxDirectMemorySize=192m"),
        "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
        settings);
  }

  private List<String> java(List<String> options, String mainClass, List<String> settings) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-XX:+UseSerialGC");
    command.addAll(options);
    command.add("-Dlog4j.configurationFile=" + folder.resolve("log4j.properties").toUri());
    command.addAll(List.of("-cp", classPath, mainClass, "--configDir", folder.toString()));
    command.addAll(settings);
    return command;
  }

  private void launch(String name, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(folder.toFile());
    builder.environment().put("FLINK_CONF_DIR", folder.toString());
    builder.redirectErrorStream(true);
    builder.redirectOutput(folder.resolve(name + ".log").toFile());
    processes.add(builder.start());
  }

  private void await(String overview) throws IOException, InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(START_SECONDS);
    while (!get("/overview").contains(overview)) {
      for (Process process : processes) {
        if (!process.isAlive()) {
          throw new IOException("a process of the cluster has died\n" + logs());
        }
      }
      if (System.nanoTime() > end) {
        throw new IOException("the cluster isn't there after " + START_SECONDS + " s\n" + logs());
      }
      pause();
    }
  }

  /** Other processes tell nothing of their own accord: they are asked again and again. */
  private static void pause() throws InterruptedException {
    TimeUnit.MILLISECONDS.sleep(200);
  }

  private String get(String path) throws IOException, InterruptedException {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://" + address() + path)).build();
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString()).body();
    } catch (java.net.ConnectException e) {
      return "";
    }
  }

  /** Flink's own distribution has these two inside its jar. */
  private static String classPath(Path flinkJars) throws IOException {
    List<String> entries = new ArrayList<>();
    try (Stream<Path> files = Files.list(flinkJars)) {
      files.filter(f -> f.toString().endsWith(".jar")).map(Path::toString).forEach(entries::add);
    }
    entries.add(jarOf("org.snakeyaml.engine.v2.api.Load"));
    entries.add(jarOf("org.apache.commons.lang3.StringUtils"));
    return entries.stream().collect(Collectors.joining(File.pathSeparator));
  }

  private static String jarOf(String className) throws IOException {
    try {
      Class<?> type = Class.forName(className);
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (ClassNotFoundException | URISyntaxException e) {
      throw new IOException("not on the tests' class path: " + className, e);
    }
  }

  private static int freePort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }
}
