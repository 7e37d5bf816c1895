package io.spillway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.bench.BenchSettings.FileEnds;
import io.spillway.testing.PortWatch;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageBenchITCase {
  private static final int ROWS = 2000;
  private static final int CONTENDERS = 6;

  @TempDir Path folder;

  @Test
  void bothJobsWriteEveryRowAndTheInputIsKept() throws Exception {
    StringWriter out = new StringWriter();
    BenchSettings settings =
        new BenchSettings(
            10, ROWS, 500, 2, 1, new FileEnds(500, BenchSettings.FILE_KB), 64, folder);

    List<String> csv;
    try (PortWatch watch = new PortWatch()) {
      csv = new StorageBench(settings, List.of(), new PrintWriter(out)).run();
      assertThat(watch.opened())
          .as("nobody but this machine reaches it")
          .isNotEmpty()
          .allMatch(port -> port.getAddress().isLoopbackAddress());
    }

    assertThat(csv).hasSize(1 + CONTENDERS);
    List<String> names = List.of(csv.get(0).split(","));
    int written = names.indexOf("file_bytes");
    long bytes = Long.parseLong(csv.get(1).split(",")[written]);
    assertThat(bytes).isGreaterThan(ROWS * 500L);
    assertThat(csv.get(2).split(",")[written]).isEqualTo(Long.toString(bytes));
    assertThat(csv.get(3).split(",")[written]).isEqualTo(Long.toString(bytes));
    assertThat(csv.get(3)).startsWith("jackson job,10,2000,500,2,64,1,");
    assertThat(csv.get(4)).startsWith("exchange,10,2000,500,2,64,1,");
    assertThat(csv.get(5)).startsWith("decode,10,2000,500,2,64,1,");
    assertThat(csv.get(6)).startsWith("jackson scan,10,2000,500,2,64,1,");
    assertThat(out.toString()).contains("spillway / file sink").doesNotContain("WARNING");
    assertThat(folder.resolve("input-10-2000-500-8/_complete")).exists();
    assertThat(Files.exists(folder.resolve("spillway-bench-output"))).isFalse();
  }
}
