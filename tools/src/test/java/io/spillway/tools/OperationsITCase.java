package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.Namespace;
import io.spillway.cursor.Work;
import io.spillway.cursor.log.EventFilter;
import io.spillway.cursor.log.EventLogReader;
import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.HeldFiles;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** HARVEST and BACKFILL in one job, on one bucket. */
class OperationsITCase {
  private static final Namespace PLAN = new Namespace("BACKFILL", "plan-7");
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, checkpoint-interval: 200 ms}
      sources:
        - {type: files, path: in}
        - {type: files, path: old, operation: BACKFILL, namespace: plan-7}
      storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
      """;

  @TempDir Path folder;

  private List<CursorEvent> events() throws Exception {
    List<CursorEvent> events = new ArrayList<>();
    new EventLogReader(new org.apache.flink.core.fs.Path(folder.resolve("out/_cursor").toUri()))
        .read(EventFilter.ALL, events::add);
    return events;
  }

  private static long last(List<CursorEvent> events, Namespace namespace) {
    CursorKey cursor = CursorKey.global(namespace, CursorKey.STORAGE);
    return events.stream()
        .filter(event -> event.cursor().equals(cursor) && event.step().value() != null)
        .mapToLong(event -> Long.parseLong(event.step().value()))
        .max()
        .orElseThrow();
  }

  private CommandRun command(String... arguments) {
    return CommandRun.of(arguments);
  }

  @Test
  void aBackfillBesideHarvestDeliversItsRowsAndNeverTouchesTheForwardCursor() throws Exception {
    SampleSettings settings = SampleSettings.standard(61).withDdls(false, 0).withReplays(0);
    Partitions sample = Partitions.sample(settings, folder.resolve("sample"));
    sample.part(0, 0.5).write(folder.resolve("old"));
    sample.part(0.5, 1).write(folder.resolve("in"));

    try (RunningJob job = RunningJob.start(folder, PIPELINE)) {
      job.awaitEnd();
    }

    assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();
    List<CursorEvent> events = events();
    assertThat(last(events, Namespace.HARVEST))
        .isEqualTo(Delivered.checkpointTs(folder.resolve("out")))
        .isEqualTo(sample.sent().resolved());
    assertThat(last(events, PLAN))
        .isGreaterThanOrEqualTo(sample.part(0, 0.5).sent().last())
        .isLessThan(last(events, Namespace.HARVEST));
    assertThat(events)
        .filteredOn(event -> event.work() instanceof Work.Written)
        .allMatch(
            event ->
                ((Work.Written) event.work()).file().path().contains("CDC_BACKFILL~plan-7_")
                    == event.cursor().namespace().equals(PLAN));
    CommandRun audit = command("cursor", "audit", folder.resolve("out/_cursor").toString());
    assertThat(audit.exitCode()).as(audit.out() + audit.err()).isEqualTo(0);
    assertThat(command("verify", folder.resolve("out").toString()).exitCode()).isEqualTo(0);
  }

  @Test
  void aBackfillAloneThatHasEndedIsNotReadAgainByAResume() throws Exception {
    SampleSettings settings =
        SampleSettings.standard(63).withDdls(false, 0).withReplays(0).withRows(4000, 0);
    Partitions sample = Partitions.sample(settings, folder.resolve("old"));
    Path file = folder.resolve("alone.yaml");
    Files.writeString(file, PIPELINE.replace("  - {type: files, path: in}\n", ""));

    CommandRun first = command("run", file.toString(), "--resume");
    assertThat(first.exitCode()).as(first.err()).isEqualTo(ExitCode.OK);
    assertThat(first.out()).contains("no checkpoint yet");
    int events = events().size();
    CommandRun second = command("run", file.toString(), "--resume");

    assertThat(second.exitCode()).as(second.err()).isEqualTo(ExitCode.OK);
    assertThat(second.out()).contains("nothing is new");
    assertThat(events()).hasSize(events);
    assertThat(Delivered.rows(folder.resolve("out"), sample.sent()))
        .isEqualTo(sample.sent().rows().size());
  }

  @Test
  void rowsThatAreDeliveredAgainStandInTheVersionsThatHarvestHasMade() throws Exception {
    SampleSettings settings = SampleSettings.standard(62).withDdls(true, 20).withReplays(0);
    Partitions sample = Partitions.sample(settings, folder.resolve("in"));
    sample.write(folder.resolve("old"));

    String pipeline =
        PIPELINE
            .replace("path: in", "path: '" + HeldFiles.uri(folder.resolve("in")) + "'")
            .replace("path: old", "path: '" + HeldFiles.uri(folder.resolve("old")) + "'");
    Path savepoint;
    HeldFiles.hold();
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      job.awaitCheckpoints(2);
      savepoint = job.stopWithSavepoint();
    } finally {
      HeldFiles.letGo();
    }
    CommandRun same =
        command(
            "cursor",
            "diff",
            folder.resolve("out/_cursor").toString(),
            "--against",
            savepoint.toString());
    assertThat(same.exitCode()).as(same.out() + same.err()).isEqualTo(0);
    try (RunningJob job = RunningJob.restore(folder, pipeline, savepoint)) {
      job.awaitEnd();
    }

    CommandRun verify = command("verify", folder.resolve("out").toString());
    assertThat(verify.exitCode()).as(verify.out() + verify.err()).isEqualTo(0);
    assertThat(Delivered.series(folder.resolve("out"), "shop.orders_0")).isEqualTo(2);
    List<CursorEvent> events = events();
    assertThat(last(events, Namespace.HARVEST)).isGreaterThanOrEqualTo(sample.sent().last());
    assertThat(last(events, PLAN)).isGreaterThanOrEqualTo(sample.sent().last());
    CommandRun audit = command("cursor", "audit", folder.resolve("out/_cursor").toString());
    assertThat(audit.exitCode()).as(audit.out() + audit.err()).isEqualTo(0);
  }
}
