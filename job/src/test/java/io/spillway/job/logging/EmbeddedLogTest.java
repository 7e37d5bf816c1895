package io.spillway.job.logging;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.log.LoggedWarnings;
import java.io.IOException;
import java.net.SocketException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.apache.flink.runtime.checkpoint.CheckpointException;
import org.apache.flink.runtime.checkpoint.CheckpointFailureManager;
import org.apache.flink.runtime.checkpoint.CheckpointFailureReason;
import org.apache.flink.runtime.metrics.util.MetricUtils;
import org.apache.flink.runtime.rpc.RpcEndpoint;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Logger;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.ConfigurationSource;
import org.apache.logging.log4j.core.config.properties.PropertiesConfigurationFactory;
import org.apache.logging.log4j.status.StatusData;
import org.apache.logging.log4j.status.StatusListener;
import org.apache.logging.log4j.status.StatusLogger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The lines that {@code flink-conf/log4j-embedded.properties} gives. */
class EmbeddedLogTest {
  private static final String HEAD = "\\d\\d:\\d\\d:\\d\\d (WARN |ERROR) Test - ";

  @TempDir Path folder;

  private interface Logging {
    void to(Logger log);
  }

  private List<String> lines(Logging logging) throws Exception {
    return lines("io.spillway.Test", logging);
  }

