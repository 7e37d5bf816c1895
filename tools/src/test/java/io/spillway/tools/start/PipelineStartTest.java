package io.spillway.tools.start;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.PipelineFile;
import io.spillway.job.config.PipelineConfig;
import io.spillway.storage.BucketClaim;
import io.spillway.storage.CommitterAttempt;
import io.spillway.storage.Owner;
import io.spillway.tools.run.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
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
      storage: {path: %s}
      """;
  private static final CommitterAttempt JOB = new CommitterAttempt("job-1", "graph-1", 0, -1);

  @TempDir Path folder;

  private PipelineStart start(String name, String out) throws Exception {
    Files.createDirectories(folder.resolve("in"));
    Files.writeString(folder.resolve("in/p-0.ndjson"), "{}\n");
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE.formatted(name, "chk", out));
    PipelineConfig config = PipelineFile.loadForCluster(file, Map.of());
    FileSystems.initialize(config);
    return PipelineStart.of(config);
  }

  private PipelineStart start() throws Exception {
    return start("shop", "out");
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
    BucketClaim misspelt = start("shpo", "out").begins(false, false);

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

  @Test
  void aStartThatDeliversAllAgainAndIsKilledBeforeItsFirstCommitIsGoneOnWith() throws Exception {
    String first = start().begins(false, false).lineage();
    claim(first, 1);
    write("out/metadata", "{\"checkpoint-ts\":1}".getBytes(UTF_8));
    assertThat(start().begins(false, false).takeOver()).isFalse();

    String fresh = start().begins(true, true).lineage();
    for (int killed = 0; killed < 2; killed++) {
      assertThat(start().refusal()).isEmpty();
      assertThat(decide())
          .isInstanceOfSatisfying(
              Decision.Begin.class, begin -> assertThat(begin.again()).isTrue());
      BucketClaim again = start().begins(false, true);
      assertThat(again.lineage()).isEqualTo(fresh);
      assertThat(again.takeOver()).isTrue();
    }

    claim(fresh, 2);
    assertThat(start().refusal()).isEmpty();
    assertThat(decide())
        .isInstanceOfSatisfying(Decision.Begin.class, begin -> assertThat(begin.again()).isFalse());
    assertThat(start().begins(false, false).takeOver()).isFalse();
  }

  @Test
  void whoHasClaimedTheBucketSinceKeepsSuchAStartAway() throws Exception {
    String first = start().begins(false, false).lineage();
    claim(first, 1);
    start().begins(true, true);

    claim(first, 2);

    assertThat(start().refusal())
        .hasValueSatisfying(why -> assertThat(why).contains("another start of pipeline shop"));
    assertThat(start().begins(false, false).takeOver()).isFalse();
  }

  private void claim(String lineage, long epoch) throws Exception {
    String at = Instant.EPOCH.toString();
    write(
        "out/_spillway/owner.json",
        new Owner("shop", lineage, epoch, at, JOB, List.of(), "", "").bytes());
  }

  @Test
  void nothingIsBegunInAFolderOfAnothersBucketOrAroundOneButWhatIsThereGoesOn() throws Exception {
    Instant then = Instant.parse("2026-01-02T03:04:05Z");
    Owner owner = new Owner("shop", "l-1", 1, then.toString(), JOB, List.of(), "", "");
    write("out/_spillway/owner.json", owner.bytes());

    assertThat(start("mall", "out/shop/orders").refusal())
        .hasValueSatisfying(
            why ->
                assertThat(why)
                    .contains(
                        "out/shop/orders lies in bucket", "pipeline shop, started last at 2026"));
    assertThat(start("mall", "out-too").refusal()).isEmpty();
    assertThat(start("mall", "lake").refusal()).isEmpty();
    write("lake/orders/_spillway/owner.json", owner.bytes());
    assertThat(start("mall", "lake").refusal())
        .hasValueSatisfying(why -> assertThat(why).contains("lake holds bucket orders", "shop"));

    write("out/shop/orders/metadata", "{\"checkpoint-ts\":1}".getBytes(UTF_8));
    assertThat(start("mall", "out/shop/orders").refusal()).as("it was begun before").isEmpty();
  }

  @Test
  void aPlanThatWasBegunBeforeAnyMetadataTellsThatRowsMayHaveBeenDelivered() throws Exception {
    Files.createDirectories(folder.resolve("in"));
    Path file = folder.resolve("pipeline.yaml");
    String topic = "[{type: kafka, bootstrap-servers: 'localhost:1', topics: [t], start: latest}]";
    Files.writeString(file, PIPELINE.replaceFirst("\\[.*]", topic).formatted("shop", "chk", "out"));
    PipelineConfig config = PipelineFile.loadForCluster(file, Map.of());
    FileSystems.initialize(config);
    assertThat(PipelineStart.of(config).decide(false, false, false, told -> {}))
        .isInstanceOf(Decision.Begin.class);

    write("out/_spillway/last-plan.json", "{}".getBytes(UTF_8));

    assertThat(PipelineStart.of(config).decide(false, false, false, told -> {}))
        .isInstanceOfSatisfying(
            Decision.Refuse.class,
            refused -> assertThat(refused.why()).contains("last-plan.json", "--recover"));
  }

  private void write(String path, byte[] content) throws Exception {
    Path file = folder.resolve(path);
    Files.createDirectories(file.getParent());
    Files.write(file, content);
  }
}
