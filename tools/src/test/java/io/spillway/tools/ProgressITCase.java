package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.CommitTs;
import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.LiveTree;
import io.spillway.tools.testing.BalanceWatch;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Messages;
import io.spillway.tools.testing.RunningJob;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What may be claimed, and for whom it is waited, with a real topic. */
@Timeout(300)
class ProgressITCase {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long FIRST = CommitTs.ofMillis(1_767_225_600_000L);
  private static final int ROWS = 50;
  private static KafkaBroker broker;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
  }

  @Test
  void aJobThatIsStoppedAndDrainedClaimsWhatIsResolvedAndNoMore() throws Exception {
    KafkaTopic topic = KafkaTopic.create(broker, "drained", 1);
    topic.send(0, rows("t", 0));
    topic.send(0, List.of(Messages.resolved(end(0))));
    topic.send(0, rows("t", 1));
    try (RunningJob job = RunningJob.start(folder, pipeline("drained"))) {
      job.awaitCheckpointTs(output(), end(0));
      awaitRead(2 * ROWS);
      job.drain();
    }
    assertThat(Delivered.checkpointTs(output())).isEqualTo(end(0));
    assertVerified(ROWS);
  }

  @Test
  void rowsOfATransactionThatWasAbortedAreNotDelivered() throws Exception {
    KafkaTopic topic = KafkaTopic.create(broker, "aborted", 1);
    topic.send(0, rows("t", 0));
    topic.abort(0, rows("t", 1));
    topic.send(0, List.of(Messages.resolved(end(1))));
    try (RunningJob job = RunningJob.start(folder, pipeline("aborted"))) {
      job.awaitCheckpointTs(output(), end(1));
    }
    assertVerified(ROWS);
  }

  @Test
  void aPartitionThatAppearsHoldsProgressFromItsFirstRowOn() throws Exception {
    KafkaTopic topic = KafkaTopic.create(broker, "appears", 1);
    topic.send(0, rows("t", 0));
    topic.send(0, List.of(Messages.resolved(end(0))));
    try (RunningJob job = RunningJob.start(folder, pipeline("appears"))) {
      // one of the two readers has no partition, and has stopped counting by then
      job.awaitCheckpointTs(output(), end(0));
      topic.grow(2);
      topic.send(1, rows("u", 1));
      awaitRead(2 * ROWS);
      List<byte[]> next = rows("t", 1);
      next.add(Messages.resolved(end(1)));
      topic.send(0, next);
      awaitRead(3 * ROWS);
      job.awaitCheckpoints(3);
      long first = end(1) - ROWS;
      assertThat(Delivered.checkpointTs(output())).isEqualTo(first - 1);

      topic.send(1, List.of(Messages.resolved(end(1))));
      job.awaitCheckpointTs(output(), end(1));
    }
    assertThat(BalanceWatch.lateRows()).isZero();
    assertVerified(3 * ROWS);
  }

  @Test
  void noRowOfASourceThatIsNewToTheStateIsOvertakenByADdlOfAnother() throws Exception {
    KafkaTopic old = KafkaTopic.create(broker, "beside-old", 1);
    KafkaTopic added = KafkaTopic.create(broker, "beside-new", 1);
    old.send(0, rows("t", 0));
    old.send(0, List.of(Messages.resolved(end(0))));
    Path checkpoint;
    try (RunningJob job = RunningJob.start(folder, pipeline("beside-old"))) {
      job.awaitCheckpointTs(output(), end(0));
      job.awaitCheckpoints(2);
      checkpoint = job.cancel();
    }
    old.send(
        0,
        List.of(
            Messages.ddl("u", "ALTER", "ALTER TABLE shop.u ADD COLUMN w int", end(20)),
            Messages.resolved(end(30))));
    int parts = 20;
    for (int part = 0; part < parts; part++) {
      added.send(0, rows("u", part));
    }
    try (RunningJob job =
        RunningJob.restore(folder, pipeline("beside-old", "beside-new"), checkpoint)) {
      job.awaitCheckpoints(3);
      assertThat(Delivered.checkpointTs(output()))
          .as("nobody speaks for the new source")
          .isLessThan(end(20));
      added.send(0, List.of(Messages.resolved(end(30))));
      job.awaitCheckpointTs(output(), end(30));
    }
    assertThat(BalanceWatch.lateRows()).isZero();
    assertVerified((1 + parts) * ROWS);
    assertThat(
            LiveTree.files(
                output().resolve("shop/u/" + end(20)), name -> name.matches("CDC.*json")))
        .as("all rows precede the DDL")
        .isEmpty();
  }

  private static void awaitRead(long rows) throws Exception {
    Eventually.holds(
        LIMIT, () -> BalanceWatch.rowsRead() == rows, () -> BalanceWatch.rowsRead() + " are read");
  }

  private static long end(int part) {
    return FIRST + (part + 1L) * 1000;
  }

  private static List<byte[]> rows(String table, int part) {
    List<byte[]> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(Messages.row(table, part * ROWS + i, end(part) - ROWS + i));
    }
    return rows;
  }

  private Path output() {
    return folder.resolve("out");
  }

  private void assertVerified(int rows) throws IOException {
    CommandRun verify = CommandRun.of("verify", output().toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
    int lines = 0;
    for (Path file : LiveTree.files(output(), name -> name.matches("CDC.*json"))) {
      lines += Files.readAllLines(file).size();
    }
    assertThat(lines).isEqualTo(rows);
  }

  private static String pipeline(String... topics) {
    StringBuilder yaml = new StringBuilder();
    yaml.append(
        "pipeline: {name: progress, parallelism: 2, checkpoint-interval: 200 ms}\nsources:\n");
    for (String topic : topics) {
      yaml.append(
          ("  - {type: kafka, bootstrap-servers: '%s', topics: [%s], group-id: progress, start: earliest,"
                  + " properties: {partition.discovery.interval.ms: '200'}}\n")
              .formatted(broker.address(), topic));
    }
    return yaml + "storage: {path: out, file-size: 64 kb, flush-interval: 200 ms}\n";
  }
}
