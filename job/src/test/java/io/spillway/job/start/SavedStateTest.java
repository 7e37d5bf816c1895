package io.spillway.job.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.apache.flink.core.fs.Path;
import org.apache.flink.runtime.state.OperatorStateHandle;
import org.apache.flink.runtime.state.OperatorStreamStateHandle;
import org.apache.flink.runtime.state.filemerging.DirectoryStreamStateHandle;
import org.apache.flink.runtime.state.filemerging.EmptyFileMergingOperatorStreamStateHandle;
import org.apache.flink.runtime.state.memory.ByteStreamStateHandle;
import org.junit.jupiter.api.Test;

class SavedStateTest {
  @Test
  void whatIsEmptyBecauseFilesAreMergedIsNotOpened() throws Exception {
    DirectoryStreamStateHandle directory =
        DirectoryStreamStateHandle.of(new Path("file:///merged"));
    OperatorStateHandle empty =
        EmptyFileMergingOperatorStreamStateHandle.create(directory, directory);

    assertThat(SavedState.inMemory(empty)).isSameAs(empty);
  }

  @Test
  void stateInMemoryIsThatOfTheCheckpoint() throws Exception {
    byte[] bytes = {1, 2, 3};
    OperatorStateHandle stored =
        new OperatorStreamStateHandle(Map.of(), new ByteStreamStateHandle("stored", bytes));

    try (var in = SavedState.inMemory(stored).openInputStream()) {
      assertThat(in.readAllBytes()).isEqualTo(bytes);
    }
  }
}
