package io.spillway.tools.cluster;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.RestOptions;

/**
 * A Flink cluster of processes on this machine, for trying out and for tests: one JobManager and
 * some TaskManagers. All that it has is in one folder; its processes outlive the one that started
 * them.
 */
public final class LocalCluster {
  private static final String JOB_MANAGER = "jobmanager";

  private final ClusterFolder folder;

  public LocalCluster(Path folder) {
    this.folder = new ClusterFolder(folder.toAbsolutePath().normalize());
  }

  /** Name of the TaskManager with this number, from 0 on. */
  public static String taskManager(int number) {
    return "taskmanager-" + number;
  }

  /** Where the JobManager answers, as {@code localhost:8081}. The cluster must have been made. */
  public String address() {
    return "localhost:" + folder.read().get(RestOptions.PORT);
  }

  /** What it tells of itself; asked with TLS where its configuration has TLS. */
  public ClusterView view() {
    return new ClusterView(address(), folder.read());
  }

  /** Folder with its {@code config.yaml}, as {@code FLINK_CONF_DIR}. */
  public Path configuration() {
    return folder.conf();
  }

  public Path log(String member) {
    return folder.log(member);
  }

  /** What a process has written to its standard output and error. */
  public Path output(String member) {
    return folder.output(member);
  }

  /** Whether a cluster has been made in the folder, running or not. */
  public boolean exists() {
    return Files.exists(folder.conf().resolve(GlobalConfiguration.FLINK_CONF_FILENAME));
  }

  /** All of its processes, dead ones too, by name. */
  public List<Member> members() throws IOException {
    return List.copyOf(folder.readMembers().values());
  }

  /**
   * Starts what isn't running; gives the names. A cluster of which something runs keeps its
   * configuration. Returns before the processes are ready.
   */
  public List<String> start(ClusterSettings settings) throws IOException {
    Map<String, Member> members = folder.readMembers();
    boolean runs = members.values().stream().anyMatch(Member::isAlive);
    Configuration configuration = runs ? folder.read() : folder.write(settings);
    CommandLines lines = new CommandLines(folder, settings.flinkJars(), configuration, hadoop());
    // all of them before the first process: an option that Flink can't read is found here
    Map<String, List<String>> commands = new LinkedHashMap<>();
    if (!isAlive(members, JOB_MANAGER)) {
      commands.put(JOB_MANAGER, lines.jobManager(JOB_MANAGER));
    }
    for (int i = 0; i < settings.taskManagers(); i++) {
      String name = taskManager(i);
      if (!isAlive(members, name)) {
        commands.put(name, lines.taskManager(name));
      }
    }
    for (Map.Entry<String, List<String>> command : commands.entrySet()) {
      members.put(command.getKey(), launch(command.getKey(), command.getValue()));
      // noted at once: whoever is broken off here must find what runs
      folder.writeMembers(members.values());
    }
    return List.copyOf(commands.keySet());
  }

  /** As Flink's own scripts have it. */
  private static List<String> hadoop() {
    return Stream.of("HADOOP_CLASSPATH", "HADOOP_CONF_DIR")
        .map(System.getenv()::get)
        .filter(path -> path != null && !path.isBlank())
        .toList();
  }

  private static boolean isAlive(Map<String, Member> members, String name) {
    return members.containsKey(name) && members.get(name).isAlive();
  }

  private Member launch(String name, List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.directory(folder.root().toFile());
    builder.environment().put("FLINK_CONF_DIR", folder.conf().toString());
    builder.environment().put("FLINK_PLUGINS_DIR", folder.plugins().toString());
    builder.redirectErrorStream(true);
    builder.redirectOutput(ProcessBuilder.Redirect.appendTo(folder.output(name).toFile()));
    return Member.of(name, builder.start().toHandle());
  }

  /**
   * Ends all processes: TaskManagers first, in order; what hasn't ended in time is killed.
   *
   * @return the names of those that ran
   */
  public List<String> stop(Duration patience) throws IOException, InterruptedException {
    List<Member> alive = new ArrayList<>(members());
    alive.removeIf(member -> !member.isAlive());
    Collections.reverse(alive);
    List<ProcessHandle> processes =
        alive.stream().flatMap(member -> member.process().stream()).toList();
    processes.forEach(ProcessHandle::destroy);
    long deadline = System.nanoTime() + patience.toNanos();
    for (ProcessHandle process : processes) {
      try {
        long left = Math.max(0, deadline - System.nanoTime());
        var unused = process.onExit().get(left, TimeUnit.NANOSECONDS);
      } catch (TimeoutException | ExecutionException e) {
        process.destroyForcibly();
      }
    }
    folder.writeMembers(List.of());
    return alive.stream().map(Member::name).toList();
  }
}
