package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.encode.Compression;
import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.LiveTree;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.util.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Whole runs from files to files. */
class FilesPipelineITCase {
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: %d, checkpoint-interval: 300 ms}
      sources: [{type: files, path: in}]
      dispatcher-by: %s
      storage: {path: out, file-size: 64 kb, flush-interval: 500 ms}
      """;

  /** The hottest tables get ten files and more. */
  private static final int ROWS = 8_000;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"1, 0, 1", "2, 100, 1", "3, 20, 2", "4, 100, 4", "5, 0, 4"})
  void everyRowIsDeliveredOnceAndInOrder(long seed, int ddls, int parallelism) throws Exception {
    SampleSettings settings = SampleSettings.standard(seed).withRows(ROWS, 0).withDdls(true, ddls);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));

    CommandRun run = run(parallelism, "table");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(sample.sent().ddls().size()).isGreaterThanOrEqualTo(ddls);
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();
    assertThat(verify().exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void foldersMayHaveAnyNameAndAreTheSameForTheJobAndForTheCommand() throws Exception {
    Path named = Files.createDirectory(folder.resolve("a b #1 + 50% %20"));
    Partitions sample =
        Partitions.sample(SampleSettings.standard(9).withRows(500, 0), named.resolve("in"));
    Path file = named.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE.formatted(2, "table"));

    CommandRun run = CommandRun.of("run", file.toString());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(Delivered.faults(named.resolve("out"), sample.sent())).isEmpty();

    FileUtils.deleteDirectory(named.resolve("out.checkpoints").toFile());
    CommandRun again = CommandRun.of("run", file.toString());
    assertThat(again.exitCode()).as(again.err()).isEqualTo(ExitCode.OK);
    assertThat(Delivered.faults(named.resolve("out"), sample.sent())).isEmpty();
    try (Stream<Path> beside = Files.list(folder)) {
      assertThat(beside).containsExactly(named);
    }
  }

  @ParameterizedTest
  @EnumSource(value = Compression.class, names = "NONE", mode = EnumSource.Mode.EXCLUDE)
  void compressedFilesHoldTheSameAndAreReadBackWithoutState(Compression compression)
      throws Exception {
    SampleSettings settings = SampleSettings.standard(8).withRows(ROWS, 0).withDdls(true, 20);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    Path file = folder.resolve("pipeline.yaml");
    String word = compression.name().toLowerCase(Locale.ROOT);
    Files.writeString(
        file,
        PIPELINE
            .formatted(2, "table")
            .replace("{path: out", "{compression: " + word + ", path: out"));

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(Delivered.faults(decompressed(compression, "plain"), sample.sent())).isEmpty();
    assertThat(verify().exitCode()).as(verify().out()).isEqualTo(ExitCode.OK);
    assertThat(verify().out()).contains(sample.sent().rows().size() + " rows");

    FileUtils.deleteDirectory(folder.resolve("out.checkpoints").toFile());
    CommandRun lost = CommandRun.of("run", file.toString());
    assertThat(lost.exitCode()).as(lost.err()).isEqualTo(ExitCode.OK);
    assertThat(Delivered.faults(decompressed(compression, "again"), sample.sent())).isEmpty();

    // without state nothing but the bucket knows how its files are compressed
    FileUtils.deleteDirectory(folder.resolve("out.checkpoints").toFile());
    Files.writeString(file, PIPELINE.formatted(2, "table"));
    CommandRun other = CommandRun.of("run", file.toString());
    assertThat(other.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(other.err())
        .contains("its data files end with .json" + compression.suffix(), "storage.compression")
        .doesNotContain("take it over");
    CommandRun fresh = CommandRun.of("run", file.toString(), "--fresh");
    assertThat(fresh.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(fresh.err()).isEqualTo(other.err());
    assertThat(CommandRun.of("validate", file.toString()).out()).contains("would refuse: ");
  }

  /** What a bucket without compression would be. */
  private Path decompressed(Compression compression, String name) throws IOException {
    Path plain = folder.resolve(name);
    for (Path file : LiveTree.files(folder.resolve("out"), any -> true)) {
      String path = folder.resolve("out").relativize(file).toString();
      Path copy = plain.resolve(path.replace(".json" + compression.suffix(), ".json"));
      Files.createDirectories(copy.getParent());
      if (path.endsWith(".index")) {
        Files.writeString(copy, Files.readString(file).replace(compression.suffix(), ""));
      } else if (Compression.of(path) == compression) {
        try (InputStream in = compression.from(Files.newInputStream(file))) {
          Files.copy(in, copy);
        }
      } else {
        assertThat(path).doesNotContain("CDC");
        Files.copy(file, copy);
      }
    }
    return plain;
  }

  /** Three seeds, or as many as {@code -Dspillway.replay.seeds} says. */
  static IntStream replaySeeds() {
    return IntStream.range(0, Integer.getInteger("spillway.replay.seeds", 3));
  }

  @ParameterizedTest
  @MethodSource("replaySeeds")
  void whatTheUpstreamRepeatsIsInTheBucketOnce(int seed) throws Exception {
    SampleSettings settings =
        SampleSettings.standard(1000 + seed).withRows(ROWS, 0).withDdls(true, 15).withReplays(40);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    assertThat(sample.sent().rows().values()).as("seed %d", seed).contains(2);

    CommandRun run = run(1 + seed % 3, seed % 2 == 0 ? "table" : "table-and-partition");

    assertThat(run.exitCode()).as("seed %d: %s", seed, run.err()).isEqualTo(ExitCode.OK);
    assertThat(Delivered.faults(folder.resolve("out"), sample.sent()))
        .as("seed %d", seed)
        .isEmpty();
    assertThat(verify().out()).as("seed %d", seed).contains(", 0 duplicates");
    assertThat(run.out()).as("seed %d", seed).doesNotContain(" 0 duplicates dropped");
  }

  @Test
  void tablesSpreadOverPartitionsHaveASeriesForEachPartition() throws Exception {
    SampleSettings settings =
        SampleSettings.standard(6).withRows(ROWS, 0).withDdls(true, 20).withReplays(0);
    Partitions spread = Partitions.sample(settings, folder.resolve("sample")).spread();
    spread.write(folder.resolve("in"));

    CommandRun run = run(2, "table-and-partition");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(Delivered.faults(folder.resolve("out"), spread.sent())).isEmpty();
    assertThat(Delivered.series(folder.resolve("out"), "shop.orders_0")).isEqualTo(4);
    assertThat(verify().exitCode()).isEqualTo(ExitCode.OK);
  }

  @Test
  void tablesSpreadOverPartitionsAreInOrderAsWholeTablesToo() throws Exception {
    SampleSettings settings =
        SampleSettings.standard(7).withRows(ROWS, 0).withDdls(true, 20).withReplays(0);
    Partitions spread = Partitions.sample(settings, folder.resolve("sample")).spread();
    spread.write(folder.resolve("in"));

    CommandRun run = run(2, "table");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(Delivered.faults(folder.resolve("out"), spread.sent())).isEmpty();
    assertThat(Delivered.series(folder.resolve("out"), "shop.orders_0")).isEqualTo(1);
  }

  private CommandRun run(int parallelism, String dispatcherBy) throws IOException {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE.formatted(parallelism, dispatcherBy));
    return CommandRun.of("run", file.toString());
  }

  private CommandRun verify() {
    return CommandRun.of("verify", folder.resolve("out").toString());
  }
}
