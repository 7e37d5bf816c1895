package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.RowBatch;
import io.spillway.testing.Delivered;
import io.spillway.testing.Sent;
import io.spillway.testing.SlowFiles;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.PeakMemory;
import io.spillway.tools.testing.RunningJob;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Far more comes in than the storage takes. */
class SlowStorageITCase {
  private static final int TABLES = 1000;
  private static final int ROWS = 30_000;
  private static final int SUBTASKS = 2;
  private static final long MEMORY = SUBTASKS * (4L << 20);

  /** A subtask may be above its limit by the one batch that it works on. */
  private static final long BATCHES = SUBTASKS * (RowBatch.TARGET_BYTES * 5L / 4);

  @TempDir Path folder;

  @Test
  void aThousandDispatchersStayWithinTheirMemoryAndArriveAll() throws Exception {
    SampleSettings settings =
        SampleSettings.standard(61).withTables(TABLES, 1).withRows(ROWS, 400).withReplays(0);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    Path output = folder.resolve("out");

    long started = System.nanoTime();
    try (RunningJob job = RunningJob.start(folder, pipeline(output))) {
      job.awaitEnd();
    }
    double seconds = (System.nanoTime() - started) / 1e9;

    assertThat(Delivered.faults(output, sent)).as("seed 61").isEmpty();
    assertThat(seconds)
        .as("the storage really was the narrow place")
        .isGreaterThan(ROWS * 400.0 / SlowFiles.BYTES_PER_SECOND);
    assertThat(PeakMemory.bytes()).isBetween(MEMORY / 2, MEMORY + BATCHES);
  }

  private static String pipeline(Path output) {
    return """
        pipeline:
          name: shop
          parallelism: 2
          checkpoint-interval: 1 s
          flink:
            metrics.reporter.peak.factory.class: io.spillway.tools.testing.PeakMemory$Factory
            metrics.reporter.peak.interval: 20 ms
        sources: [{type: files, path: in}]
        spool: {memory: 4 mb, quota: 256 mb}
        storage: {path: '%s://disk%s', file-size: 64 kb, flush-interval: 5 s}
        """
        .formatted(SlowFiles.SCHEME, output);
  }
}
