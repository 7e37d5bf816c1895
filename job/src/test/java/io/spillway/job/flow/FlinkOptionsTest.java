package io.spillway.job.flow;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.config.PipelineLoader;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.StateBackendLoader;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.api.operators.ProcessOperator;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.Options;
import org.rocksdb.SstFileReader;

class FlinkOptionsTest {
  private static final int ROWS = 1_000;
  private static final String STRUCTURE = "CREATE TABLE t (id BIGINT PRIMARY KEY, name VARCHAR(9))";

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

  @Test
  void stateWithoutKeysIsCompressedInACheckpoint() throws Exception {
    try (var harness =
        new OneInputStreamOperatorTestHarness<>(new ProcessOperator<>(new Collecting()))) {
      harness.getExecutionConfig().configure(FlinkOptions.state(), getClass().getClassLoader());
      harness.open();
      for (int row = 0; row < ROWS; row++) {
        harness.processElement(STRUCTURE, row);
      }
      OperatorSubtaskState state = harness.snapshot(1, 1);
      assertThat(state.getManagedOperatorState())
          .singleElement()
          .satisfies(
              handle ->
                  assertThat(handle.getStateSize())
                      .isBetween(1L, (long) ROWS * STRUCTURE.length() / 5));
    }
  }

  /** Keeps a list of what comes, as one element of its state. */
  private static final class Collecting extends ProcessFunction<String, String>
      implements CheckpointedFunction {
    private static final long serialVersionUID = 1L;
    private final StringBuilder all = new StringBuilder();
    private transient ListState<String> kept;

    @Override
    public void processElement(String value, Context context, Collector<String> out) {
      all.append(value);
    }

    @Override
    public void snapshotState(FunctionSnapshotContext context) throws Exception {
      kept.update(List.of(all.toString()));
    }

    @Override
    public void initializeState(FunctionInitializationContext context) throws Exception {
      kept =
          context
              .getOperatorStateStore()
              .getListState(new ListStateDescriptor<>("kept", Types.STRING));
    }
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
