package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.Sent;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What operators do to a pipeline, with real processes: kills, old checkpoints put back, all
 * checkpoints lost. In the end every row is in the bucket once, whatever was done.
 */
class OperatorsHandsITCase {
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final int ACTS = 5;
  private static final int LONGEST_MS = 1500;
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, checkpoint-interval: 200 ms, checkpoint-dir: chk}
      sources: [{type: files, path: in, max-drift: %s}]
      storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
      """;

  @TempDir Path folder;
  private final List<Path> kept = new ArrayList<>();
  private final StringBuilder acts = new StringBuilder();

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  @Timeout(300)
  void everyRowIsDeliveredOnceWhateverStateAStartGoesOnFrom(long seed) throws Exception {
    Random random = new Random(seed);
    SampleSettings settings =
        SampleSettings.standard(seed).withDdls(true, 40).withRows(60_000, 0).withReplays(0);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    Path file = folder.resolve("pipeline.yaml");

    Files.writeString(file, PIPELINE.formatted("50 ms"));
    for (int act = 0; act < ACTS; act++) {
      runAndKill(file, random);
      keepCheckpoints();
      moveHands(random);
      assertThat(Delivered.live(folder.resolve("out"), sent))
          .as("seed %d:%s", seed, acts)
          .isEmpty();
    }
    Files.writeString(file, PIPELINE.formatted("1 min"));
    CommandRun last = CommandRun.of("run", file.toString());
    while (last.exitCode() != ExitCode.OK) {
      // a state whose own plan was never carried out and was overtaken: it is refused by name
      assertThat(last.err()).as("seed %d:%s", seed, acts).contains("has been overtaken");
      FileUtils.deleteDirectory(folder.resolve("chk").toFile());
      acts.append(" refused, all checkpoints lost;");
      last = CommandRun.of("run", file.toString());
    }

    assertThat(Delivered.faults(folder.resolve("out"), sent))
        .as("seed %d:%s", seed, acts)
        .isEmpty();
    CommandRun verify = CommandRun.of("verify", folder.resolve("out").toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
    assertThat(verify.out()).as("seed %d:%s", seed, acts).contains("0 duplicates");
    CommandRun again = CommandRun.of("run", file.toString());
    assertThat(again.out()).contains("nothing is new");
  }

  private void runAndKill(Path file, Random random) throws Exception {
    long before = Delivered.checkpointTs(folder.resolve("out"));
    boolean waits = random.nextBoolean();
    try (SpillwayProcess process = SpillwayProcess.start(folder, "run", file.toString())) {
      if (waits) {
        Eventually.holds(
            LIMIT,
            () -> !process.isAlive() || Delivered.checkpointTs(folder.resolve("out")) > before,
            () -> "nothing new: " + acts);
      }
      process.ends(Duration.ofMillis(random.nextInt(LONGEST_MS) + (waits ? 0 : 1500)));
      process.kill();
    }
    acts.append(waits ? " run until something is new, kill;" : " run, kill;");
  }

  private void keepCheckpoints() throws Exception {
    Path checkpoints = folder.resolve("chk");
    if (Files.exists(checkpoints)) {
      Path copy = folder.resolve("kept-" + kept.size());
      FileUtils.copyDirectory(checkpoints.toFile(), copy.toFile());
      kept.add(copy);
    }
  }

  private void moveHands(Random random) throws Exception {
    int dice = random.nextInt(5);
    if (dice == 0) {
      FileUtils.deleteDirectory(folder.resolve("chk").toFile());
      acts.append(" all checkpoints lost;");
    } else if (dice <= 2 && !kept.isEmpty()) {
      int choice = random.nextInt(kept.size());
      FileUtils.deleteDirectory(folder.resolve("chk").toFile());
      FileUtils.copyDirectory(kept.get(choice).toFile(), folder.resolve("chk").toFile());
      acts.append(" checkpoints of " + choice + " put back;");
    }
  }
}
