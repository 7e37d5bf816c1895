package io.spillway;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** No stage of the flow imports its neighbour: words and tools below, stages side by side. */
class ArchitectureTest extends LayersContract {
  private static final Map<String, List<String>> LAYERS =
      Map.ofEntries(
          Map.entry("wire", List.of()),
          Map.entry("metrics", List.of()),
          Map.entry("policy", List.of("wire", "metrics")),
          Map.entry("guarded", List.of("policy", "metrics")),
          Map.entry("control", List.of("wire", "policy", "metrics")),
          Map.entry("decode", List.of("wire", "policy", "metrics")),
          Map.entry("source", List.of("wire", "policy", "metrics")),
          Map.entry("spool", List.of("wire", "policy", "metrics")),
          Map.entry("storage", List.of("wire", "policy", "metrics")),
          Map.entry("search", List.of("wire", "policy", "metrics")),
          Map.entry("cursor", List.of("wire", "policy", "metrics")));

  /** Names that stand in state; what they write is a word of several stages. */
  private static final Set<String> FROZEN =
      Set.of("io.spillway.storage.LedgerSerializer", "io.spillway.storage.BalanceSerializer");

  ArchitectureTest() {
    super("io.spillway", LAYERS, FROZEN);
  }
}