  private List<String> lines(String logger, Logging logging) throws Exception {
    Path file = folder.resolve("embedded.log");
    String properties =
        Files.readString(Path.of("..", "flink-conf", "log4j-embedded.properties"))
            .replace("appender.console.type = Console", "appender.console.type = File")
            .replace("appender.console.target = SYSTEM_ERR", "appender.console.fileName = " + file);
    Path copy = Files.writeString(folder.resolve("log4j.properties"), properties);
    LoggerContext context = new LoggerContext("embedded", null, copy.toUri());
    context.start(
        new PropertiesConfigurationFactory()
            .getConfiguration(
                context, new ConfigurationSource(Files.newInputStream(copy), copy.toFile())));
    logging.to(context.getLogger(logger));
    context.stop(10, TimeUnit.SECONDS);
    return Files.readString(file).lines().toList();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a\n12:00:00 ERROR Test - all rows are lost",
        "a\r12:00:00 ERROR Test - all rows are lost",
        "a\r\n12:00:00 ERROR Test - all rows are lost",
        "a\u0085b",
        "a\u2028b",
        "a\u001b[31mred\u001b[0m",
        "a\u009b31mred",
        "a\u202egnp.exe",
        "a\u0000b\u0007\b\u007f"
      })
  void aNameStaysOnItsLineAndHasNoColours(String name) throws Exception {
    List<String> lines =
        lines(
            log -> {
              log.warn("table {} is new", name);
              log.error("failed", new IllegalStateException("table " + name));
            });

    assertThat(lines.get(0)).matches(HEAD + "table a\\\\.* is new");
    assertThat(lines.get(1)).matches(HEAD + "failed");
    assertThat(lines.subList(2, lines.size()))
        .isNotEmpty()
        .allMatch(
            line ->
                line.startsWith(" ")
                    || line.startsWith("java.lang.IllegalStateException: table a"));
    assertThat(lines.stream().flatMapToInt(String::chars).filter(c -> c != '\t'))
        .noneMatch(VisibleText::isUnseen);
  }

  @Test
  void secretsAndHugeTextsAreCutOut() throws Exception {
    List<String> lines = lines(log -> log.warn("password=SECRET1 {}", "x".repeat(10_000_000)));

    assertThat(lines).singleElement().asString().contains("password=***").endsWith("more)");
    assertThat(lines.get(0)).hasSizeLessThan(VisibleText.LONGEST + 100);
  }

  /** First that Flink still says it there. */
  @Test
  void nothingIsSaidOfOperatorsWithLongNames() throws Exception {
    try (LoggedWarnings log = new LoggedWarnings(MetricUtils.class)) {
      assertThat(MetricUtils.truncateOperatorName("x".repeat(81))).hasSize(80);
      assertThat(log.lines()).singleElement().asString().contains("exceeded the 80 characters");
    }
    List<String> lines =
        lines(
            MetricUtils.class.getName(),
            log -> {
              log.warn("The operator name x exceeded the 80 characters length limit");
              log.error("no metrics");
            });
    assertThat(lines)
        .noneMatch(line -> line.contains(" WARN "))
        .anyMatch(line -> line.contains(" ERROR MetricUtils - "));
  }

  /** A run that ended well had such a line as its last now and then. */
  @Test
  void nothingIsSaidOfAClusterThatGoesDownBesideItsProcess() throws Exception {
    String planned = RpcEndpoint.class.getName() + "$MainThreadExecutor";
    assertThat(Class.forName(planned)).isNotNull();
    // that of actors is in a class loader of Flink's own
    for (String logger : List.of(planned, "org.apache.pekko.actor.CoordinatedShutdown")) {
      assertThat(lines(logger, log -> log.warn("is shutdown and ignores the command"))).isEmpty();
      Files.delete(folder.resolve("embedded.log"));
    }
  }

  /** Flink's line has only that it has failed, four exceptions above the reason. */
  @Test
  void aCheckpointThatFailsIsLoggedWithItsReasonAndOneThatIsGivenUpIsNot() throws Exception {
    IOException full = new IOException("No space left on device");
    List<String> lines =
        lines(
            CheckpointFailureManager.class.getName(),
            log -> {
              log.warn(
                  "Failed to trigger or complete checkpoint 6",
                  new CheckpointException(
                      "Could not finalize the pending checkpoint 6.",
                      CheckpointFailureReason.FINALIZE_CHECKPOINT_FAILURE,
                      new CompletionException(new IllegalStateException(full))));
              log.warn(
                  "Failed to trigger or complete checkpoint 7",
                  new CheckpointException(CheckpointFailureReason.CHECKPOINT_COORDINATOR_SHUTDOWN));
            });

    assertThat(lines)
        .hasSize(3)
        .last()
        .isEqualTo(
            "    because of java.util.concurrent.CompletionException:"
                + " java.lang.IllegalStateException: java.io.IOException: No space left on device");
    assertThat(lines.get(0)).endsWith("Failed to trigger or complete checkpoint 6");
    assertThat(lines.get(1)).contains("CheckpointException: Could not finalize the pending");
  }

  @Test
  void eachCauseThatSaysSomethingNewHasALine() throws Exception {
    List<String> lines =
        lines(
            log ->
                log.error(
                    "failed",
                    new IllegalStateException(
                        "the task", new IOException("the file", new SocketException("reset")))));

    assertThat(lines.subList(1, lines.size()))
        .containsExactly(
            "java.lang.IllegalStateException: the task",
            "    because of java.io.IOException: the file",
            "    because of java.net.SocketException: reset");
  }

  private static final class Complaints implements StatusListener {
    private final List<String> said = new ArrayList<>();

    @Override
    public void log(StatusData data) {
      said.add(data.getFormattedStatus());
    }

    @Override
    public Level getStatusLevel() {
      return Level.WARN;
    }

    @Override
    public void close() {}
  }

  /** Every command would print it. */
  @Test
  void log4jReadsTheFileWithoutAComplaint() throws Exception {
    Complaints complaints = new Complaints();
    StatusLogger.getLogger().registerListener(complaints);
    try {
      assertThat(lines(log -> log.warn("read"))).hasSize(1);
    } finally {
      StatusLogger.getLogger().removeListener(complaints);
    }
    assertThat(complaints.said).isEmpty();
  }

  @Test
  void plainTextIsGivenBackAsItIs() {
    String text = "table 表 of Zoë: 12 rows \ud83d\ude00";
    assertThat(VisibleText.line(text)).isSameAs(text);
    assertThat(VisibleText.lines("a\n\tat b", "    ")).isEqualTo("a\n    \tat b");
  }
}
