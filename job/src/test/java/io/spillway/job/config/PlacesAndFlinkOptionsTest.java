package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Flink options and places that would undo a guarantee are refused. */
class PlacesAndFlinkOptionsTest {
  @TempDir Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void makePipelines() {
    pipelines = new Pipelines(folder);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "execution.checkpointing.unaligned",
        "execution.checkpointing.unaligned.enabled",
        "execution.checkpointing.unaligned.forced",
        "pipeline.generic-types",
        "pipeline.operator-chaining",
        "pipeline.operator-chaining.enabled",
        "pipeline.auto-generate-uids",
        "execution.runtime-mode",
        "execution.checkpointing.mode",
        "execution.checkpointing.interval",
        "execution.checkpointing.dir",
      })
  void flinkOptionsThatTheJobDependsOnAreRefused(String option) {
    String yaml =
        Pipelines.with().replace("  name: shop", "  name: shop\n  flink: {" + option + ": x}");

    assertThat(pipelines.faults(yaml))
        .singleElement()
        .asString()
        .startsWith("3: pipeline.flink." + option + ": \"x\" must not be set: ");
  }

  @Test
  void otherFlinkOptionsPass() {
    String yaml =
        Pipelines.with().replace("  name: shop", "  name: shop\n  flink: {pipeline.generic: x}");

    assertThat(pipelines.load(yaml).pipeline().flink().values())
        .containsEntry("pipeline.generic", "x");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "execution.checkpointing.max-concurrent-checkpoints | 4 | must be 1: ",
        "pipeline.auto-watermark-interval | 0 | must be above 0: ",
        "parallelism.default | x | is not a value of this Flink option",
      })
  void flinkOptionsThatUndoAGuaranteeOrAreNoValuesAreRefused(
      String option, String value, String message) {
    String yaml =
        """
        pipeline:
          name: shop
          flink: {%s: %s}
        sources: [{type: files, path: data}]
        storage: {path: out}
        """
            .formatted(option, value);
    assertThat(pipelines.faults(yaml))
        .singleElement()
        .asString()
        .startsWith("3: pipeline.flink." + option + ": \"" + value + "\" " + message);
    assertThat(pipelines.faults(yaml.replace(": " + value + "}", ": 1}"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"data, true", "data/out, true", "., true", "chk, true", "out, false"})
  void theBucketIsNoFolderThatIsReadOrHoldsState(String path, boolean refused) {
    String yaml =
        """
        pipeline: {name: shop, checkpoint-dir: chk}
        sources: [{type: files, path: data}]
        storage: {path: %s}
        """
            .formatted(path);
    assertThat(pipelines.faults(yaml))
        .hasSize(refused ? 1 : 0)
        .allMatch(fault -> fault.startsWith("3: storage.path: "));
  }
}
