package io.spillway.bench;

import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.sample.SampleStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** The messages that every contender reads; made once and kept for the next call. */
final class BenchInput {
  private static final long SEED = 42;

  /** So dense in event time that no partition is ever paused for being ahead. */
  private static final int ROWS_PER_SECOND = 2_000_000;

  private static final int RESOLVED_EVERY = 2000;
  private static final int PARTITIONS_A_READER = 4;

  private final Path folder;
  private final long bytes;

  private BenchInput(Path folder) throws IOException {
    this.folder = folder;
    long sum = 0;
    for (Path file : files()) {
      sum += Files.size(file);
    }
    this.bytes = sum;
  }

  /** The input of {@code rows} rows, made where it isn't there yet. */
  static BenchInput of(BenchSettings settings, long rows) throws IOException {
    int partitions = settings.parallelism() * PARTITIONS_A_READER;
    Path folder =
        settings
            .folder()
            .resolve(
                "input-%d-%d-%d-%d"
                    .formatted(settings.dispatchers(), rows, settings.rowBytes(), partitions));
    Path complete = folder.resolve("_complete");
    if (!Files.exists(complete)) {
      new SampleStream(
              SampleSettings.standard(SEED)
                  .withDdls(false, 0)
                  .withTables(settings.dispatchers(), 0)
                  .withPartitions(partitions)
                  .withRows(rows, settings.rowBytes())
                  .withRowsPerSecond(ROWS_PER_SECOND)
                  .withResolvedEvery(RESOLVED_EVERY)
                  .withReplays(0))
          .write(folder);
      Files.write(complete, new byte[0]);
    }
    return new BenchInput(folder);
  }

  Path folder() {
    return folder;
  }

  long bytes() {
    return bytes;
  }

  List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(f -> f.toString().endsWith(".ndjson")).sorted().toList();
    }
  }
}
