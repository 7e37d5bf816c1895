package io.spillway.bench;

import io.spillway.LayersContract;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The benchmarks: commands on top of what they measure with. */
class ArchitectureTest extends LayersContract {
  private static final Map<String, List<String>> LAYERS =
      Map.ofEntries(
          Map.entry("", List.of("paced", "report")),
          Map.entry("paced", List.of("")),
          Map.entry("report", List.of()));

  ArchitectureTest() {
    super("io.spillway.bench", LAYERS, Set.of());
  }
}
