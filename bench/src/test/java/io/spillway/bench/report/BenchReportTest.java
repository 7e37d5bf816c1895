package io.spillway.bench.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BenchReportTest {
  @TempDir Path folder;

  private final Machine machine = Machine.here();

  @Test
  void tellsTheMachineWithTheNumbers() throws Exception {
    BenchReport report = new BenchReport("x", machine, List.of("run", "n", "rate"));
    report.add("a & b", 7, 0.5);
    report.add("c", 14, 0.25);
    report.write(folder);

    assertThat(Files.readAllLines(folder.resolve("x.csv")))
        .containsExactly("run,n,rate", "a & b,7,0.5000", "c,14,0.2500", "# " + machine.line());
  }

  @Test
  void refusesALineOfAnotherWidth() {
    BenchReport report = new BenchReport("x", machine, List.of("run", "n"));
    assertThatThrownBy(() -> report.add("a")).isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void theMachineIsThisOne() {
    assertThat(machine.cores()).isEqualTo(Runtime.getRuntime().availableProcessors());
    assertThat(machine.memoryBytes()).isGreaterThan(1 << 20);
    assertThat(machine.line()).contains(machine.cores() + " cores", "commit ", machine.jvm());
  }
}
