package io.spillway.bench.logging;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LogBenchTest {
  private static final int TOTAL = 10_000;

  @TempDir Path folder;

  private LogBench bench() {
    return new LogBench(Path.of("..", "flink-conf", "log4j.properties"), folder);
  }

  @Test
  void whatFitsIntoTheQueueIsWrittenAndNothingIsDropped() throws Exception {
    LogBench.Result result = bench().run(4, TOTAL, 0);

    assertThat(result.offered()).isEqualTo(TOTAL);
    assertThat(result.written()).isEqualTo(TOTAL);
    assertThat(result.dropRate()).isZero();
    assertThat(result.fileBytes()).isGreaterThan(TOTAL * 200L);
    assertThat(result.cpuMicrosPerLine()).isPositive();
    assertThat(Files.list(folder)).isEmpty();
  }

  @Test
  void everyLineIsWrittenOrCountedAsDropped() throws Exception {
    LogBench.Result result = bench().run(4, 60_000, 0);
    assertThat(result.written() + result.dropped()).isEqualTo(60_000);
    assertThat(result.maxLag()).isBetween(1, 20_000);
  }

  @Test
  void aPacedLoadTakesItsTime() throws Exception {
    LogBench.Result result = bench().run(2, 1000, 2000);
    assertThat(result.seconds()).isGreaterThan(0.45);
  }
}
