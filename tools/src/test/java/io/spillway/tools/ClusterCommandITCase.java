package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.ExitCode;
import io.spillway.tools.cluster.LocalCluster;
import io.spillway.tools.cluster.Member;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code spillway cluster start|status|stop}, as the page has them, with real processes. */
@Timeout(300)
class ClusterCommandITCase {
  private static final List<String> SMALL =
      List.of(
          "jobmanager.memory.process.size=900m",
          "jobmanager.memory.jvm-metaspace.size=192m",
          "taskmanager.memory.task.heap.size=128m",
          "taskmanager.memory.managed.size=64m",
          "taskmanager.memory.network.min=64m",
          "taskmanager.memory.network.max=64m",
          "taskmanager.memory.jvm-metaspace.size=128m",
          "taskmanager.numberOfTaskSlots=3");

  @TempDir Path folder;

  @AfterEach
  void stop() {
    CommandRun.of("cluster", "stop", folder.toString());
  }

  @Test
  void clusterIsStartedShownRepairedAndStopped() throws Exception {
    CommandRun started = start();

    assertThat(started.exitCode()).as(started.err()).isEqualTo(ExitCode.OK);
    assertThat(started.out())
        .contains("started [jobmanager, taskmanager-0]")
        .contains("web page http://localhost:");
    CommandRun status = command("status");
    assertThat(status.exitCode()).as(status.out()).isEqualTo(ExitCode.OK);
    assertThat(status.out())
        .containsPattern("(?m)^jobmanager: pid \\d+ up$")
        .containsPattern("(?m)^taskmanager-0: pid \\d+ up$")
        .contains("3 of 3 slots are free");
    assertThat(status().at("/well").booleanValue()).isTrue();
    assertThat(status().at("/freeSlots").intValue()).isEqualTo(3);
    assertThat(status().findValuesAsText("name")).containsExactly("jobmanager", "taskmanager-0");
    assertThat(start().out()).contains("all of it runs already");

    Member lost = member("taskmanager-0");
    ProcessHandle process = lost.process().orElseThrow();
    process.destroyForcibly();
    process.onExit().get(1, TimeUnit.MINUTES);
    CommandRun broken = command("status");
    assertThat(broken.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(broken.out()).contains("taskmanager-0: pid " + lost.pid() + " dead");
    assertThat(status().at("/well").booleanValue()).isFalse();
    assertThat(status().at("/processes/1/up").booleanValue()).isFalse();
    assertThat(start().out()).contains("started [taskmanager-0]");
    assertThat(command("status").out()).contains("taskmanager-0: pid ").doesNotContain("dead");

    List<Member> members = new LocalCluster(folder).members();
    CommandRun stopped = command("stop");
    assertThat(stopped.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(stopped.out()).contains("stopped [", "jobmanager", "taskmanager-0");
    assertThat(members).hasSize(2).noneMatch(Member::isAlive);
    assertThat(command("stop").out()).contains("nothing was running");
    CommandRun gone = command("status");
    assertThat(gone.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(gone.out()).contains("nobody answers at localhost:");
    assertThat(status().at("/answers").booleanValue()).isFalse();
    assertThat(status().get("slots").isNull()).isTrue();
  }

  @Test
  void folderWithoutAClusterIsNamedAndStaysAsItIs() throws Exception {
    for (String command : List.of("status", "stop")) {
      CommandRun run = command(command);

      assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(run.err()).contains("no cluster has been started in " + folder);
    }
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }

  @Test
  void optionThatFlinkCannotReadIsNamedAndNothingIsStarted() throws Exception {
    CommandRun run = start("taskmanager.memory.managed.size=nonsense");

    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err()).contains("taskmanager.memory.managed.size");
    assertThat(new LocalCluster(folder).members()).noneMatch(Member::isAlive);
    assertThat(ProcessHandle.allProcesses().map(process -> process.info().commandLine().orElse("")))
        .as("not even one that nobody knows of")
        .noneMatch(line -> line.contains(folder + "/conf"));
  }

  @Test
  void processThatCannotStartIsNamedWithItsLog() {
    // without a quorum
    CommandRun run = start("high-availability.type=zookeeper");

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    // neither can, and whichever ends first is named
    assertThat(run.err())
        .containsPattern("(jobmanager|taskmanager-0) has ended; see \\S+\\.out and \\S+\\.log")
        .contains(folder.resolve("log").toString());
  }

  private Member member(String name) throws Exception {
    return new LocalCluster(folder)
        .members().stream().filter(m -> m.name().equals(name)).findFirst().orElseThrow();
  }

  private CommandRun command(String command) {
    return CommandRun.of(asThePageSays(command).toArray(String[]::new));
  }

  /** With this folder, and small: one TaskManager, and a port that is free. */
  private List<String> asThePageSays(String command) {
    try {
      List<String> lines =
          DocumentedCommands.of("operations.md").stream()
              .filter(line -> line.startsWith("cluster " + command + " "))
              .toList();
      assertThat(lines).hasSize(1);
      return DocumentedCommands.words(
          lines
              .get(0)
              .replace("FOLDER", folder.toString())
              .replace("--task-managers 2", "--task-managers 1")
              .replace("--port 8081", "--port 0")
              .replace("KEY=VALUE", SMALL.get(0)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private JsonNode status() throws Exception {
    return new ObjectMapper()
        .readTree(CommandRun.of("cluster", "status", folder.toString(), "--json").out());
  }

  private CommandRun start(String... more) {
    List<String> arguments = new ArrayList<>(asThePageSays("start"));
    assertThat(arguments).contains("--task-managers", "1", "--port", "0", SMALL.get(0));
    SMALL.stream().skip(1).forEach(option -> arguments.addAll(List.of("-D", option)));
    List.of(more).forEach(option -> arguments.addAll(List.of("-D", option)));
    return CommandRun.of(arguments.toArray(String[]::new));
  }
}
