package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.job.SubmittedJob;
import io.spillway.job.start.SavedState;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.LiveReader;
import io.spillway.testing.LiveTree;
import io.spillway.testing.Repository;
import io.spillway.testing.Sent;
import io.spillway.tools.inspect.Overview;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.FlinkCluster;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged jar on a cluster of real processes, through its life: upgrades and deaths. */
@Timeout(600)
class ClusterITCase {
  private static final Path TARGET = Repository.root().resolve("job/target");
  private static final Path JAR = TARGET.resolve("spillway-job.jar");
  private static final Duration LIMIT = Duration.ofSeconds(150);
  private static final Pattern JOB = Pattern.compile("(?m)(?:^job |JobID )([0-9a-f]{32})");

  @TempDir private static Path clusterFolder;
  private static FlinkCluster cluster;
  private static KafkaBroker broker;

  @TempDir private Path folder;
  private Partitions sample;
  private Sent sent;
  private KafkaTopic topic;

  @BeforeAll
  static void start() throws Exception {
    broker = KafkaBroker.shared();
    Map<String, String> options = Map.of("taskmanager.numberOfTaskSlots", "2");
    cluster = FlinkCluster.start(TARGET.resolve("flink"), clusterFolder, 2, options);
  }

  @AfterAll
  static void stop() throws Exception {
    if (cluster != null) {
      cluster.close();
    }
  }

  @AfterEach
  void cancelJobs() throws Exception {
    for (String job : cluster.running()) {
      cancel(job);
    }
  }

