package io.spillway.job.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.config.InvalidPipelineException;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * State of released versions, which names no sources. Its only one reads topic {@code kept-0.1.0}.
 */
class RestorationTest {
  @TempDir java.nio.file.Path folder;

  private PipelineConfig pipeline(String... topics) throws IOException, InvalidPipelineException {
    StringBuilder yaml =
        new StringBuilder("pipeline: {name: shop}\nstorage: {path: out}\nsources:\n");
    for (String topic : topics) {
      yaml.append(
          "  - {type: kafka, bootstrap-servers: 'k1:9092', topics: [%s]}\n".formatted(topic));
    }
    return PipelineLoader.load(Files.writeString(folder.resolve("pipeline.yaml"), yaml), Map.of());
  }

  private static List<SavedState> kept() throws IOException {
    List<SavedState> states = new ArrayList<>();
    try (Stream<java.nio.file.Path> formats =
        Files.list(java.nio.file.Path.of("..", "savepoints", "0.1.0"))) {
      for (java.nio.file.Path format : formats.toList()) {
        if (Files.exists(format.resolve("savepoint"))) {
          states.add(
              SavedState.open(new Path(format.resolve("savepoint").toAbsolutePath().toUri())));
        }
      }
    }
    assertThat(states).hasSize(2);
    return states;
  }

  /** Its rows have the names of the source. */
  @Test
  void stateOfBeforeTablesHadOtherNamesIsRefusedWhereTheyHave() throws Exception {
    PipelineConfig routed =
        PipelineLoader.load(
            Files.writeString(
                folder.resolve("routed.yaml"),
                """
                pipeline: {name: shop}
                storage: {path: out}
                sources: [{type: kafka, bootstrap-servers: 'k1:9092', topics: [kept-0.1.0]}]
                tables: [{match: ['shop.*'], as: 'lake.{table}'}]
                """),
            Map.of());
    for (SavedState state : kept()) {
      assertThat(Restoration.of(state, routed).refusal())
          .contains("tables[].as: was not set, is [shop.*] as lake.{table}");
    }
  }

  @Test
  void aSourceIsFoundAgainByItsTopicWhereverItStandsNow() throws Exception {
    for (SavedState state : kept()) {
      Restoration alone = Restoration.of(state, pipeline("kept-0.1.0"));
      assertThat(alone.refusal()).isEmpty();
      assertThat(alone.told()).isEmpty();
      assertThat(alone.numbers()).containsExactly(0);
      assertThat(alone.leavesState()).isFalse();

      Restoration inFront = Restoration.of(state, pipeline("mall", "kept-0.1.0"));
      assertThat(inFront.refusal()).isEmpty();
      assertThat(inFront.numbers()).containsExactly(1, 0);
      assertThat(inFront.told()).singleElement().asString().contains("sources[0]", "is new");
    }
  }

  @Test
  void stateOfNothingThatThePipelineReadsIsRefused() throws Exception {
    for (SavedState state : kept()) {
      PipelineConfig other = pipeline("mall");
      assertThat(Restoration.of(state, other).refusal())
          .hasValueSatisfying(
              why -> assertThat(why).contains("topics kept-0.1.0", "pipeline.name of its own"));
      assertThat(Restoration.isOfOthers(state, other)).isTrue();
      assertThat(Restoration.isOfOthers(state, pipeline("mall", "kept-0.1.0"))).isFalse();
    }
  }

  @Test
  void withoutStateSourcesAreNumberedInTheirOrderAndNamed() throws Exception {
    Restoration none = Restoration.none(pipeline("ta", "tb"));
    assertThat(none.numbers()).containsExactly(0, 1);
    assertThat(Provenance.parse(none.provenance().text())).isEqualTo(none.provenance());
    assertThat(none.provenance().keys()).containsKeys("storage.path", "dispatcher-by");
  }
}
