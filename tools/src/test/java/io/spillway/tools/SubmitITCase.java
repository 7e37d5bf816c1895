package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.CommitTs;
import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.BrokenOffRuns;
import io.spillway.tools.testing.FlinkCluster;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.verify.BucketVerifier;
import io.spillway.tools.verify.VerifyReport;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged jar on a cluster of real processes. */
@Timeout(300)
class SubmitITCase {
  private static final Path TARGET = Path.of(System.getProperty("spillway.root"), "job", "target");
  private static final int ROWS = 500;

  /** So much of a stream comes at a time. */
  private static final double SLICE = 0.012;

  private static final Duration START = Duration.ofMinutes(1);
  private static final long FIRST = CommitTs.ofMillis(1_767_225_600_000L);

  @TempDir private static Path clusterFolder;
  private static FlinkCluster cluster;

  @TempDir private Path folder;

  private String interval = "1 s";
  private double fed;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  @BeforeAll
  static void startCluster() throws Exception {
    cluster = FlinkCluster.start(TARGET.resolve("flink"), clusterFolder, 2);
  }

  @AfterAll
  static void stopCluster() {
    if (cluster != null) {
      cluster.close();
    }
  }

  @Test
  void submittedPipelineDeliversEveryRowOnceAcrossTaskManagers() throws Exception {
    input("p-0.ndjson", "orders");
    input("p-1.ndjson", "users");

    int exit = submit();

    assertThat(exit).as(err.toString()).isEqualTo(ExitCode.OK);
    String job = jobId();
    assertThat(out.toString())
        .contains("http://" + cluster.address() + "/#/job/running/" + job + "/overview");
    assertThat(cluster.awaitEnd(job, 180)).as(cluster.logs()).isEqualTo("FINISHED");
    VerifyReport report =
        new BucketVerifier(false, BucketVerifier.REMEMBERED_ROWS)
            .verify(VerifyCommand.root(folder.resolve("out").toString()), (f, r, b) -> {});
    assertThat(report.faults()).isEmpty();
    assertThat(report.rows().count()).isEqualTo(2L * ROWS);
    assertThat(report.rows().duplicates()).isZero();
    assertThat(report.checkpointTs()).hasValue(FIRST + 2L * ROWS);
  }

  @Test
  void savepointThatIsNotThereIsRefusedWithItsName() throws Exception {
    input("p-0.ndjson", "orders");

    int exit = submit("--savepoint", folder.resolve("nothing").toUri().toString());

    assertThat(exit).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("the cluster did not take the job").contains("nothing");
  }

