package io.spillway.job.start;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.checkpoint.OperatorState;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.IncrementalKeyedStateHandle.HandleAndLocalPath;
import org.apache.flink.runtime.state.IncrementalRemoteKeyedStateHandle;
import org.apache.flink.runtime.state.KeyedStateHandle;
import org.apache.flink.runtime.state.StreamStateHandle;

/** The files that a checkpoint consists of beside its metadata, some of which others share. */
final class StateFiles {
  private final Set<Path> paths = new LinkedHashSet<>();

  Set<Path> paths() {
    return paths;
  }

  void add(OperatorState operator) {
    for (OperatorSubtaskState subtask : operator.getStates()) {
      subtask.getManagedOperatorState().forEach(this::addFile);
      subtask.getRawOperatorState().forEach(this::addFile);
      subtask.getManagedKeyedState().forEach(this::addKeyed);
      subtask.getRawKeyedState().forEach(this::addKeyed);
    }
  }

  private void addKeyed(KeyedStateHandle handle) {
    if (handle instanceof IncrementalRemoteKeyedStateHandle incremental) {
      addFile(incremental.getMetaDataStateHandle());
      addAll(incremental.getSharedState());
      addAll(incremental.getPrivateState());
    } else if (handle instanceof StreamStateHandle stream) {
      addFile(stream);
    }
  }

  private void addAll(List<HandleAndLocalPath> handles) {
    handles.forEach(each -> addFile(each.getHandle()));
  }

  private void addFile(StreamStateHandle handle) {
    handle.maybeGetPath().ifPresent(paths::add);
  }
}
