package io.spillway.tools.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.spillway.testing.Eventually;
import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MemberTest {
  @Test
  void thisProcessIsAlive() {
    Member member = Member.of("jobmanager", ProcessHandle.current());
    assertThat(member.isAlive()).isTrue();
    assertThat(new Member("jobmanager", member.pid(), member.started() - 60_000).isAlive())
        .as("another process had this id then")
        .isFalse();
  }

  @Test
  void aClockThatIsSetMeanwhileChangesNothing() {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "Linux");
    Member member = Member.of("jobmanager", ProcessHandle.current());
    long today = System.currentTimeMillis();

    assertThat(member.started()).as("no time of day").isPositive().isLessThan(today / 10);
  }

  @Test
  void aProcessThatAReleaseBeforeHasStartedIsFound() throws Exception {
    ProcessHandle process = ProcessHandle.current();
    long startedMs = process.info().startInstant().orElseThrow().toEpochMilli();
    Member parsed = Member.parse("jobmanager " + process.pid() + " " + startedMs);

    assertThat(parsed.isAlive()).isTrue();
  }

  /** As in a container without an init process: the parent never asks for its child's end. */
  @Test
  void aDeadProcessThatNobodyHasReapedIsNotAlive() throws Exception {
    assumeTrue(Files.exists(Path.of("/proc/self/stat")), "Linux");
    Process parent =
        new ProcessBuilder("sh", "-c", "sleep 600 & echo $!; exec sleep 600")
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader out = parent.inputReader(StandardCharsets.UTF_8)) {
      long child = Long.parseLong(out.readLine());
      // a shell might still ask for its child's end, a sleeping process never does
      Eventually.holds(
          Duration.ofSeconds(60),
          () -> Files.readString(Path.of("/proc/" + parent.pid() + "/cmdline")).startsWith("sleep"),
          () -> "the parent is still a shell");
      ProcessHandle.of(child).orElseThrow().destroyForcibly();
      Eventually.holds(
          Duration.ofSeconds(60),
          () -> Files.readString(Path.of("/proc/" + child + "/stat")).contains(") Z "),
          () -> "the child has not ended");

      assertThat(ProcessHandle.of(child)).as("it is still there").isPresent();
      assertThat(new Member("jobmanager", child, 0).isAlive()).isFalse();
    } finally {
      parent.destroyForcibly().waitFor();
    }
  }
}