  @Test
  void jobIsSeenSavedRescaledAndStoppedByItsFileOrItsId() throws Exception {
    input("p-0.ndjson", "orders");
    input("p-1.ndjson", "users");
    // the end of a bounded run is three checkpoints away: there is time to look at it
    interval = "20 s";
    System.setProperty(JobJar.PROPERTY, TARGET.resolve("spillway-job.jar").toString());
    String file = pipeline().toString();
    List<String[]> quick = ofPage("quick-start-ticdc.md", file);
    assertThat(quick).extracting(words -> words[0]).containsExactly("submit", "status", "stop");
    CommandRun submitted = on(quick.get(0));
    assertThat(submitted.exitCode()).as(submitted.err()).isEqualTo(ExitCode.OK);
    out.write(submitted.out());
    String job = jobId();
    Eventually.holds(
        START, () -> on(quick.get(1)).exitCode() == ExitCode.OK, () -> on(quick.get(1)).out());

    assertThat(on("list").out()).contains(job, "RUNNING", "shop");
    asTheRunbookSays(file);
    assertThat(on("status", job, "--json").out())
        .startsWith("{\"job\":\"" + job + "\",\"name\":\"shop\",\"state\":\"RUNNING\"")
        .contains("\"well\":true", "\"checkpoint\":");
    assertThat(on("savepoint", job, "--to", folder.resolve("saved").toString()).out())
        .startsWith("savepoint " + folder.resolve("saved"));

    CommandRun rescaled = on("rescale", file, "--parallelism", "1", "--json");
    assertThat(rescaled.exitCode()).as(rescaled.out() + rescaled.err()).isEqualTo(ExitCode.OK);
    assertThat(rescaled.out().lines())
        .singleElement()
        .asString()
        .matches(
            "\\{\"job\":\"[0-9a-f]{32}\",\"name\":\"shop\",\"page\":\"http://[^\"]+\",\"savepoint\":"
                + "\"file:[^\"]+\",\"start\":\\[.*]}");
    assertThat(on("status", job).exitCode()).as("it has ended").isEqualTo(ExitCode.FAILED);
    Eventually.holds(
        START,
        () -> on("status", "shop").exitCode() == ExitCode.OK,
        () -> on("status", "shop").out());

    CommandRun stopped = on(quick.get(2));
    assertThat(stopped.exitCode()).as(stopped.err()).isEqualTo(ExitCode.OK);
    assertThat(stopped.out()).contains("go on with: bin/spillway submit " + file);
    String savepoint = stopped.out().split("--savepoint ")[1].strip();
    interval = "1 s";
    assertThat(submit("--savepoint", savepoint)).as(err.toString()).isEqualTo(ExitCode.OK);
    Matcher jobs = Pattern.compile("(?m)^job ([0-9a-f]{32}) ").matcher(out.toString());
    String last = jobs.results().reduce((a, b) -> b).orElseThrow().group(1);
    assertThat(cluster.awaitEnd(last, 180)).as(cluster.logs()).isEqualTo("FINISHED");
    VerifyReport report =
        new BucketVerifier(false, BucketVerifier.REMEMBERED_ROWS)
            .verify(VerifyCommand.root(folder.resolve("out").toString()), (f, r, b) -> {});
    assertThat(report.faults()).isEmpty();
    assertThat(report.rows().count()).isEqualTo(2L * ROWS);
    assertThat(on("status", "nobody").err()).contains("has no job nobody");
  }

  /** Its commands for a job that runs, with this file and cluster. */
  private void asTheRunbookSays(String file) throws IOException {
    Set<String> verbs = new TreeSet<>();
    for (String[] command : ofPage("runbook.md", file)) {
      CommandRun run = on(command);
      assertThat(run.exitCode()).as(List.of(command) + run.err()).isEqualTo(ExitCode.OK);
      verbs.add(command[0]);
    }
    assertThat(verbs).containsExactly("list", "status");
  }

  /** The page's commands that end in the address of a cluster, without it and with this file. */
  private static List<String[]> ofPage(String page, String file) throws IOException {
    Pattern cluster = Pattern.compile("(.*) --jobmanager [a-z]+:8081");
    return DocumentedCommands.of(page).stream()
        .map(cluster::matcher)
        .filter(Matcher::matches)
        .map(line -> line.group(1).replaceAll("(shop|pipeline)\\.yaml", file))
        .map(line -> DocumentedCommands.words(line).toArray(String[]::new))
        .toList();
  }

  @Test
  void stateThatAnOlderOneHasOvertakenIsRefusedWhereItIsNamedAndATopicIsReadAgainWithoutIt()
      throws Exception {
    KafkaBroker broker = KafkaBroker.shared();
    SampleSettings settings = SampleSettings.standard(85).withRows(15_000, 0).withDdls(true, 40);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    KafkaTopic topic = KafkaTopic.create(broker, "overtaken", sample.count());
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, ofTopic(broker, "max-drift: 50 ms"));
    BrokenOffRuns runs = new BrokenOffRuns(folder, file, () -> feed(sample, fed + SLICE, topic));
    Path overtaken = runs.overtaken();
    feed(sample, 1, topic);
    Files.writeString(file, ofTopic(broker, "end: latest"));
    String jar = TARGET.resolve("spillway-job.jar").toString();

    CommandRun named =
        on("submit", file.toString(), "--jar", jar, "--savepoint", overtaken.toUri().toString());

