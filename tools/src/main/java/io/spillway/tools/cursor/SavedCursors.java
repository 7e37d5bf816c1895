package io.spillway.tools.cursor;

import io.spillway.cursor.CursorFunction;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorState;
import io.spillway.cursor.CursorStateSerializer;
import io.spillway.job.flow.Loopback;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.state.api.OperatorIdentifier;
import org.apache.flink.state.api.SavepointReader;
import org.apache.flink.state.api.functions.KeyedStateReaderFunction;
import org.apache.flink.state.api.runtime.SavepointLoader;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;
import org.apache.flink.util.Collector;

/**
 * The cursors in a savepoint or checkpoint.
 *
 * @param checkpointId of the savepoint
 * @param cursors those that have had an ack
 */
public record SavedCursors(long checkpointId, Map<CursorKey, CursorState> cursors) {
  /** How the uids of all cursor operators end. */
  private static final String UID_END = "cursor";

  public SavedCursors {
    cursors = Map.copyOf(cursors);
  }

  /**
   * Reads them, in a Flink job of its own in this process.
   *
   * @param path the folder with {@code _metadata}, as a URI
   * @throws Exception where it can't be read
   */
  public static SavedCursors read(String path) throws Exception {
    CheckpointMetadata metadata = SavepointLoader.loadSavepointMetadata(path);
    Map<CursorKey, CursorState> cursors = new HashMap<>();
    for (String uid : uids(metadata)) {
      read(path, uid, cursors);
    }
    return new SavedCursors(metadata.getCheckpointId(), cursors);
  }

  private static Set<String> uids(CheckpointMetadata metadata) {
    Set<String> uids = new HashSet<>();
    for (OperatorState operator : metadata.getOperatorStates()) {
      boolean keyed =
          operator.getStates().stream().anyMatch(state -> state.getManagedKeyedState().hasState());
      operator.getOperatorUid().filter(uid -> keyed && uid.endsWith(UID_END)).ifPresent(uids::add);
    }
    return uids;
  }

  private static void read(String path, String uid, Map<CursorKey, CursorState> cursors)
      throws Exception {
    Configuration options = Loopback.options();
    // reads what any backend has saved; only this one reads its own incremental checkpoints
    options.set(StateBackendOptions.STATE_BACKEND, "rocksdb");
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1, options);
    try (CloseableIterator<Tuple2<String, CursorState>> saved =
        SavepointReader.read(env, path)
            .readKeyedState(
                OperatorIdentifier.forUid(uid),
                new Reader(),
                Types.STRING,
                Types.TUPLE(Types.STRING, CursorStateSerializer.TYPE))
            .executeAndCollect()) {
      saved.forEachRemaining(cursor -> cursors.put(CursorKey.parse(cursor.f0), cursor.f1));
    }
  }

  private static final class Reader
      extends KeyedStateReaderFunction<String, Tuple2<String, CursorState>> {
    private static final long serialVersionUID = 1L;
    private transient ValueState<CursorState> state;

    @Override
    public void open(OpenContext context) {
      state = getRuntimeContext().getState(CursorFunction.STATE);
    }

    @Override
    public void readKey(String key, Context context, Collector<Tuple2<String, CursorState>> out)
        throws Exception {
      if (state.value() != null) {
        out.collect(Tuple2.of(key, state.value()));
      }
    }
  }
}
