package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FollowingSinkTest {
  @TempDir Path folder;

  private void carryOut(StorageSettings settings, long checkpointTs) throws IOException {
    try (PlanRun run = new PlanRun(settings, -1)) {
      run.carryOut(new CommitPlan(4, checkpointTs, List.of(), List.of(), Balance.NONE));
    }
  }

  @Test
  void onlyTheLeadingSinkSaysUpToWhereTheBucketIsComplete() throws IOException {
    StorageSettings leading =
        new StorageSettings(folder.toUri().toString(), 6, ".json", 2, 4 << 20);
    carryOut(leading.following(), 99);
    assertThat(folder.resolve("metadata")).doesNotExist();
    carryOut(leading, 77);
    carryOut(leading.following(), 99);
    assertThat(folder.resolve("metadata")).hasContent("{\"checkpoint-ts\":77}");
  }
}
