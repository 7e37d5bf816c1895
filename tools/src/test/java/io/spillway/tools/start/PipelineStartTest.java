package io.spillway.tools.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.PipelineFile;
import io.spillway.job.config.PipelineConfig;
import io.spillway.storage.BucketClaim;
import io.spillway.tools.run.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What starts leave in checkpoint folder and bucket for those that follow. */
class PipelineStartTest {
  private static final String PIPELINE =
      """
      pipeline: {name: %s, checkpoint-dir: %s}
      sources: [{type: files, path: in}]
      storage: {path: out}
      """;

  @TempDir Path folder;

  private PipelineStart start(String name, String checkpoints) throws Exception {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("in/p-0.ndjson"), "{}\n");
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE.formatted(name, checkpoints));
    PipelineConfig config = PipelineFile.loadForCluster(file, Map.of());
    FileSystems.initialize(config);
    return PipelineStart.of(config);
  }

  private PipelineStart start() throws Exception {
    return start("shop", "chk");
  }

  private Decision decide() throws Exception {
    return start().decide(false, false, false, told -> {});
  }

  @Test
  void startsThatWereKilledBeforeTheirFirstCommitAndLostTheirCheckpointsAreOneLineage()
      throws Exception {
    BucketClaim first = start().begins(false, false);
    FileUtils.moveDirectory(folder.resolve("chk").toFile(), folder.resolve("kept").toFile());

    BucketClaim second = start().begins(false, false);

    assertThat(second.lineage()).isEqualTo(first.lineage());
    FileUtils.deleteDirectory(folder.resolve("chk").toFile());
    FileUtils.moveDirectory(folder.resolve("kept").toFile(), folder.resolve("chk").toFile());
    assertThat(start().refusal()).isEmpty();
  }

  @Test
  void aStartThatHasDeliveredNothingKeepsNoOtherPipelineAway() throws Exception {
    BucketClaim misspelt = start("shpo", "chk").begins(false, false);

    assertThat(start().refusal()).isEmpty();
    BucketClaim right = start().begins(false, false);
    assertThat(right.lineage()).isNotEqualTo(misspelt.lineage());
    FileUtils.deleteDirectory(folder.resolve("chk").toFile());
    assertThat(start().begins(false, false).lineage()).isEqualTo(right.lineage());
  }

  @Test
  void aDamagedNoteOfTheLineageCountsAsAbsentAndTheBucketSaysWhichItIs() throws Exception {
    PipelineStart ended = start();
    String lineage = ended.begins(false, false).lineage();
    ended.ends(Instant.EPOCH);
    assertThat(decide()).isInstanceOf(Decision.NothingNew.class);
    Path note = folder.resolve("chk/shop/lineage.json");
    assertThat(note).content().contains(lineage);
    try (var files = Files.list(note.getParent())) {
      assertThat(files).as("no temporary file is left").containsExactly(note);
    }
    for (String damaged : new String[] {"", "{\"lineage\":\"x", "{}", "\0\0\0\0", "null"}) {
      Files.writeString(note, damaged);

      assertThat(decide()).as(damaged).isInstanceOf(Decision.Begin.class);
      assertThat(start().begins(false, false).lineage()).as(damaged).isEqualTo(lineage);
      assertThat(note).content().contains(lineage);
    }
  }
}
