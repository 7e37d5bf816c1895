package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.config.PipelineLoader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DiskSpaceTest {
  @TempDir Path folder;

  @Test
  void aFullDiskIsLookedForWhereverTheRunWritesToOne() throws Exception {
    var config =
        PipelineLoader.load(
            Files.writeString(
                folder.resolve("pipeline.yaml"),
                """
                pipeline: {name: shop, checkpoint-dir: chk}
                sources: [{type: files, path: in}]
                storage: {path: out}
                """),
            Map.of());
    IOException full = new IOException("No space left on device");

    assertThat(DiskSpace.whereThatIsWhy(new IllegalStateException(full), config))
        .matches(
            " \\(free now: [\\d,.]+ MB for temporary files in \\S+, [\\d,.]+ MB for checkpoints in \\S+/chk/shop,"
                + " [\\d,.]+ MB for the bucket in \\S+/out\\)");
    assertThat(DiskSpace.whereThatIsWhy(new IOException("reset"), config)).isEmpty();
  }
}
