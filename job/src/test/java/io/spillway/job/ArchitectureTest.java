package io.spillway.job;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.Layers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** What puts the pipeline together: configuration below, flow above it, the entry point on top. */
class ArchitectureTest {
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

  private static final Set<String> FROZEN = Set.of();

  private final Layers layers = new Layers("io.spillway.job");

  @Test
  void everyLayerUsesOnlyThoseBelowIt() {
    assertThat(layers.names()).isEqualTo(new TreeSet<>(LAYERS.keySet()));
    assertThat(layers.violations(LAYERS, FROZEN)).isEmpty();
  }

  @Test
  void packagesMakeNoCircle() {
    layers.checkCycles();
  }

  @Test
  void namesSayWhatAClassDoes() {
    layers.checkNames();
  }
}
