package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.tools.cluster.ClusterSettings;
import io.spillway.tools.cluster.ClusterView;
import io.spillway.tools.cluster.LocalCluster;
import io.spillway.tools.cluster.Member;
import io.spillway.tools.run.RootCause;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.configuration.IllegalConfigurationException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code spillway cluster}: a Flink cluster of several processes on this machine. */
@Command(
    name = "cluster",
    description = {
      "Starts, stops and shows a Flink cluster of several processes on this machine, for trying"
          + " out.",
      "Exit code: 0 done or running; 3 not running, or not all of it."
    })
public final class ClusterCommand implements Runnable {
  /** System properties: the folders of Flink's jars, of what flink-conf/ has, and of a checkout. */
  private static final String FLINK = "spillway.flink";

  private static final String CONF = "spillway.conf";
  private static final String ROOT = "spillway.root";

  private static final OptionRange TASK_MANAGERS = new OptionRange("--task-managers", 1, 1000);
  private static final OptionRange PORT = OptionRange.port("--port", 0);
  private static final Duration READY = Duration.ofSeconds(120);
  private static final Duration END = Duration.ofSeconds(15);

  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "start, stop or status?");
  }

  @Command(
      name = "start",
      mixinStandardHelpOptions = true,
      description = {
        "Starts what isn't running and waits until it is ready. Configuration:"
            + " flink-conf/config.yaml",
        "with this folder's paths; a folder plugins/ in it has Flink's plugins. Only this machine",
        "reaches its ports; metrics.reporter.prom.host (-D) is the address of the metrics."
      })
  int start(
      @Parameters(paramLabel = "FOLDER", description = "For configuration, logs and state.")
          Path folder,
      @Option(
              names = "--task-managers",
              defaultValue = "2",
              paramLabel = "N",
              description = "How many (default: ${DEFAULT-VALUE}).")
          int taskManagers,
      @Option(
              names = "--port",
              defaultValue = "8081",
              paramLabel = "PORT",
              description = "Of REST and the web pages (default: ${DEFAULT-VALUE}; 0 for any).")
          int port,
      @Option(
              names = "-D",
              paramLabel = "KEY=VALUE",
              description = "A Flink option in place of that in config.yaml.")
          Map<String, String> options)
      throws Exception {
    TASK_MANAGERS.check(taskManagers, spec);
    PORT.check(port, spec);
    LocalCluster cluster = new LocalCluster(folder);
    ClusterSettings settings =
        new ClusterSettings(
            folder(FLINK, "job/target/flink"),
            folder(CONF, "flink-conf"),
            taskManagers,
            port,
            options == null ? Map.of() : options);
    List<String> started = start(cluster, settings);
    out().println(started.isEmpty() ? "all of it runs already" : "started " + started);
    out().flush();
    awaitReady(cluster, taskManagers);
    out().println("web page " + cluster.view().page());
    return ExitCode.OK;
  }

  private static List<String> start(LocalCluster cluster, ClusterSettings settings)
      throws IOException {
    try {
      return cluster.start(settings);
    } catch (IllegalConfigurationException | IllegalArgumentException e) {
      throw new CommandException(ExitCode.USAGE, e.getMessage() + " (" + RootCause.of(e) + ")", e);
    }
  }

  @Command(
      name = "stop",
      mixinStandardHelpOptions = true,
      description = "Ends all of its processes; its jobs end with them.")
  int stop(@Parameters(paramLabel = "FOLDER", description = "As for start.") Path folder)
      throws Exception {
    List<String> stopped = existing(folder).stop(END);
    out().println(stopped.isEmpty() ? "nothing was running" : "stopped " + stopped);
    return ExitCode.OK;
  }

  @Command(
      name = "status",
      mixinStandardHelpOptions = true,
      description = "Shows its processes, slots and jobs.")
  int status(
      @Parameters(paramLabel = "FOLDER", description = "As for start.") Path folder,
      @Option(names = "--json", description = "Print one JSON object.") boolean json)
      throws Exception {
    LocalCluster cluster = existing(folder);
    List<Member> members = cluster.members();
    ClusterView view = cluster.view();
    Optional<ClusterView.Overview> overview = view.overview();
    boolean complete = !members.isEmpty() && members.stream().allMatch(Member::isAlive);
    boolean isWell = complete && overview.isPresent();
    if (json) {
      out().println(line(cluster, members, overview, view.jobs()).put("well", isWell));
    } else {
      print(cluster, members, overview, view.jobs());
    }
    return isWell ? ExitCode.OK : ExitCode.ENVIRONMENT;
  }

  private void print(
      LocalCluster cluster,
      List<Member> members,
      Optional<ClusterView.Overview> overview,
      List<ClusterView.Job> jobs) {
    for (Member member : members) {
      out()
          .printf("%s: pid %d %s%n", member.name(), member.pid(), member.isAlive() ? "up" : "dead");
    }
    overview.ifPresent(o -> out().printf("%d of %d slots are free%n", o.freeSlots(), o.slots()));
    jobs.forEach(job -> out().printf("job %s (%s) %s%n", job.id(), job.name(), job.state()));
    if (overview.isEmpty()) {
      out().println("nobody answers at " + cluster.address());
    }
  }

  private static JsonLine line(
      LocalCluster cluster,
      List<Member> members,
      Optional<ClusterView.Overview> overview,
      List<ClusterView.Job> jobs) {
    return new JsonLine()
        .put("address", cluster.address())
        .put("answers", overview.isPresent())
        .put(
            "processes",
            members.stream()
                .map(
                    member ->
                        new JsonLine()
                            .put("name", member.name())
                            .put("pid", member.pid())
                            .put("up", member.isAlive())
                            .fields())
                .toList())
        .put("slots", overview.map(ClusterView.Overview::slots).orElse(null))
        .put("freeSlots", overview.map(ClusterView.Overview::freeSlots).orElse(null))
        .put(
            "jobs",
            jobs.stream()
                .map(
                    job ->
                        new JsonLine()
                            .put("job", job.id())
                            .put("name", job.name())
                            .put("state", job.state())
                            .fields())
                .toList());
  }

  private static LocalCluster existing(Path folder) {
    LocalCluster cluster = new LocalCluster(folder);
    if (!cluster.exists()) {
      throw new CommandException(ExitCode.ENVIRONMENT, "no cluster has been started in " + folder);
    }
    return cluster;
  }

  /** As bin/spillway says; in tests of a checkout where the build has put it. */
  private static Path folder(String property, String inCheckout) {
    String folder =
        System.getProperty(property, Path.of(System.getProperty(ROOT, "."), inCheckout).toString());
    if (!Files.isDirectory(Path.of(folder))) {
      throw new CommandException(
          ExitCode.ENVIRONMENT, folder + " was not found: start this with bin/spillway");
    }
    return Path.of(folder);
  }

  private static void awaitReady(LocalCluster cluster, int taskManagers)
      throws IOException, InterruptedException {
    ClusterView view = cluster.view();
    long deadline = System.nanoTime() + READY.toNanos();
    while (view.overview().filter(o -> o.taskManagers() >= taskManagers).isEmpty()) {
      for (Member member : cluster.members()) {
        if (!member.isAlive()) {
          throw new CommandException(
              ExitCode.ENVIRONMENT,
              member.name()
                  + " has ended; see "
                  + cluster.output(member.name())
                  + " and "
                  + cluster.log(member.name()));
        }
      }
      if (System.nanoTime() > deadline) {
        throw new CommandException(
            ExitCode.ENVIRONMENT, "it isn't ready after " + READY.toSeconds() + " s");
      }
      TimeUnit.MILLISECONDS.sleep(200);
    }
  }

  private PrintWriter out() {
    return spec.commandLine().getOut();
  }
}
