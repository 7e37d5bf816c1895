package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.LiveReader;
import io.spillway.testing.Repository;
import io.spillway.testing.S3Endpoint;
import io.spillway.testing.S3Gate;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.FlinkCluster;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of real processes whose bucket and checkpoints are on S3, with a reader beside it. */
@Timeout(900)
class S3ClusterITCase {
  private static final Path TARGET = Repository.root().resolve("job/target");
  private static final Duration LIMIT = Duration.ofSeconds(300);
  private static final long SEED = 97;

  /** Each look is a process, which shares the cores with the cluster. */
  private static final Duration PAUSE = Duration.ofSeconds(3);

  /** Enough for every kind of write to have been refused, and tried again. */
  private static final long REFUSALS = 8;

  /** How long it refuses at least, each time. */
  private static final Duration REFUSING =
      Duration.ofSeconds(Integer.getInteger("spillway.refusal.seconds", 0));

  @TempDir private Path folder;

  private S3Endpoint endpoint;
  private Partitions sample;

  @Test
  void bucketThatRefusesWritesAndThenALostTaskManagerLoseAndRepeatNothing() throws Exception {
    endpoint = S3Endpoint.shared();
    KafkaBroker broker = KafkaBroker.shared();
    try (S3Gate gate = new S3Gate(endpoint.url());
        FlinkCluster cluster = cluster(gate)) {
      sample =
          Partitions.sample(
              SampleSettings.standard(SEED).withRows(4_000, 0).withDdls(true, 10),
              folder.resolve("sample"));
      Sent sent = sample.sent();
      KafkaTopic topic = KafkaTopic.create(broker, "lake", sample.count());
      Path pipeline = pipeline(gate, broker);
      sample.part(0, 0.3).feed(topic);
      submit(cluster, pipeline);
      delivers(cluster, 0.3);
      try (LiveReader reader = new LiveReader(PAUSE, () -> look(pipeline))) {
        refuse(gate, cluster, 503, () -> sample.part(0.3, 0.5).feed(topic));
        delivers(cluster, 0.5);
        refuse(gate, cluster, 403, () -> sample.part(0.5, 0.7).feed(topic));
        delivers(cluster, 0.7);
        sample.part(0.7, 1).feed(topic);
        cluster.kill(cluster.busy().get(0));
        cluster.startMissing();
        awaitCheckpointTs(cluster, sent.last());
        reader.requireClean();
      }
      endpoint.copy("out", folder.resolve("copy"));

      assertThat(Delivered.faults(folder.resolve("copy"), sent)).as("seed %d", SEED).isEmpty();
    }
  }

  private interface Feed {
    void run() throws Exception;
  }

  private static void refuse(S3Gate gate, FlinkCluster cluster, int status, Feed feed)
      throws Exception {
    long before = gate.refused();
    long end = System.nanoTime() + REFUSING.toNanos();
    gate.refuseWrites(status);
    feed.run();
    Eventually.holds(
        LIMIT.plus(REFUSING),
        () -> gate.refused() >= before + REFUSALS && System.nanoTime() >= end,
        () -> gate.refused() - before + " writes were refused\n" + cluster.logs());
    gate.refuseWrites(0);
  }

  /** What {@code verify --live} finds now. */
  private static Optional<String> look(Path pipeline) {
    CommandRun verify =
        CommandRun.of("verify", "--live", "--pipeline", pipeline.toString(), "s3://lake/out");
    return verify.exitCode() == ExitCode.OK
        ? Optional.empty()
        : Optional.of(verify.out() + verify.err());
  }

  private static Map<String, String> s3(S3Gate gate) {
    return Map.of(
        "s3.endpoint", gate.url(),
        "s3.path.style.access", "true",
        "s3.access-key", S3Gate.ACCESS_KEY,
        "s3.secret-key", "any",
        "s3.change.detection.mode", "none",
        // as patient as one is in a test
        "s3.attempts.maximum", "2",
        "s3.retry.limit", "2",
        "s3.retry.throttle.limit", "2");
  }

  private FlinkCluster cluster(S3Gate gate) throws Exception {
    Path place = Files.createDirectory(folder.resolve("cluster"));
    Files.createSymbolicLink(place.resolve("plugins"), S3Endpoint.plugins());
    Map<String, String> options = new HashMap<>(s3(gate));
    options.put("restart-strategy.exponential-delay.max-backoff", "2 s");
    return FlinkCluster.start(TARGET.resolve("flink"), place, 2, options);
  }

  private static void submit(FlinkCluster cluster, Path pipeline) {
    CommandRun submit =
        CommandRun.of(
            "submit",
            pipeline.toString(),
            "--jobmanager",
            cluster.address(),
            "--jar",
            TARGET.resolve("spillway-job.jar").toString());
    assertThat(submit.exitCode()).as(submit.out() + submit.err()).isEqualTo(ExitCode.OK);
  }

  private void delivers(FlinkCluster cluster, double share) throws Exception {
    awaitCheckpointTs(cluster, sample.part(0, share).resolved() - 1);
  }

  private void awaitCheckpointTs(FlinkCluster cluster, long commitTs) throws Exception {
    Eventually.holds(
        LIMIT,
        () -> checkpointTs() >= commitTs,
        () -> "checkpoint-ts is too low\n" + cluster.logs());
  }

  private long checkpointTs() throws Exception {
    if (endpoint.keys("out/metadata").isEmpty()) {
      return 0;
    }
    try {
      byte[] metadata = endpoint.get("out/metadata");
      return new ObjectMapper().readTree(metadata).get("checkpoint-ts").asLong();
    } catch (IOException e) {
      // the endpoint breaks off where an object is replaced while it is read
      return 0;
    }
  }

  private Path pipeline(S3Gate gate, KafkaBroker broker) throws Exception {
    StringBuilder flink = new StringBuilder();
    s3(gate).forEach((key, value) -> flink.append("    %s: \"%s\"%n".formatted(key, value)));
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        pipeline:
          name: lake
          parallelism: 2
          checkpoint-interval: 1 s
          checkpoint-dir: s3://lake/checkpoints
          flink:
        %s
        sources: [{type: kafka, bootstrap-servers: '%s', topics: [lake]}]
        storage: {path: 's3://lake/out', file-size: 64 kb, flush-interval: 300 ms}
        """
            .formatted(flink, broker.address()));
  }
}
