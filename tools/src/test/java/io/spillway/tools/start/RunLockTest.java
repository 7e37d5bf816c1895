package io.spillway.tools.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunLockTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

  @TempDir java.nio.file.Path folder;

  @Test
  void theSecondOfTwoIsToldWhoRunsAndSinceWhen() throws Exception {
    Path checkpoints = new Path(folder.resolve("shop").toUri());
    assertThat(RunLock.holder(checkpoints)).as("before any run").isEmpty();
    assertThat(folder.resolve("shop")).as("a look makes nothing").doesNotExist();
    try (RunLock first = RunLock.take(checkpoints, NOW)) {
      assertThat(first).isNotNull();
      assertThatThrownBy(() -> RunLock.take(checkpoints, NOW))
          .isInstanceOf(RunLock.HeldException.class)
          .hasMessageContaining("in process " + ProcessHandle.current().pid())
          .hasMessageContaining("since 2026-01-02T03:04:05Z");
      assertThat(RunLock.holder(checkpoints)).isPresent();
    }
    assertThat(RunLock.holder(checkpoints)).as("behind its end").isEmpty();
    try (RunLock next = RunLock.take(checkpoints, NOW)) {
      assertThat(next).isNotNull();
    }
  }
}
