package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.testing.CtrlC;
import io.spillway.testing.EngineProcess.Engine;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.Repository;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.DebeziumSample;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.SearchEngine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
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

  /** In commands of the pages, each relative to the folder. */
  private static final String FILES = "(?<= )(pipeline\\.yaml|report\\.html|out)(?= |$)";

  @TempDir Path folder;
  private boolean inTheFolder;

  @Test
  void rowsOfTicdcAreInABucket() throws Exception {
    inTheFolder = true;
    Partitions sample = sample(SampleSettings.standard(3).withRows(1000, 0));
    sample.feed(KafkaTopic.create(KafkaBroker.shared(), "quick-ticdc", sample.count()));

    follow("quick-start-ticdc.md", "topics: [shop]", "topics: [quick-ticdc]", 1000);
    readAsThePagesSay(
        "runbook.md",
        "operations.md",
        "commands.md",
        "move-from-ticdc.md",
        "policy.md",
        "../README.md");
  }

  @Test
  void rowsOfDebeziumAreInABucket() throws Exception {
    DebeziumSample sample =
        DebeziumSample.plain(
            sample(SampleSettings.standard(4).withRows(1000, 0).withDdls(true, 4).withReplays(0)));
    KafkaTopic topic =
        KafkaTopic.create(KafkaBroker.shared(), "quick-debezium", sample.messages().size());
    topic.send(sample);
    // a partition that ends before the others holds progress back for the page's idle-timeout
    for (int i = 0; i < sample.messages().size(); i++) {
      topic.send(i, List.of(heartbeat(i).getBytes(UTF_8)));
    }

    follow(
        "quick-start-debezium.md",
        "topic-pattern: inventory(\\..*)?",
        "topic-pattern: quick-debezium",
        900);
  }

  /** A row of Debezium's {@code heartbeat.action.query}, later than those of a sample. */
  private static String heartbeat(int id) {
    return """
        {"before":null,"after":{"id":%1$d},"source":{"connector":"mysql","ts_ms":1768472440000,\
        "snapshot":"false","db":"shop","table":"heartbeat","file":"bin.2","pos":1%1$d},\
        "op":"c","ts_ms":1768472440000}"""
        .formatted(id);
  }

  /**
   * What pages say of a pipeline that has run: on this one and its bucket in place of theirs, and
   * with a file in place of the address of metrics. What needs a cluster is in SubmitITCase and
   * ClusterCommandITCase, {@code demo} in DemoITCase.
   */
  private void readAsThePagesSay(String... pages) throws IOException {
    Path metrics =
        Files.writeString(folder.resolve("metrics.txt"), "flink_x_spillway_rows_read_total 7.0\n");
    Set<String> verbs = new TreeSet<>();
    for (String page : pages) {
      for (String line : DocumentedCommands.of(page)) {
        if (line.contains("--jobmanager") || line.matches("(run|cluster|demo) .*")) {
          continue;
        }
        String own =
            line.replace("--keep SAVEPOINT ...", "")
                .replace("http://localhost:9249/metrics", metrics.toString())
                .replace("/data/spillway-out", folder.resolve("out").toString())
                .replace("s3://lake/shop", folder.resolve("out").toString())
                .replaceAll("(shop|pipeline)\\.yaml", folder.resolve("pipeline.yaml").toString())
                .replace("report.html", folder.resolve("second.html").toString());
        List<String> words = DocumentedCommands.words(own);
        CommandRun run = CommandRun.of(words.toArray(String[]::new));
        assertThat(run.exitCode()).as(page + ": " + line + run.out() + run.err()).isZero();
        verbs.add(words.get(0));
      }
    }
    assertThat(verbs)
        .containsExactly(
            "cursor", "dead-letters", "explain", "report", "storage", "validate", "verify");
    assertThat(folder.resolve("second.html")).content().contains("rows_read_total");
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
        runUntil(command, () -> readable() >= leastRows);
        continue;
      }
      end(command);
      if (command.startsWith("init ")) {
        change(topics, own);
      }
    }
    assertThat(folder.resolve("report.html")).isNotEmptyFile();
  }

  @Test
  void rowsAreDocuments() throws Exception {
    Partitions sample = sample(SampleSettings.standard(5).withRows(500, 0));
    sample.feed(KafkaTopic.create(KafkaBroker.shared(), "quick-search", sample.count()));
    String page =
        Files.readString(Repository.root().resolve("docs").resolve("quick-start-search.md"));
    Matcher section = Pattern.compile("(?s)```yaml\\n(.*?)```").matcher(page);
    assertThat(section.find()).isTrue();
    assertThat(section.group(1)).contains("http://localhost:9200");
    end("init pipeline.yaml --from ticdc");
    change("topics: [shop]", "topics: [quick-search]");
    Map<String, String> documents = SearchEngine.expected(sample);
    SearchEngine engine = SearchEngine.shared(Engine.ELASTICSEARCH);
    Files.writeString(
        folder.resolve("pipeline.yaml"),
        section.group(1).replace("http://localhost:9200", engine.url()),
        StandardOpenOption.APPEND);
    List<String> commands = commands(page);
    assertThat(commands).hasSize(3);
    for (String command : commands) {
      if (command.startsWith("run ")) {
        runUntil(command, () -> has(engine, documents));
      } else {
        end(command);
      }
    }
    assertThat(documents).isNotEmpty();
  }

  /** An index that is just being made answers that it has no shard. */
  private static boolean has(SearchEngine engine, Map<String, String> documents) throws Exception {
    try {
      return SearchEngine.differences(engine.documents(), documents).isEmpty();
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * One page's commands are processes in the folder, as with a new user; they are the same on all.
   */
  private void end(String command) throws Exception {
    if (!inTheFolder) {
      String[] words = command.replaceAll(FILES, folder + "/$1").split(" ");
      CommandRun run = CommandRun.of(words);
      assertThat(run.exitCode()).as(command + "\n" + run.out() + run.err()).isZero();
      return;
    }
    Process process = start(command);
    assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(command).isTrue();
    assertThat(process.exitValue()).as(command + "\n" + output()).isZero();
  }

  private void change(String topics, String own) throws Exception {
    Path file = folder.resolve("pipeline.yaml");
    String yaml = Files.readString(file);
    assertThat(yaml).contains("bootstrap-servers: localhost:9092", topics);
    Files.writeString(
        file, yaml.replace("localhost:9092", KafkaBroker.shared().address()).replace(topics, own));
  }

  /** It never ends by itself, so it is ended as the page says: by Ctrl-C. */
  private void runUntil(String command, Callable<Boolean> isThere) throws Exception {
    Process process = start(command);
    try {
      Eventually.holds(LIMIT, isThere, this::output);
      int exitCode = CtrlC.press(process.pid());
      assertThat(process.waitFor(2, TimeUnit.MINUTES)).as(output()).isTrue();
      assertThat(process.exitValue()).as(output()).isEqualTo(exitCode);
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
    List<String> command = SpillwayProcess.jvm(folder, Map.of());
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
