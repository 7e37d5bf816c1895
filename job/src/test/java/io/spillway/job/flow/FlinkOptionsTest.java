package io.spillway.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.config.PipelineLoader;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendLoader;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.SstFileReader;

class FlinkOptionsTest {
  @TempDir Path folder;

  @Test
  void whatACheckpointHoldsIsCompressedWithLz4() throws Exception {
    assertThat(compressions(FlinkOptions.state())).isNotEmpty().containsOnly("LZ4");
  }

  @Test
  void thePipelineFileHasTheLastWord() throws Exception {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file,
        """
        pipeline:
          name: test
          flink: {state.backend.rocksdb.compression.per.level: ZSTD_COMPRESSION}
        sources: [{type: files, path: in}]
        storage: {path: out}
        cursor: {events: {type: files, path: cursor}}
        errors: {dead-letters: {type: files, path: dead-letters}}
        """);
    Configuration options = FlinkOptions.of(PipelineLoader.load(file, Map.of()));
    assertThat(compressions(options)).isNotEmpty().containsOnly("ZSTD");
  }

  /** Of the state files that a checkpoint of one value has. */
  private List<String> compressions(Configuration options) throws Exception {
    StateBackend backend =
        StateBackendLoader.loadStateBackendFromConfig(options, getClass().getClassLoader(), null);
    KeySelector<String, String> itself = value -> value;
    List<String> names = new ArrayList<>();
    try (var harness =
        new KeyedOneInputStreamOperatorTestHarness<>(
            new KeyedProcessOperator<>(new Keeper()), itself, Types.STRING)) {
      harness.setStateBackend(backend);
      harness.open();
      harness.processElement("row", 1);
      OperatorSubtaskState state = harness.snapshot(1, 1);
      for (var handle : state.getManagedKeyedState()) {
        for (HandleAndLocalPath file :
            ((IncrementalKeyedStateHandle) handle).getSharedStateHandles()) {
          names.add(compression(file));
        }
      }
    }
    return names;
  }

  private String compression(HandleAndLocalPath state) throws Exception {
    Path file = folder.resolve(state.getLocalPath());
    try (InputStream in = state.getHandle().openInputStream()) {
      Files.copy(in, file);
    }
    try (Options options = new Options();
        SstFileReader reader = new SstFileReader(options)) {
      reader.open(file.toString());
      return reader.getTableProperties().getCompressionName();
    }
  }

  private static final class Keeper extends KeyedProcessFunction<String, String, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public void processElement(String value, Context context, Collector<String> out)
        throws Exception {
      ValueState<String> kept =
          getRuntimeContext().getState(new ValueStateDescriptor<>("kept", Types.STRING));
      kept.update(value);
    }
  }
}
