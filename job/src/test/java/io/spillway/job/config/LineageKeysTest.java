package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LineageKeysTest {
  private static final String BASE =
      """
      pipeline: {name: shop}
      sources: [{type: kafka, bootstrap-servers: "localhost:9092", topics: [shop]}]
      """;

  @TempDir private Path folder;

  private String routes(String tables) {
    return LineageKeys.of(
            new Pipelines(folder).load(BASE + "storage: {path: out}\ntables: [" + tables + "]\n"))
        .get("tables[].as");
  }

  @Test
  void rulesBehindTheLastThatGivesANameMayChange() {
    assertThat(routes("{match: ['a.*'], drop: true}, {match: ['b.*'], as: 'lake.{table}'}"))
        .isEqualTo("[a.*], [b.*] as lake.{table}")
        .isEqualTo(
            routes(
                "{match: ['a.*']}, {match: ['b.*'], as: 'lake.{table}', file-size: 2 mb}, {match: ['*.*'], drop: true}"));
    assertThat(routes("{match: ['a.*'], drop: true}")).isNull();
  }

  @Test
  void everyKeyThatIsRefusedHasAValueAndNoOther() {
    Pipelines pipelines = new Pipelines(folder);
    Set<String> found = new TreeSet<>();
    found.addAll(LineageKeys.of(pipelines.load(BASE + "storage: {path: out}\n")).keySet());
    found.addAll(
        LineageKeys.of(
                pipelines.load(
                    BASE
                        + "storage: {path: out}\n"
                        + "tables: [{match: ['shop.*'], as: 'lake.{table}'}]\n"
                        + "cursor: {events: {type: kafka, topic: events}}\n"
                        + "errors: {dead-letters: {type: kafka, topic: dead}}\n"))
            .keySet());
    found.addAll(
        LineageKeys.of(pipelines.load(BASE + "storage: {path: out, format: csv}\n")).keySet());
    found.addAll(
        LineageKeys.of(pipelines.load(BASE + "storage: {path: out, format: parquet}\n")).keySet());
    Set<String> refused = new TreeSet<>();
    KeyChange.declared()
        .forEach(
            (key, change) -> {
              if (change == KeyChange.REFUSED && !key.startsWith("sources[]")) {
                refused.add(key);
              }
            });
    assertThat(found).isEqualTo(refused);
  }

  @Test
  void placesThatMeanTheSameReadTheSame() {
    assertThat(LineageKeys.place(URI.create("file:///data/out/")))
        .isEqualTo(LineageKeys.place(URI.create("file:/data/x/../out")))
        .isEqualTo("file:/data/out");
    assertThat(LineageKeys.place(URI.create("s3://b/out"))).isEqualTo("s3://b/out");
  }
}
