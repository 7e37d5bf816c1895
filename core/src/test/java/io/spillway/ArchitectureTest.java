package io.spillway;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The layers of what decides: words below, stages side by side above them. */
class ArchitectureTest extends LayersContract {
  private static final Map<String, List<String>> LAYERS =
      Map.ofEntries(
          Map.entry("event", List.of()),
          Map.entry("metrics", List.of()),
          Map.entry("log", List.of("event")),
          Map.entry("wire", List.of("event")),
          Map.entry("encode", List.of("event", "schema", "wire")),
          Map.entry("schema", List.of("event")),
          Map.entry("layout", List.of("event", "schema")),
          Map.entry("plan", List.of("event", "schema", "layout")),
          Map.entry("policy", List.of("event", "log")),
          Map.entry("control", List.of("event")),
          Map.entry("tables", List.of("event", "schema")),
          Map.entry("decode", List.of("event", "tables")),
          Map.entry(
              "spool", List.of("event", "encode", "schema", "tables", "layout", "plan", "log")),
          Map.entry("storage", List.of("event", "schema", "layout", "plan", "policy")),
          Map.entry("search", List.of("event", "schema", "policy", "tables", "wire")),
          Map.entry("cursor", List.of("event", "plan")));

  ArchitectureTest() {
    super("io.spillway", LAYERS, Set.of());
  }

  @Test
  void noPackageKnowsWhereItRuns() {
    noClasses()
        .should()
        .dependOnClassesThat(
            resideInAnyPackage(
                "org.apache.flink..",
                "org.elasticsearch..",
                "org.apache.http..",
                "org.apache.hadoop.."))
        .check(classes());
  }
}
