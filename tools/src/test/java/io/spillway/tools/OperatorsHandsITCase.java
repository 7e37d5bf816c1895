package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.HeldFiles;
import io.spillway.testing.S3Endpoint;
import io.spillway.testing.S3Gate;
import io.spillway.testing.Sent;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What operators do to a pipeline whose upstream was killed and repeats itself: they kill its
 * process or cancel its job, put old checkpoints back, lose all checkpoints. In the end every row
 * is in the bucket once, whatever was done.
 */
class OperatorsHandsITCase {
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final int ACTS = 5;
  private static final int LONGEST_MS = 1500;
  private static final int LONGEST_ON_S3_MS = 4000;
  private static final int REPLAYS = 30;
  private static final int ROWS = 15_000;

  /** What is said of where a run starts, just before its job does. */
  private static final Pattern BEGUN = Pattern.compile("resuming from|no checkpoint|reading");

  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, checkpoint-interval: 200 ms, checkpoint-dir: chk%s}
      sources: [{type: files, path: '%s'}]
      storage: {path: '%s', file-size: 64 kb, flush-interval: 300 ms}
      """;

  private static final String S3_OPTIONS =
      ", flink: {s3.endpoint: '%s', s3.path.style.access: 'true', s3.access-key: %s,"
          + " s3.secret-key: secret-of-tests, s3.change.detection.mode: none}";

  private static final Map<String, String> TRICKLE =
      Map.of("SPILLWAY_JVM_OPTS", HeldFiles.FROM_THE_START);

  @TempDir Path folder;
  private final List<Path> kept = new ArrayList<>();
  private final StringBuilder acts = new StringBuilder();
  private S3Endpoint endpoint;
  private String lastProcess = "";

  /**
   * Three sequences, or as many as {@code -Dspillway.hands.sequences} says, from seed {@code
   * -Dspillway.hands.first} on.
   */
  static LongStream seeds() {
    long first = Long.getLong("spillway.hands.first", 1);
    return LongStream.range(first, first + Integer.getInteger("spillway.hands.sequences", 3));
  }

  /**
   * One, or as many as {@code -Dspillway.hands.s3-sequences} says, from a hundred seeds later on.
   */
  static LongStream seedsOnS3() {
    long first = Long.getLong("spillway.hands.first", 1) + 99;
    return LongStream.range(first, first + Integer.getInteger("spillway.hands.s3-sequences", 1));
  }

  @ParameterizedTest
  @MethodSource("seeds")
  @Timeout(300)
  void everyRowIsDeliveredOnceWhateverStateAStartGoesOnFrom(long seed) throws Exception {
    playOn("out", "", seed);
  }

  @ParameterizedTest
  @MethodSource("seedsOnS3")
  @Timeout(300)
  void everyRowIsDeliveredOnceToAnObjectStoreToo(long seed) throws Exception {
    endpoint = S3Endpoint.shared();
    String options = S3_OPTIONS.formatted(endpoint.url(), S3Gate.ACCESS_KEY);
    playOn("s3://" + S3Endpoint.BUCKET + "/hands-" + seed, options, seed);
  }

  private void playOn(String place, String options, long seed) throws Exception {
    Random random = new Random(seed);
    SampleSettings settings =
        SampleSettings.standard(seed).withDdls(true, 40).withRows(ROWS, 0).withReplays(REPLAYS);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    Path file = folder.resolve("pipeline.yaml");

    Files.writeString(
        file, PIPELINE.formatted(options, HeldFiles.uri(folder.resolve("in")), place));
    HeldFiles.hold();
    for (int act = 0; act < ACTS; act++) {
      runAndEnd(file, random);
      keepCheckpoints();
      moveHands(random);
      assertThat(Delivered.live(bucket(place), sent)).as("seed %d:%s", seed, acts).isEmpty();
    }
    HeldFiles.letGo();
    CommandRun last = run(file);
    assertThat(last.exitCode())
        .as("seed %d:%s%n%s%s", seed, acts, last.out(), last.err())
        .isEqualTo(ExitCode.OK);
    if (last.out().contains("has been overtaken")) {
      acts.append(" an overtaken state passed over;");
    }

    Path bucket = bucket(place);
    assertThat(Delivered.faults(bucket, sent)).as("seed %d:%s", seed, acts).isEmpty();
    CommandRun verify = CommandRun.of("verify", bucket.toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
    assertThat(verify.out()).as("seed %d:%s", seed, acts).contains(", 0 duplicates");
    assertThat(run(file).out()).contains("nothing is new");
    System.out.printf("seed %d on %s:%s%n", seed, place, acts);
  }

  /** The bucket as it is now, on a disk. */
  private Path bucket(String place) throws Exception {
    if (endpoint == null) {
      return folder.resolve(place);
    }
    Path copy = folder.resolve("copy");
    FileUtils.deleteDirectory(copy.toFile());
    endpoint.copy(place.substring(place.lastIndexOf('/') + 1), copy);
    return copy;
  }

  /** To its end. */
  private static CommandRun run(Path file) {
    return CommandRun.of("run", file.toString());
  }

  /** Runs it until something is new or not, and then kills its process or cancels its job. */
  private void runAndEnd(Path file, Random random) throws Exception {
    boolean waits = random.nextBoolean() && endpoint == null;
    boolean kills = random.nextBoolean();
    long before = waits ? Delivered.checkpointTs(folder.resolve("out")) : Long.MAX_VALUE;
    int moreMs = random.nextInt(endpoint == null ? LONGEST_MS : LONGEST_ON_S3_MS);
    if (kills) {
      int said = lastProcess.length();
      try (SpillwayProcess process =
          SpillwayProcess.start(folder, TRICKLE, "run", file.toString())) {
        Eventually.holds(
            LIMIT,
            () -> !process.isAlive() || BEGUN.matcher(process.output()).find(said),
            process::output);
        await(before, process::isAlive);
        process.ends(Duration.ofMillis(moreMs));
        lastProcess = process.output();
      }
    } else {
      try (BackgroundRun run = BackgroundRun.start(file)) {
        await(before, run::isAlive);
        run.ends(Duration.ofMillis(moreMs));
      }
    }
    acts.append(waits ? " run until something is new, " : " run, ");
    acts.append(kills ? "kill;" : "cancel;");
  }

  /**
   * Waits until more is delivered.
   *
   * @param before what is; {@link Long#MAX_VALUE} to wait for nothing
   */
  private void await(long before, BooleanSupplier isAlive) throws Exception {
    if (before < Long.MAX_VALUE) {
      Eventually.holds(
          LIMIT,
          () -> !isAlive.getAsBoolean() || Delivered.checkpointTs(folder.resolve("out")) > before,
          () -> "nothing new: " + acts);
    }
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
