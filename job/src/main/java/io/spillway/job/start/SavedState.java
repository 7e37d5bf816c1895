package io.spillway.job.start;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeutils.base.array.BytePrimitiveArraySerializer;
import org.apache.flink.core.fs.CloseableRegistry;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.Checkpoints;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.checkpoint.metadata.CheckpointMetadata;
import org.apache.flink.runtime.state.DefaultOperatorStateBackend;
import org.apache.flink.runtime.state.DefaultOperatorStateBackendBuilder;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.filesystem.AbstractFsCheckpointStorageAccess;

/** A savepoint of any format, or a retained checkpoint: its metadata and operator state. */
public final class SavedState {
  /** Flink's own names for what its sinks keep. */
  private static final Set<String> SINK_STATES =
      Set.of("streaming_committer_raw_states", "writer_raw_states");

  private final Path path;
  private final CheckpointMetadata metadata;

  private SavedState(Path path, CheckpointMetadata metadata) {
    this.path = path;
    this.metadata = metadata;
  }

  /**
   * Opens one. File systems must have been initialized.
   *
   * @param path folder of the savepoint, {@code chk-N} of a checkpoint, or the metadata file there
   * @throws FileNotFoundException where there is none
   * @throws IOException where it can't be read
   */
  public static SavedState open(Path path) throws IOException {
    Path folder = path.getName().equals("_metadata") ? path.getParent() : path;
    if (!folder.getFileSystem().exists(new Path(folder, "_metadata"))) {
      throw new FileNotFoundException(
          "no complete savepoint or checkpoint at " + folder + ": it has no file _metadata");
    }
    return new SavedState(folder, load(folder.toString()));
  }

  private static CheckpointMetadata load(String folder) throws IOException {
    try (DataInputStream in =
        new DataInputStream(
            new BufferedInputStream(
                AbstractFsCheckpointStorageAccess.resolveCheckpointPointer(folder)
                    .getMetadataHandle()
                    .openInputStream()))) {
      return Checkpoints.loadCheckpointMetadata(in, SavedState.class.getClassLoader(), folder);
    }
  }

  /** Folder of the savepoint. */
  public Path path() {
    return path;
  }

  public long checkpointId() {
    return metadata.getCheckpointId();
  }

  /**
   * An operator in the savepoint.
   *
   * @param uid its uid, or the hash of it where that is all that is known
   * @param bytes size of its state
   */
  public record Operator(String uid, int parallelism, int maxParallelism, long bytes) {}

  /** All operators, by uid. */
  public List<Operator> operators() {
    return metadata.getOperatorStates().stream()
        .map(
            state ->
                new Operator(
                    state.getOperatorUid().orElse(state.getOperatorID().toHexString()),
                    state.getParallelism(),
                    state.getMaxParallelism(),
                    state.getStateSize()))
        .sorted(Comparator.comparing(Operator::uid))
        .toList();
  }

  /** Numbers of the sources that have state in it, see {@link StateUids#source}, in order. */
  public List<Integer> sources() {
    return metadata.getOperatorStates().stream()
        .flatMap(state -> state.getOperatorUid().stream())
        .flatMap(uid -> StateUids.sourceNumber(uid).stream().boxed())
        .sorted()
        .toList();
  }

  private Optional<OperatorState> find(String uid) {
    return metadata.getOperatorStates().stream()
        .filter(state -> state.getOperatorUid().filter(uid::equals).isPresent())
        .findFirst();
  }

  /** Whether an operator of this uid is in it. */
  public boolean has(String uid) {
    return find(uid).isPresent();
  }

  /** Whether all subtasks of the operator of this uid had come to the end of their input. */
  public boolean isFinished(String uid) {
    return find(uid).filter(OperatorState::isFullyFinished).isPresent();
  }

  /** Whether an operator of this uid has keyed state. */
  public boolean hasKeys(String uid) {
    return find(uid).stream()
        .flatMap(state -> state.getStates().stream())
        .anyMatch(
            subtask ->
                !subtask.getManagedKeyedState().isEmpty() || !subtask.getRawKeyedState().isEmpty());
  }

  /** Reads something from an operator's state without keys, of all its subtasks together. */
  public interface Reading<T> {
    T read(DefaultOperatorStateBackend store) throws Exception;
  }

  /** Reads an operator's state without keys; empty where there is none. */
  public <T> Optional<T> read(String uid, Reading<T> reading) throws IOException {
    List<OperatorStateHandle> handles = find(uid).map(SavedState::handles).orElse(List.of());
    return handles.isEmpty() ? Optional.empty() : Optional.of(read(uid, handles, reading));
  }

  /**
   * What sinks of whatever kind keep, operator by operator, in a form of their own: of their
   * writers and of what is to be committed.
   */
  public void sinkStates(Consumer<byte[]> consumer) throws IOException {
    for (OperatorState operator : metadata.getOperatorStates()) {
      List<OperatorStateHandle> handles = handles(operator);
      Set<String> names = new HashSet<>();
      handles.forEach(handle -> names.addAll(handle.getStateNameToPartitionOffsets().keySet()));
      names.retainAll(SINK_STATES);
      for (String name : names) {
        read(
            operator.getOperatorID().toHexString(),
            handles,
            store -> {
              store
                  .getListState(
                      new ListStateDescriptor<>(name, BytePrimitiveArraySerializer.INSTANCE))
                  .get()
                  .forEach(consumer);
              return null;
            });
      }
    }
  }

  /**
   * Looks whether all its files are still there, so that a restore can read them.
   *
   * @throws FileNotFoundException that names the first one that is not
   */
  public void requireFiles() throws IOException {
    for (Path file : files()) {
      if (!file.getFileSystem().exists(file)) {
        throw new FileNotFoundException(file + " of it is gone");
      }
    }
  }

  /** The files that it consists of beside its metadata; others may share them. */
  public Set<Path> files() {
    StateFiles files = new StateFiles();
    metadata.getOperatorStates().forEach(files::add);
    return files.paths();
  }

  private static List<OperatorStateHandle> handles(OperatorState operator) {
    List<OperatorStateHandle> handles = new ArrayList<>();
    for (OperatorSubtaskState subtask : operator.getStates()) {
      handles.addAll(subtask.getManagedOperatorState());
    }
    return handles;
  }

  private static <T> T read(String operator, List<OperatorStateHandle> handles, Reading<T> reading)
      throws IOException {
    try (CloseableRegistry streams = new CloseableRegistry()) {
      DefaultOperatorStateBackend store =
          new DefaultOperatorStateBackendBuilder(
                  SavedState.class.getClassLoader(), new ExecutionConfig(), false, handles, streams)
              .build();
      try {
        return reading.read(store);
      } finally {
        store.dispose();
      }
    } catch (IOException e) {
      throw e;
    } catch (Exception e) {
      throw new IOException("state of " + operator + " can't be read", e);
    }
  }
}
