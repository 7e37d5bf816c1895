package io.spillway.job;

import io.spillway.LayersContract;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What puts the pipeline together: configuration below, flow above it, the entry point on top. */
class ArchitectureTest extends LayersContract {
  private static final Map<String, List<String>> LAYERS =
      Map.ofEntries(
          Map.entry("", List.of("config", "flow", "start")),
          Map.entry("logging", List.of()),
          Map.entry("metrics", List.of("flow")),
          Map.entry("config", List.of()),
          Map.entry("letters", List.of()),
          Map.entry("cursor", List.of("config")),
          Map.entry("start", List.of("config")),
          Map.entry("flow", List.of("config", "letters", "cursor", "start")));

  ArchitectureTest() {
    super("io.spillway.job", LAYERS, Set.of());
  }
}
