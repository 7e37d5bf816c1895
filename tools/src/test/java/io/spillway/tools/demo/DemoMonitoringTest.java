package io.spillway.tools.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoMonitoringTest {
  @TempDir Path folder;

  @Test
  void theProgramIsTheFirstOnThePathThatCanBeRun() throws Exception {
    Path one = Files.createDirectories(folder.resolve("one"));
    Path two = Files.createDirectories(folder.resolve("two"));
    Files.createFile(one.resolve("prometheus"));
    String path = one + ":" + two;
    assertThat(DemoMonitoring.installed(path)).isEmpty();

    Path program = Files.createFile(two.resolve("prometheus"));
    assertThat(program.toFile().setExecutable(true)).isTrue();
    assertThat(DemoMonitoring.installed(path)).contains(program);
    assertThat(DemoMonitoring.installed("")).isEmpty();
  }

  @Test
  void prometheusStartsAndAnswersEveryReading() throws Exception {
    Path prometheus =
        DemoMonitoring.installed(System.getenv().getOrDefault("PATH", "")).orElse(null);
    assumeTrue(prometheus != null, "prometheus is not on the PATH (Debian: prometheus)");
    DemoFolder demo = DemoFolder.claim(folder.resolve("demo"));
    Path rules = Path.of("..", "flink-conf", "alerts.yml");
    try (DemoMonitoring monitoring = DemoMonitoring.start(prometheus, demo, rules)) {
      List<String> seen = monitoring.seen();
      assertThat(seen).hasSameSizeAs(DemoMonitoring.readings());
      // no job was there
      assertThat(seen)
          .anySatisfy(line -> assertThat(line).startsWith("rows taken in").endsWith("none"));
      assertThat(seen)
          .anySatisfy(line -> assertThat(line).startsWith("alerts firing").endsWith(" 0"));
    }
  }
}
