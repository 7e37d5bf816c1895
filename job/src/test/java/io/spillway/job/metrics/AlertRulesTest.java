package io.spillway.job.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** When the alerts fire, by Prometheus' own tool. */
class AlertRulesTest {
  private static final Path CONF = Path.of("..", "flink-conf").toAbsolutePath().normalize();

  private Path promtool;

  @BeforeEach
  void findPromtool() {
    promtool =
        Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
            .map(folder -> Path.of(folder, "promtool"))
            .filter(Files::isExecutable)
            .findFirst()
            .orElse(null);
    assumeTrue(
        promtool != null,
        "promtool is not on the PATH, so alert rules are not tested (Debian: apt-get install"
            + " prometheus)");
  }

  private void run(String... arguments) throws IOException, InterruptedException {
    List<String> command =
        Stream.concat(Stream.of(promtool.toString()), Stream.of(arguments)).toList();
    Process process =
        new ProcessBuilder(command).directory(CONF.toFile()).redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
  }

  @Test
  void rulesFireWhenTheyShouldAndOnlyThen() throws Exception {
    run("test", "rules", "alerts-test.yml");
  }

  @Test
  void prometheusTakesItsConfiguration() throws Exception {
    run("check", "config", "prometheus.yml");
  }
}
