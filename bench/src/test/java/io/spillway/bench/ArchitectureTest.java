package io.spillway.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.Layers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** The benchmarks: commands on top of what they measure with. */
class ArchitectureTest {
  private static final Map<String, List<String>> LAYERS =
      Map.ofEntries(
          Map.entry("", List.of("paced", "report")),
          Map.entry("paced", List.of("")),
          Map.entry("report", List.of()));

  private static final Set<String> FROZEN = Set.of();

  private final Layers layers = new Layers("io.spillway.bench");

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
