package io.spillway.tools;

import io.spillway.LayersContract;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The tools: commands on top, what they use below, without circles. */
class ArchitectureTest extends LayersContract {
  private static final Map<String, List<String>> LAYERS =
      Map.ofEntries(
          Map.entry(
              "",
              List.of(
                  "cluster",
                  "cursor",
                  "demo",
                  "inspect",
                  "letters",
                  "orphans",
                  "policy",
                  "preflight",
                  "report",
                  "rules",
                  "run",
                  "sample",
                  "start",
                  "verify")),
          Map.entry("cluster", List.of("run")),
          Map.entry("cursor", List.of()),
          Map.entry("demo", List.of("sample")),
          Map.entry("inspect", List.of()),
          Map.entry("letters", List.of()),
          Map.entry("orphans", List.of("inspect", "run")),
          Map.entry("policy", List.of("cursor")),
          Map.entry("preflight", List.of("orphans", "run")),
          Map.entry("report", List.of("inspect")),
          Map.entry("rules", List.of()),
          Map.entry("run", List.of()),
          Map.entry("sample", List.of()),
          Map.entry("start", List.of("inspect", "run")),
          Map.entry("verify", List.of()));

  ArchitectureTest() {
    super("io.spillway.tools", LAYERS, Set.of());
  }
}
