package io.spillway.job;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SubmittedJobTest {
  @TempDir Path folder;
  private Path file;

  @BeforeEach
  void makePipeline() throws Exception {
    file =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            pipeline: {name: shop, checkpoint-interval: 1 s, checkpoint-dir: '%1$s/chk'}
            sources: [{type: files, path: '%1$s/in'}]
            storage: {path: '%1$s/out'}
            """
                .formatted(folder));
    Files.createDirectories(folder.resolve("out/_spillway"));
    Files.writeString(
        folder.resolve("out/_spillway/owner.json"),
        "{\"pipeline\":\"mall\",\"lineage\":\"l\",\"epoch\":3,\"at\":\"2026-01-02T03:04:05Z\"}");
  }

  @Test
  void theBucketOfAnotherPipelineIsRefusedBeforeAnythingIsSubmitted() {
    assertThatThrownBy(() -> SubmittedJob.main(new String[] {file.toString()}))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("/out: it belongs to pipeline mall")
        .hasMessageContaining("--take-over");
  }

  @Test
  void aThirdArgumentIsRefused() {
    assertThatThrownBy(() -> SubmittedJob.main(new String[] {file.toString(), "--force"}))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("--take-over");
  }
}