    assertThat(named.exitCode()).as(named.out()).isEqualTo(ExitCode.FAILED);
    assertThat(named.err()).contains(overtaken.toString(), "has been overtaken", "--recover");
    runs.leaveOnly(overtaken);
    CommandRun unnamed = on("submit", file.toString(), "--jar", jar);
    assertThat(unnamed.exitCode()).as(unnamed.out()).isEqualTo(ExitCode.FAILED);
    assertThat(unnamed.out()).contains("passed over", "has been overtaken");
    assertThat(unnamed.err()).contains("--recover");

    CommandRun recovered = on("submit", file.toString(), "--jar", jar, "--recover", "--attached");

    assertThat(recovered.exitCode()).as(recovered.err() + cluster.logs()).isEqualTo(ExitCode.OK);
    assertThat(recovered.out()).contains("Rows that stand in the bucket are not delivered again");
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();
  }

  /** Up to this share of it. */
  private void feed(Partitions sample, double to, KafkaTopic topic) throws Exception {
    double end = Math.min(1, to);
    sample.part(fed, end).feed(topic);
    fed = end;
  }

  private String ofTopic(KafkaBroker broker, String reading) {
    return """
    pipeline: {name: shop, parallelism: 2, checkpoint-interval: 200 ms, checkpoint-dir: '%s'}
    sources: [{type: kafka, bootstrap-servers: '%s', topics: [overtaken], %s}]
    storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
    """
        .formatted(folder.resolve("chk").toUri(), broker.address(), reading);
  }

  private static CommandRun on(String... command) {
    String[] all = Arrays.copyOf(command, command.length + 2);
    all[command.length] = "--jobmanager";
    all[command.length + 1] = cluster.address();
    return CommandRun.of(all);
  }

  private Path pipeline() throws IOException {
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        pipeline:
          name: shop
          parallelism: 2
          checkpoint-interval: %s
          checkpoint-dir: %s
        sources:
          - {type: files, path: in}
        storage: {path: out}
        """
            .formatted(interval, folder.resolve("checkpoints").toUri()));
  }

  private int submit(String... more) throws IOException {
    Path file = pipeline();
    String[] args = {
      "submit", file.toString(),
      "--jobmanager", cluster.address(),
      "--jar", TARGET.resolve("spillway-job.jar").toString()
    };
    String[] all = Arrays.copyOf(args, args.length + more.length);
    System.arraycopy(more, 0, all, args.length, more.length);
    return Main.run(all, Map.of(), new PrintWriter(out, true), new PrintWriter(err, true));
  }

  private String jobId() {
    Matcher matcher = Pattern.compile("(?m)^job ([0-9a-f]{32}) \\(shop\\)").matcher(out.toString());
    assertThat(matcher.find()).as(out.toString()).isTrue();
    return matcher.group(1);
  }

  /** One partition: rows of one table, two to a resolved event, and the last one resolved. */
  private void input(String name, String table) throws IOException {
    StringBuilder lines = new StringBuilder();
    for (int i = 1; i <= ROWS; i++) {
      long commitTs = FIRST + 2L * i;
      lines.append(row(table, i, commitTs));
      if (i % 2 == 0) {
        lines.append(resolved(commitTs));
      }
    }
    Path file = folder.resolve("in").resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, lines);
  }

  private static String row(String table, int id, long commitTs) {
    return """
        {"id":0,"database":"shop","table":"%s","pkNames":["id"],"isDdl":false,"type":"INSERT",\
        "es":%d,"ts":%d,"sql":"","sqlType":{"id":-5,"v":12},"mysqlType":{"id":"bigint","v":"varchar"},\
        "old":null,"data":[{"id":"%d","v":"row %d"}],"_tidb":{"commitTs":%d}}
        """
        .formatted(table, CommitTs.millis(commitTs), CommitTs.millis(commitTs), id, id, commitTs);
  }

  private static String resolved(long commitTs) {
    return """
        {"id":0,"database":"","table":"","pkNames":null,"isDdl":false,"type":"TIDB_WATERMARK",\
        "es":%d,"ts":%d,"sql":"","sqlType":null,"mysqlType":null,"old":null,"data":null,\
        "_tidb":{"watermarkTs":%d}}
        """
        .formatted(CommitTs.millis(commitTs), CommitTs.millis(commitTs), commitTs);
  }
}
