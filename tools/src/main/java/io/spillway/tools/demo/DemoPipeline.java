package io.spillway.tools.demo;

import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.sample.SampleStream;
import java.io.IOException;
import java.nio.file.Files;

/** What a demo reads: a stream with everything that makes delivery hard, and its pipeline file. */
public final class DemoPipeline {
  private static final long SEED = 1;

  /** Tables, from hot to cold. */
  public static final int TABLES = 16;

  /** Files of the input. */
  public static final int PARTITIONS = 4;

  private static final int DDLS = 6;

  /** How often the upstream of the demo starts again. */
  public static final int REPLAYS = 3;

  private static final int ROWS_PER_SECOND = 10_000;
  private static final int RESOLVED_EVERY = 1000;

  private static final String YAML =
      """
      # Files of a change stream in, files in TiCDC's layout out. Small files and short intervals,
      # so that there is something to see; keys that are not here have their defaults.
      pipeline:
        name: demo
        parallelism: 2
        checkpoint-interval: 1 s
      sources:
        - type: files
          path: in
          format: canal-json
          max-drift: 1 s
      storage:
        path: out
        format: canal-json
        file-size: 1 mb
        flush-interval: 1 s
      """;

  private DemoPipeline() {}

  /** Writes both into the folder. */
  public static void write(DemoFolder folder, long rows) throws IOException {
    SampleSettings settings =
        SampleSettings.standard(SEED)
            .withTables(TABLES, 1)
            .withPartitions(PARTITIONS)
            .withRows(rows, 0)
            .withRowsPerSecond(ROWS_PER_SECOND)
            .withResolvedEvery(RESOLVED_EVERY)
            .withDdls(true, DDLS)
            .withReplays(REPLAYS);
    new SampleStream(settings).write(folder.input());
    Files.writeString(folder.pipeline(), YAML);
  }
}
