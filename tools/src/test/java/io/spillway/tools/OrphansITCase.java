package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code spillway storage orphans} on local files; on S3 it is a part of {@link S3ITCase}. */
class OrphansITCase {
  private static final long SEED = 95;
  private static final String NOBODY =
      ".CDC00000000000000000009.json.inprogress.00000000-1111-2222-3333-444444444444";

  @TempDir Path folder;

  private static KafkaBroker broker;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
  }

  @Test
  void whatASavepointNeedsStaysAndTheRestGoes() throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED).withDdls(true, 20).withRows(6_000, 0);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    sample.feed(KafkaTopic.create(broker, "orphans", sample.count()));
    Sent sent = sample.sent();
    Path savepoint;
    // no checkpoint but the savepoint, whose files nobody commits
    try (RunningJob job = RunningJob.start(folder, pipeline("10 min"))) {
      job.awaitBegunFile(folder.resolve("out"));
      savepoint = job.savepoint();
      job.awaitBegunFile(folder.resolve("out"));
    }
    Path nobody =
        Files.writeString(
            Files.createDirectories(folder.resolve("out/shop/nobody")).resolve(NOBODY), "{}");
    List<Path> before = unfinished();

    CommandRun unguarded = orphans("--delete");
    CommandRun young = CommandRun.of("storage", "orphans", file());
    CommandRun listed = orphans("--keep", savepoint.toString());
    assertThat(unfinished()).isEqualTo(before);
    CommandRun removed = orphans("--keep", savepoint.toString(), "--delete");

    assertThat(unguarded.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(unguarded.err()).contains("nothing is removed: there is no checkpoint");
    assertThat(young.out()).contains("0 orphans, 0 needed", before.size() + " too young");
    assertThat(listed.exitCode()).as(listed.err()).isEqualTo(ExitCode.OK);
    assertThat(listed.out())
        .contains("kept: " + savepoint.toUri().toString().replaceFirst("^file://", "file:"))
        .contains("orphan: file file:" + nobody)
        .containsPattern("[1-9]\\d* orphans, [1-9]\\d* needed by 1 checkpoints and savepoints, 0 ");
    assertThat(removed.exitCode()).as(removed.err()).isEqualTo(ExitCode.OK);
    assertThat(nobody).doesNotExist();
    assertThat(unfinished()).isNotEmpty();
    try (RunningJob job = RunningJob.restore(folder, pipeline("200 ms"), savepoint)) {
      job.awaitRows(folder.resolve("out"), sent);
    }
    assertThat(Delivered.faults(folder.resolve("out"), sent, 0)).as("seed %d", SEED).isEmpty();
  }

  @Test
  void savepointThatIsNotThereRemovesNothing() throws Exception {
    Files.writeString(
        Files.createDirectories(folder.resolve("out/shop/nobody")).resolve(NOBODY), "{}");
    Files.writeString(folder.resolve("pipeline.yaml"), pipeline("1 s"));

    CommandRun run = orphans("--keep", folder.resolve("nowhere").toString(), "--delete");

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("nothing is removed: no complete savepoint or checkpoint at ");
    assertThat(unfinished()).hasSize(1);
  }

  @Test
  void damagedCheckpointRemovesNothing() throws Exception {
    Files.writeString(
        Files.createDirectories(folder.resolve("out/shop/nobody")).resolve(NOBODY), "{}");
    Files.writeString(folder.resolve("pipeline.yaml"), pipeline("1 s"));
    Path checkpoint = Files.createDirectories(folder.resolve("out.checkpoints/job/chk-3"));
    Files.writeString(checkpoint.resolve("_metadata"), "no checkpoint at all");

    CommandRun run = orphans("--delete", "--stateless");

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err()).contains("nothing is removed: ");
    assertThat(unfinished()).hasSize(1);
  }

  private String file() {
    return folder.resolve("pipeline.yaml").toString();
  }

  private CommandRun orphans(String... more) {
    List<String> arguments =
        new ArrayList<>(List.of("storage", "orphans", file(), "--older-than", "0 s"));
    arguments.addAll(List.of(more));
    return CommandRun.of(arguments.toArray(String[]::new));
  }

  private List<Path> unfinished() throws IOException {
    try (Stream<Path> files =
        Files.find(
            folder.resolve("out"), 9, (file, a) -> file.toString().contains(".inprogress."))) {
      return files.sorted().toList();
    }
  }

  private static String pipeline(String checkpoints) {
    return """
        pipeline: {name: shop, parallelism: 2, checkpoint-interval: %s}
        sources: [{type: kafka, bootstrap-servers: '%s', topics: [orphans]}]
        storage: {path: out, file-size: 64 kb, flush-interval: 200 ms}
        """
        .formatted(checkpoints, broker.address());
  }
}
