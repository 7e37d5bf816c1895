package io.spillway.job.flow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.job.config.InvalidPipelineException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.java.typeutils.runtime.kryo.KryoSerializer;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamNode;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the job relies on Flink for: no Kryo anywhere, and barriers that nothing overtakes. */
class TypesTest {
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, flink: {%s}}
      sources:
        - {type: files, path: in}
        - {type: kafka, bootstrap-servers: 'localhost:9092', topics: [shop]}
      storage: {path: out}
      elasticsearch: {hosts: ['http://localhost:9200']}
      cursor: {events: {type: kafka, topic: events}}
      """;

  @TempDir Path folder;

  @Test
  void noEdgeCarriesATypeThatKryoWouldWrite() throws Exception {
    StreamGraph graph = BuiltGraph.of(folder, PIPELINE.formatted(""));

    List<TypeSerializer<?>> serializers = new ArrayList<>();
    for (StreamNode node : graph.getStreamNodes()) {
      if (node.getTypeSerializerOut() != null) {
        serializers.add(node.getTypeSerializerOut());
      }
      for (TypeSerializer<?> in : node.getTypeSerializersIn()) {
        if (in != null) {
          serializers.add(in);
        }
      }
      if (node.getStateKeySerializer() != null) {
        serializers.add(node.getStateKeySerializer());
      }
    }

    assertThat(serializers)
        .hasSizeGreaterThan(graph.getStreamNodes().size())
        .noneMatch(KryoSerializer.class::isInstance);
  }

  @Test
  void kryoAndGeneratedUidsAreSwitchedOff() throws Exception {
    Configuration options = FlinkOptions.of(BuiltGraph.load(folder, PIPELINE.formatted("")));

    assertThat(options.get(PipelineOptions.GENERIC_TYPES)).isFalse();
    assertThat(options.get(PipelineOptions.AUTO_GENERATE_UIDS)).isFalse();
  }

  @Test
  void barriersAreAlignedAndExactlyOnce() throws Exception {
    StreamGraph graph = BuiltGraph.of(folder, PIPELINE.formatted(""));

    assertThat(graph.getCheckpointConfig().isUnalignedCheckpointsEnabled()).isFalse();
    assertThat(graph.getCheckpointConfig().getCheckpointingConsistencyMode())
        .isEqualTo(CheckpointingMode.EXACTLY_ONCE);
    assertThat(graph.getCheckpointConfig().isForceUnalignedCheckpoints()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "execution.checkpointing.unaligned: true",
        "execution.checkpointing.unaligned.enabled: true",
        "execution.checkpointing.unaligned.forced: true",
        "execution.checkpointing.mode: AT_LEAST_ONCE",
        "pipeline.generic-types: true",
        "pipeline.auto-generate-uids: true"
      })
  void optionThatWouldUndoThisIsRefused(String option) {
    String key = option.substring(0, option.indexOf(':'));
    assertThatThrownBy(() -> BuiltGraph.load(folder, PIPELINE.formatted(option)))
        .isInstanceOf(InvalidPipelineException.class)
        .hasMessageContaining("pipeline.flink." + key)
        .hasMessageContaining("must not be set");
  }

  @Test
  void allKeysOfUnalignedBarriersAreCovered() {
    List<String> keys = new ArrayList<>();
    keys.add(CheckpointingOptions.ENABLE_UNALIGNED.key());
    keys.add(CheckpointingOptions.FORCE_UNALIGNED.key());
    CheckpointingOptions.ENABLE_UNALIGNED
        .fallbackKeys()
        .forEach(fallback -> keys.add(fallback.getKey()));

    assertThat(keys)
        .allSatisfy(
            key ->
                assertThatThrownBy(
                        () -> BuiltGraph.load(folder, PIPELINE.formatted(key + ": true")))
                    .hasMessageContaining("must not be set"));
  }
}