  @Test
  void jobGoesOnFromSavepointsAtOtherParallelismsAndAnOlderOneRepeatsNothing() throws Exception {
    prepare("upgrade", 81);

    sample.part(0, 0.4).feed(topic);
    String job = submit(1);
    CommandRun second = submitted(1);
    assertThat(second.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(second.err()).contains("runs already on this cluster, as job " + job);
    delivers(0.4);
    String first = cluster.stopWithSavepoint(job, folder.resolve("savepoints"));
    job = flinkRun(3, first);
    String older = cluster.savepoint(job, folder.resolve("savepoints"));
    sample.part(0.4, 0.7).feed(topic);
    delivers(0.7);
    String later = cluster.stopWithSavepoint(job, folder.resolve("savepoints"));
    sample.part(0.7, 0.9).feed(topic);
    job = submit(2, "--savepoint", later);
    delivers(0.9);

    assertThat(cluster.running()).containsExactly(job);
    cancel(job);
    deliversNothingTwice(older);
  }

  private void deliversNothingTwice(String older) throws Exception {
    Map<String, String> before = dataFiles();
    sample.part(0.9, 1).feed(topic);
    // the rows behind the savepoint are read again, and stand in files that it doesn't know
    String job = submit(1, "--savepoint", older);
    awaitCheckpointTs(sent.last());
    cancel(job);

    assertThat(dataFiles()).containsAllEntriesOf(before);
    assertThat(Delivered.faults(output(), sent)).as("seed 81").isEmpty();
  }

  @Test
  void partitionAddedWhileRunningAndRestartedBrokerLoseAndRepeatNothing() throws Exception {
    SampleSettings settings =
        SampleSettings.standard(84).withRows(6_000, 0).withDdls(true, 10).withReplays(0);
    Partitions original = Partitions.sample(settings, folder.resolve("sample"));
    sample = original.moved(0.5);
    sent = sample.sent();
    create("partition", original.count());
    int added = original.count();

    original.part(0, 0.3).feed(topic);
    String job = submit(2);
    awaitCheckpointTs(original.part(0, 0.3).resolved() - 1);
    topic.grow(added + 1);
    // before that the others must not move on: nobody would wait for the new one
    Eventually.holds(
        LIMIT,
        () -> reads(topic.name() + "-" + added),
        () -> "the new partition is not read\n" + cluster.logs());
    CommandRun live = live(job, "--dispatcher", "shop.orders_0");
    assertThat(live.exitCode()).as(live.err()).isEqualTo(ExitCode.OK);
    assertThat(live.out()).startsWith("dispatcher shop.orders_0: ").contains(", last file ");
    try (LiveReader reader = new LiveReader(Duration.ofMillis(200), this::look)) {
      for (int i = 0; i < added; i++) {
        List<byte[]> all = sample.messages().get(i);
        int fed = (int) (0.3 * original.messages().get(i).size());
        topic.send(i, all.subList(fed, all.size()));
        if (i == 0) {
          broker.kill();
          broker.start();
        }
      }
      topic.send(added, sample.messages().get(added));
      awaitCheckpointTs(sent.last());
      reader.requireClean();
    }

    assertThat(cluster.running()).containsExactly(job);
    assertThat(savepoints()).as("left by inspect --live").isEmpty();
    assertThat(Delivered.faults(output(), sent)).as("seed 84").isEmpty();
    CommandRun verify = CommandRun.of("verify", output().toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }

  /** What {@code verify --live} finds now. */
  private Optional<String> look() {
    CommandRun verify = CommandRun.of("verify", "--live", output().toString());
    return verify.exitCode() == ExitCode.OK
        ? Optional.empty()
        : Optional.of(verify.out() + verify.err());
  }

  /** Whether the newest checkpoint knows a partition. */
  private boolean reads(String partition) {
    try {
      SavedState state =
          SavedState.open(new org.apache.flink.core.fs.Path(newestCheckpoint().toUri()));
      return Overview.of(state).positions().stream()
          .anyMatch(position -> position.partition().label().equals(partition));
    } catch (IOException | UncheckedIOException e) {
      // a newer one has taken its place meanwhile
      return false;
    }
  }

  private CommandRun live(String job, String... more) {
    List<String> arguments = new ArrayList<>(List.of("inspect", "--live", job));
    arguments.addAll(List.of("--jobmanager", cluster.address()));
    arguments.addAll(List.of("--folder", folder.resolve("looks").toUri().toString()));
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private List<Path> savepoints() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("looks"))) {
      return files.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void killedTaskManagerAndThenJobManagerLoseAndRepeatNothing() throws Exception {
    prepare("kills", 83);

    sample.part(0, 0.3).feed(topic);
    submit(2);
    delivers(0.3);
    try (LiveReader reader = new LiveReader(Duration.ofMillis(200), this::look)) {
      sample.part(0.3, 0.6).feed(topic);
      cluster.kill(cluster.busy().get(0));
      long killed = System.nanoTime();
      delivers(0.6);
      System.out.println("delivers again after ms: " + (System.nanoTime() - killed) / 1_000_000);
      assertThat(Delivered.live(output(), sent)).as("seed 83").isEmpty();

      sample.part(0.6, 0.9).feed(topic);
      cluster.kill("jobmanager");
      cluster.startMissing();
      assertThat(cluster.running()).as("without high availability its job is gone").isEmpty();
      sample.part(0.9, 1).feed(topic);
      submit(2);
      awaitCheckpointTs(sent.last());
      reader.requireClean();
    }

    assertThat(Delivered.faults(output(), sent)).as("seed 83").isEmpty();
    CommandRun verify = CommandRun.of("verify", output().toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }

  private void prepare(String name, long seed) throws Exception {
    SampleSettings settings = SampleSettings.standard(seed).withRows(8_000, 0).withDdls(true, 20);
    sample = Partitions.sample(settings, folder.resolve("sample"));
    sent = sample.sent();
    create(name, sample.count());
  }

  private void create(String name, int partitions) throws Exception {
    topic = KafkaTopic.create(broker, "cluster-" + name, partitions);
  }

  private Path output() {
    return folder.resolve("out");
  }

  /** Waits until all is there that this share of every partition's messages resolves. */
  private void delivers(double share) throws Exception {
    awaitCheckpointTs(sample.part(0, share).resolved() - 1);
  }

  private void awaitCheckpointTs(long commitTs) throws Exception {
    Eventually.holds(
        LIMIT,
        () -> Delivered.checkpointTs(output()) >= commitTs,
        () -> "checkpoint-ts is too low\n" + cluster.logs());
  }

  private String submit(int parallelism, String... more) throws Exception {
    CommandRun run = submitted(parallelism, more);
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    return jobIn(run.out());
  }

  private CommandRun submitted(int parallelism, String... more) throws Exception {
    List<String> arguments = new ArrayList<>(List.of("submit", pipeline(parallelism).toString()));
    arguments.addAll(List.of("--jobmanager", cluster.address(), "--jar", JAR.toString()));
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private String flinkRun(int parallelism, String savepoint) throws Exception {
    return jobIn(
        cluster.flink(
            "run",
            "-d",
            "-s",
            savepoint,
            "-c",
            SubmittedJob.class.getName(),
            JAR.toString(),
            pipeline(parallelism).toString()));
  }

  private static String jobIn(String text) {
    Matcher matcher = JOB.matcher(text);
    assertThat(matcher.find()).as(text).isTrue();
    return matcher.group(1);
  }

  private void cancel(String job) throws Exception {
    cluster.cancel(job);
    assertThat(cluster.awaitEnd(job, 60)).isEqualTo("CANCELED");
  }

  private Path pipeline(int parallelism) throws IOException {
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        pipeline:
          name: shop
          parallelism: %d
          checkpoint-interval: 500 ms
          checkpoint-dir: %s
        sources:
          - type: kafka
            bootstrap-servers: '%s'
            topics: [%s]
            properties: {partition.discovery.interval.ms: "500"}
        storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
        """
            .formatted(
                parallelism,
                folder.resolve("checkpoints").toUri(),
                broker.address(),
                topic.name()));
  }

  private Path newestCheckpoint() throws IOException {
    return LiveTree.newest(folder.resolve("checkpoints"), "_metadata").orElseThrow().getParent();
  }

  /** Content of every data file, by path. */
  private Map<String, String> dataFiles() throws IOException {
    Map<String, String> contents = new TreeMap<>();
    for (Path file : LiveTree.files(output(), name -> name.matches("CDC.*\\.json"))) {
      contents.put(output().relativize(file).toString(), Files.readString(file));
    }
    return contents;
  }
}
