package io.spillway.tools.testing;

import io.spillway.testing.ChildJvm;
import io.spillway.testing.Eventually;
import io.spillway.testing.Repository;
import io.spillway.tools.cluster.ClusterSettings;
import io.spillway.tools.cluster.ClusterView;
import io.spillway.tools.cluster.LocalCluster;
import io.spillway.tools.cluster.Member;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Flink cluster of real processes: one JobManager and some TaskManagers, of one slot unless an
 * option says more. Put together from {@code job/target/flink} with the shipped configuration, only
 * smaller; the job's jar is not on its class path.
 */
public final class FlinkCluster implements AutoCloseable {
  private static final List<String> ENDS = List.of("FINISHED", "FAILED", "CANCELED");
  private static final Duration START = Duration.ofSeconds(120);

  /** What is made for large machines and patient people, for a test. */
  private static final Map<String, String> SMALL =
      Map.ofEntries(
          Map.entry("jobmanager.memory.process.size", "900m"),
          Map.entry("jobmanager.memory.jvm-metaspace.size", "192m"),
          Map.entry("taskmanager.memory.task.heap.size", "384m"),
          Map.entry("taskmanager.memory.managed.size", "128m"),
          Map.entry("taskmanager.memory.network.min", "64m"),
          Map.entry("taskmanager.memory.network.max", "64m"),
          Map.entry("taskmanager.memory.jvm-metaspace.size", "192m"),
          Map.entry("taskmanager.numberOfTaskSlots", "1"),
          Map.entry("heartbeat.interval", "1 s"),
          Map.entry("heartbeat.timeout", "5 s"),
          Map.entry("restart-strategy.exponential-delay.initial-backoff", "200 ms"),
          Map.entry("restart-strategy.exponential-delay.max-backoff", "2 s"),
          // most of a short life is starting
          Map.entry("env.java.opts.all", String.join(" ", ChildJvm.unverified())));

  /** Options of a cluster whose processes verify the bytes of the shaded jar, as a user's do. */
  public static final Map<String, String> VERIFYING =
      Map.of("env.java.opts.all", String.join(" ", ChildJvm.verifying()));

  private final LocalCluster cluster;
  private final ClusterSettings settings;

  /** Made with the first question: its keys cost more than an answer. */
  private ClusterView view;

  private FlinkCluster(LocalCluster cluster, ClusterSettings settings) {
    this.cluster = cluster;
    this.settings = settings;
  }

  /**
   * Starts a cluster and waits until it is complete.
   *
   * @param flinkJars folder of Flink's own jars
   * @param folder for configuration, logs and temporary files
   */
  public static FlinkCluster start(Path flinkJars, Path folder, int taskManagers) throws Exception {
    return start(flinkJars, folder, taskManagers, Map.of());
  }

  /**
   * The same with more Flink options. Plugins are those in the folder's own {@code plugins/}.
   *
   * @param options that come before those of the shipped configuration
   */
  public static FlinkCluster start(
      Path flinkJars, Path folder, int taskManagers, Map<String, String> options) throws Exception {
    Map<String, String> all = new HashMap<>(SMALL);
    all.putAll(options);
    Path shipped = Repository.root().resolve("flink-conf");
    FlinkCluster cluster =
        new FlinkCluster(
            new LocalCluster(folder),
            new ClusterSettings(flinkJars, shipped, taskManagers, 0, all));
    // a test run that is broken off must not leave processes behind
    Runtime.getRuntime().addShutdownHook(new Thread(cluster::close));
    try {
      cluster.startMissing();
      return cluster;
    } catch (Exception e) {
      cluster.close();
      throw e;
    }
  }

  /** Starts whatever isn't running, and waits until all of it is there. */
  public void startMissing() throws Exception {
    cluster.start(settings);
    view = null;
    Eventually.holds(
        START,
        () -> {
          for (Member member : cluster.members()) {
            if (!member.isAlive()) {
              throw new IOException(member.name() + " has died\n" + logs());
            }
          }
          return view().overview().stream()
              .anyMatch(o -> o.taskManagers() == settings.taskManagers());
        },
        this::logs);
  }

  private ClusterView view() {
    if (view == null) {
      view = cluster.view();
    }
    return view;
  }

  /** Where it answers, as {@code localhost:8081}. */
  public String address() {
    return cluster.address();
  }

