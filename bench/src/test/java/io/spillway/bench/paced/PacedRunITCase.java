package io.spillway.bench.paced;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PacedRunITCase {
  @TempDir Path folder;

  private PacedSettings settings(int seconds) {
    return new PacedSettings(5, 200, 300, seconds, 500, 300, 1 << 20, folder.resolve("work"));
  }

  @Test
  void everyRowBecomesReadableAndItsTimeIsMeasured() throws Exception {
    PacedRun.Result result = new PacedRun(settings(2)).spillway(20, 0);

    assertThat(result.rows()).isEqualTo(400);
    assertThat(result.measured()).isBetween(1, 399);
    assertThat(result.latencies().get(0)).isBetween(20L, result.latencies().get(2));
    // a data file's end and publication, its index, and schema and metadata files
    assertThat(result.puts()).isGreaterThanOrEqualTo(3L * result.files());
    assertThat(result.recoveryMs()).isEqualTo(-1);
    assertThat(Files.exists(folder.resolve("work"))).isFalse();
  }

  @Test
  void anOutageCostsNoRow() throws Exception {
    PacedRun.Result result = new PacedRun(settings(3)).spillway(0, 1);
    assertThat(result.rows()).as("of 3 s and those of the outage").isEqualTo(800);
    assertThat(result.refused()).isPositive();
    assertThat(result.recoveryMs()).isPositive();
  }

  @Test
  void checkpointsOfAFullSpoolAreTold() throws Exception {
    PacedSettings settings =
        new PacedSettings(5, 100, 300, 1, 3_600_000, 200, 1 << 30, folder.resolve("work"), 10_000);
    List<CheckpointRun.Checkpoint> told = new ArrayList<>();
    List<CheckpointRun.Checkpoint> all = new CheckpointRun(settings).run(told::add);
    assertThat(told).containsExactlyInAnyOrderElementsOf(all);
    assertThat(all).last().satisfies(c -> assertThat(c.full()).isTrue());
    assertThat(all).last().satisfies(c -> assertThat(c.stateBytes()).isGreaterThan(1_000_000));
    // what is there already isn't written again
    assertThat(all).anySatisfy(c -> assertThat(c.writtenBytes()).isLessThan(c.stateBytes()));
    assertThat(Files.exists(folder.resolve("work"))).isFalse();
  }

  @Test
  void flinksSinkWritesTheSameRows() throws Exception {
    PacedRun.Result result = new PacedRun(settings(2)).fileSink();
    assertThat(result.rows()).isEqualTo(400);
    assertThat(result.puts()).isPositive();
  }
}
