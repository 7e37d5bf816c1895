package io.spillway.bench.report;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.TimeUnit;

/**
 * Where and with what something was measured.
 *
 * @param cores that the JVM may use
 * @param memoryBytes of the machine
 * @param heapBytes the largest heap
 * @param cpu model; "unknown" where the system doesn't say
 * @param commit of the repository; "unknown" outside of one
 * @param load the system's load average at the start; below 0 where it isn't known
 */
public record Machine(
    int cores,
    long memoryBytes,
    long heapBytes,
    String cpu,
    String jvm,
    String os,
    String commit,
    double load,
    Instant at) {
  private static final String UNKNOWN = "unknown";
  private static final double MIB = 1 << 20;

  /** This one, now. */
  public static Machine here() {
    OperatingSystemMXBean system = ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    return new Machine(
        Runtime.getRuntime().availableProcessors(),
        system.getTotalMemorySize(),
        Runtime.getRuntime().maxMemory(),
        cpuModel(),
        System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"),
        system.getName() + " " + system.getVersion() + " " + system.getArch(),
        git(),
        system.getSystemLoadAverage(),
        Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }

  private static String cpuModel() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo"), StandardCharsets.UTF_8).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> line.substring(line.indexOf(':') + 1).strip())
          .findFirst()
          .orElse(UNKNOWN);
    } catch (IOException e) {
      return UNKNOWN;
    }
  }

  private static String git() {
    String root = System.getProperty("spillway.root", ".");
    try {
      Process process =
          new ProcessBuilder("git", "-C", root, "describe", "--always", "--dirty", "--abbrev=10")
              .redirectErrorStream(true)
              .start();
      String answer =
          new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
      return process.waitFor(10, TimeUnit.SECONDS) && process.exitValue() == 0 ? answer : UNKNOWN;
    } catch (IOException e) {
      return UNKNOWN;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return UNKNOWN;
    }
  }

  /** In one line. */
  public String line() {
    return String.format(
        Locale.ROOT,
        "%d cores (%s), %.0f MiB of memory, heap %.0f MiB, %s, %s, commit %s, load %.1f, %s",
        cores,
        cpu,
        memoryBytes / MIB,
        heapBytes / MIB,
        jvm,
        os,
        commit,
        load,
        at);
  }
}
