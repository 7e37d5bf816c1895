package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What {@code bin/spillway} starts, by a {@code java} that prints what it is given. */
class LauncherTest {
  private static final String QUICK = "-XX:TieredStopAtLevel=1";
  private static final String JAVA =
      """
      #!/bin/sh
      if [ "$1" = -version ]; then
        echo 'openjdk version "17.0.1"' >&2
      else
        echo "$@"
      fi
      """;

  @TempDir Path root;
  private Path script;

  @BeforeEach
  void unpack() throws Exception {
    script = root.resolve("bin/spillway");
    Files.createDirectories(script.getParent());
    Files.copy(Path.of(System.getProperty("spillway.root"), "bin/spillway"), script);
    Files.createDirectories(root.resolve("jars/flink"));
    Files.createFile(root.resolve("jars/spillway-job.jar"));
    Files.createFile(root.resolve("jars/spillway-tools.jar"));
    Path java = root.resolve("jdk/bin/java");
    Files.createDirectories(java.getParent());
    Files.writeString(java, JAVA);
    Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwx------"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "validate", "submit", "status", "explain"})
  void commandsThatAreSoonDoneHaveTheQuickCompiler(String command) throws Exception {
    assertThat(started(Map.of(), command)).contains(QUICK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"run", "verify", "inspect", "sample", "demo", "--stacktrace"})
  void commandsThatWorkForLongHaveBoth(String command) throws Exception {
    assertThat(started(Map.of(), command)).doesNotContain("TieredStopAtLevel");
  }

  @Test
  void optionsOfTheUserComeBehindThoseOfTheScript() throws Exception {
    String given = "-Xmx1g -XX:TieredStopAtLevel=4 -XX:+UseSerialGC";
    assertThat(started(Map.of("SPILLWAY_JVM_OPTS", given), "validate"))
        .startsWith(QUICK + " " + given)
        .doesNotContain("-XX:+UseParallelGC");
  }

  private String started(Map<String, String> environment, String command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder("bash", script.toString(), command);
    builder.environment().remove("SPILLWAY_JVM_OPTS");
    builder.environment().put("JAVA_HOME", root.resolve("jdk").toString());
    builder.environment().putAll(environment);
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }
}
