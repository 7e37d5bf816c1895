package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.job.SubmittedJob;
import io.spillway.testing.Delivered;
import io.spillway.testing.Repository;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.FlinkCluster;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The packaged jar, as it is, on a cluster of Flink's next minor version. */
@Timeout(300)
class NewerFlinkITCase {
  private static final Path TARGET = Repository.root().resolve("job/target");

  @TempDir private Path folder;

  @Test
  void theSameJarDeliversEveryRowOnce() throws Exception {
    SampleSettings settings = SampleSettings.standard(111).withRows(2_000, 0).withDdls(true, 10);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    Path jars = jars();

    try (FlinkCluster cluster =
        FlinkCluster.start(jars, folder.resolve("cluster"), 1, FlinkCluster.VERIFYING)) {
      // the client is of the cluster's version too: what it sends is Flink's own form of a job
      String said =
          cluster.flink(
              "run",
              "-d",
              "-c",
              SubmittedJob.class.getName(),
              TARGET.resolve("spillway-job.jar").toString(),
              pipeline().toString());
      Matcher job = Pattern.compile("JobID ([0-9a-f]{32})").matcher(said);
      assertThat(job.find()).as(said).isTrue();
      assertThat(cluster.awaitEnd(job.group(1), 200)).as(cluster.logs()).isEqualTo("FINISHED");
    }

    assertThat(Delivered.faults(folder.resolve("out"), sent)).as("seed 111").isEmpty();
    CommandRun verify = CommandRun.of("verify", folder.resolve("out").toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }

  /** Flink's own, and those of ours that its configuration of logs and metrics names. */
  private Path jars() throws IOException {
    Path jars = Files.createDirectories(folder.resolve("jars"));
    Path flink = Repository.root().resolve("testing/flink/target/lib");
    for (Path place : List.of(flink, TARGET.resolve("flink"))) {
      try (Stream<Path> files = Files.list(place)) {
        for (Path jar : files.toList()) {
          String name = jar.getFileName().toString();
          if (place.equals(flink) || name.matches(".*-(logging|metrics)\\.jar")) {
            Files.createSymbolicLink(jars.resolve(name), jar);
          }
        }
      }
    }
    assertThat(jars.toFile().list()).anyMatch(name -> name.startsWith("flink-runtime-2.3."));
    return jars;
  }

  private Path pipeline() throws IOException {
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        pipeline:
          name: shop
          parallelism: 1
          checkpoint-interval: 500 ms
          checkpoint-dir: %s
        sources: [{type: files, path: in}]
        storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
        """
            .formatted(folder.resolve("checkpoints").toUri()));
  }
}