  /** Folder with its {@code config.yaml}, as {@code FLINK_CONF_DIR}. */
  public Path configuration() {
    return cluster.configuration();
  }

  /** All of its processes. */
  public List<Member> members() throws IOException {
    return cluster.members();
  }

  /** Names of the TaskManagers that work for a job. */
  public List<String> busy() throws InterruptedException {
    return view().workers().stream()
        .filter(worker -> worker.freeSlots() < worker.slots())
        .map(ClusterView.Worker::name)
        .toList();
  }

  /** Ends a process as {@code kill -9} does, and waits until it is gone. */
  public void kill(String name) throws Exception {
    for (Member member : cluster.members()) {
      if (member.name().equals(name)) {
        ProcessHandle process = member.process().orElseThrow();
        process.destroyForcibly();
        process.onExit().get(START.toSeconds(), TimeUnit.SECONDS);
      }
    }
  }

  /** Waits until a job has ended in whatever way; gives its last state, as {@code FINISHED}. */
  public String awaitEnd(String jobId, long seconds) throws Exception {
    Eventually.within(Duration.ofSeconds(seconds), () -> ENDS.contains(state(jobId)));
    return state(jobId);
  }

  private String state(String jobId) throws InterruptedException {
    return view().jobs().stream()
        .filter(job -> job.id().equals(jobId))
        .map(ClusterView.Job::state)
        .findFirst()
        .orElse("");
  }

  /** Ids of the jobs that have not ended. */
  public List<String> running() throws InterruptedException {
    return view().jobs().stream()
        .filter(job -> !ENDS.contains(job.state()))
        .map(ClusterView.Job::id)
        .toList();
  }

  /** Asks for the end of a job. */
  public void cancel(String jobId) throws Exception {
    String fault = JobCancel.ask(address(), jobId);
    if (!fault.isEmpty()) {
      throw new AssertionError("can't cancel " + jobId + ": " + fault);
    }
  }

  /** Runs Flink's own command line tool to its end; gives what it wrote. */
  public String flink(String... arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Repository.java());
    command.addAll(ChildJvm.options("400m"));
    command.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    command.add("-Dlog4j2.level=error");
    command.addAll(List.of("-cp", settings.flinkJars() + "/*"));
    command.add("org.apache.flink.client.cli.CliFrontend");
    command.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("FLINK_CONF_DIR", cluster.configuration().toString());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new AssertionError("flink " + List.of(arguments) + "\n" + output + logs());
    }
    return output;
  }

  /** Ends a job with a savepoint below a folder, by Flink's own tool; gives its URI. */
  public String stopWithSavepoint(String jobId, Path folder) throws Exception {
    awaitTasks(jobId);
    return savepointIn(flink("stop", "--savepointPath", folder.toUri().toString(), jobId));
  }

  /** Takes a savepoint of a job that goes on. */
  public String savepoint(String jobId, Path folder) throws Exception {
    awaitTasks(jobId);
    return savepointIn(flink("savepoint", jobId, folder.toUri().toString()));
  }

  /** A job that has just been submitted counts as running before its tasks do. */
  private void awaitTasks(String jobId) throws Exception {
    Eventually.holds(START, () -> view().allTasksRun(jobId), this::logs);
  }

  private static String savepointIn(String output) {
    Matcher matcher = Pattern.compile("Path: (file:\\S+)").matcher(output);
    if (!matcher.find()) {
      throw new AssertionError("no savepoint in: " + output);
    }
    return matcher.group(1);
  }

  /** The logs of all processes, for the message of a test that fails. */
  public String logs() {
    StringBuilder all = new StringBuilder();
    try {
      for (Member member : cluster.members()) {
        for (Path file : List.of(cluster.output(member.name()), cluster.log(member.name()))) {
          all.append("== ").append(file.getFileName()).append('\n');
          tail(file).ifPresent(all::append);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return all.toString();
  }

  private static Optional<String> tail(Path file) throws IOException {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try (Stream<String> lines = Files.lines(file)) {
      List<String> all = lines.toList();
      return Optional.of(
          String.join("\n", all.subList(Math.max(0, all.size() - 60), all.size())) + "\n");
    }
  }

  @Override
  public void close() {
    try {
      cluster.stop(Duration.ofSeconds(10));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
