package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.Repository;
import io.spillway.tools.cluster.Member;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.FlinkCluster;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A TaskManager is stopped as by a signal, replaced, and goes on when its successor works. */
@Timeout(600)
class PausedProcessITCase {
  private static final Path TARGET = Repository.root().resolve("job/target");
  private static final Duration LIMIT = Duration.ofSeconds(150);
  private static final int PAUSES = 2;
  private static final Pattern EPOCH = Pattern.compile("\"epoch\" : (\\d+)");

  @TempDir Path folder;

  @Test
  void whoWakesUpWritesNothingAndNothingGoesBack() throws Exception {
    SampleSettings settings =
        SampleSettings.standard(94).withRows(60_000, 0).withDdls(true, 30).withReplays(0);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    try (FlinkCluster cluster =
        FlinkCluster.start(TARGET.resolve("flink"), folder.resolve("cluster"), 2)) {
      String job = submit(cluster);
      for (int i = 0; i < PAUSES; i++) {
        long before = Delivered.checkpointTs(output());
        delivers(before);
        pauseAndReplace(cluster);
      }
      assertThat(cluster.awaitEnd(job, LIMIT.toSeconds())).as(cluster.logs()).isEqualTo("FINISHED");
    }
    assertThat(Delivered.faults(output(), sample.sent())).as("seed 94").isEmpty();
  }

  private Path output() {
    return folder.resolve("out");
  }

  private void delivers(long before) throws Exception {
    Eventually.holds(
        LIMIT, () -> Delivered.checkpointTs(output()) > before, () -> "nothing new delivered");
  }

  private void pauseAndReplace(FlinkCluster cluster) throws Exception {
    long epoch = epoch();
    // the one that was paused before may still count as working for a moment
    Eventually.holds(
        LIMIT,
        () -> cluster.busy().size() == 1,
        () -> "not one TaskManager works\n" + cluster.logs());
    String busy = cluster.busy().get(0);
    Member paused = cluster.members().stream().filter(m -> m.name().equals(busy)).findFirst().get();
    signal("STOP", paused.pid());
    try {
      Eventually.holds(LIMIT, () -> epoch() > epoch, () -> "nobody claims\n" + cluster.logs());
    } finally {
      signal("CONT", paused.pid());
    }
    // the one that was away is there for the next pause
    cluster.startMissing();
  }

  private long epoch() throws IOException {
    Matcher epoch = EPOCH.matcher(Files.readString(output().resolve("_spillway/owner.json")));
    return epoch.find() ? Long.parseLong(epoch.group(1)) : 0;
  }

  private static void signal(String name, long pid) throws Exception {
    Process kill = new ProcessBuilder("kill", "-" + name, Long.toString(pid)).start();
    assertThat(kill.waitFor()).isZero();
  }

  private String submit(FlinkCluster cluster) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            pipeline:
              name: shop
              parallelism: 1
              checkpoint-interval: 200 ms
              checkpoint-dir: %s
            sources: [{type: files, path: in, max-drift: 20 ms}]
            storage: {path: out, file-size: 64 kb, flush-interval: 200 ms}
            """
                .formatted(folder.resolve("checkpoints").toUri()));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    String[] arguments = {
      "submit", file.toString(),
      "--jobmanager", cluster.address(),
      "--jar", TARGET.resolve("spillway-job.jar").toString()
    };
    int exit =
        Main.run(arguments, Map.of(), new PrintWriter(out, true), new PrintWriter(err, true));
    assertThat(exit).as(err.toString()).isZero();
    Matcher job = Pattern.compile("(?m)^job ([0-9a-f]{32})").matcher(out.toString());
    assertThat(job.find()).isTrue();
    return job.group(1);
  }
}
