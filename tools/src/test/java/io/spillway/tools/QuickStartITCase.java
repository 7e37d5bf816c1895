package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.Repository;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.DebeziumSample;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The quick starts, command by command as they are written; only broker and topics are others. */
@Timeout(400)
class QuickStartITCase {
  private static final Duration LIMIT = Duration.ofMinutes(2);

  @TempDir Path folder;

  @Test
  void rowsOfTicdcAreInABucket() throws Exception {
    Partitions sample = sample(SampleSettings.standard(3).withRows(1000, 0));
    sample.feed(KafkaTopic.create(KafkaBroker.shared(), "quick-ticdc", sample.count()));

    follow("quick-start-ticdc.md", "topics: [shop]", "topics: [quick-ticdc]", 1000);
  }

  @Test
  void rowsOfDebeziumAreInABucket() throws Exception {
    DebeziumSample sample =
        DebeziumSample.plain(
            sample(SampleSettings.standard(4).withRows(1000, 0).withDdls(true, 4).withReplays(0)));
    KafkaTopic.create(KafkaBroker.shared(), "quick-debezium", sample.messages().size())
        .send(sample);

    follow(
        "quick-start-debezium.md",
        "topic-pattern: inventory(\\..*)?",
        "topic-pattern: quick-debezium",
        900);
  }

  private Partitions sample(SampleSettings settings) throws IOException {
    return Partitions.sample(settings, folder.resolve("made-up"));
  }

  private void follow(String page, String topics, String own, long leastRows) throws Exception {
    String text = Files.readString(Repository.root().resolve("docs").resolve(page));
    List<String> commands = commands(text.split("\\*\\*On a cluster")[0]);
    assertThat(commands).hasSize(5);
    for (String command : commands) {
      if (command.startsWith("run ")) {
        runUntilReadable(command, leastRows);
        continue;
      }
      Process process = start(command);
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(command).isTrue();
      assertThat(process.exitValue()).as(command + "\n" + output()).isZero();
      if (command.startsWith("init ")) {
        Path file = folder.resolve("pipeline.yaml");
        String yaml = Files.readString(file);
        assertThat(yaml).contains("brokers: localhost:9092", topics);
        Files.writeString(
            file,
            yaml.replace("localhost:9092", KafkaBroker.shared().address()).replace(topics, own));
      }
    }
    assertThat(folder.resolve("report.html")).isNotEmptyFile();
  }

  /** It never ends by itself, so it is ended as the page says: by Ctrl-C. */
  private void runUntilReadable(String command, long leastRows) throws Exception {
    Process process = start(command);
    try {
      Eventually.holds(LIMIT, () -> readable() >= leastRows, this::output);
      new ProcessBuilder("kill", "-INT", Long.toString(process.pid())).start().waitFor();
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(output()).isTrue();
      assertThat(process.exitValue()).as(output()).isEqualTo(130);
    } finally {
      process.destroyForcibly();
    }
  }

  private long readable() {
    CommandRun run = CommandRun.of("verify", folder.resolve("out").toString(), "--live");
    Matcher rows = Pattern.compile(" (\\d+) rows, ").matcher(run.out());
    return rows.find() ? Long.parseLong(rows.group(1)) : 0;
  }

  private static List<String> commands(String page) {
    List<String> commands = new ArrayList<>();
    Matcher command = Pattern.compile("(?m)^bin/spillway (.*)$").matcher(page);
    while (command.find()) {
      commands.add(command.group(1));
    }
    return commands;
  }

  private Process start(String arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Repository.java());
    command.addAll(List.of("-Xmx1g", "-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1"));
    command.add("--add-opens=java.base/java.util=ALL-UNNAMED");
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.add("io.spillway.tools.Main");
    command.addAll(List.of(arguments.split(" ")));
    return new ProcessBuilder(command)
        .directory(folder.toFile())
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(folder.resolve("output.log").toFile()))
        .start();
  }

  private String output() {
    try {
      return Files.readString(folder.resolve("output.log"));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
