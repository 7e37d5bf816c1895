package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.TableId;
import io.spillway.layout.DataFile;
import io.spillway.log.LoggedWarnings;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import io.spillway.policy.CountedGroup;
import io.spillway.policy.JobMatrix;
import io.spillway.testing.FaultyFileSystem;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Failed commits are what the policy says. */
class StorageCommitterTest {
  private static final TableId ORDERS = new TableId("shop", "orders");
  @TempDir private Path folder;
  private final CountedGroup group = new CountedGroup();

  @AfterEach
  void healTheFileSystem() {
    FaultyFileSystem.failAt(-1, false);
  }

  private StorageSettings settings() {
    return new StorageSettings(
        FaultyFileSystem.uri(folder), 6, ".json", 1, 1 << 20, BucketClaim.of("shop"));
  }

  private CommitPlan plan() throws IOException {
    BucketFiles bucket = new BucketFiles(settings());
    DataFile file = Samples.file(ORDERS, 1, 1);
    byte[] content = "row\n".getBytes(StandardCharsets.UTF_8);
    RecoverableWriter writer = bucket.fileSystem().createRecoverableWriter();
    RecoverableFsDataOutputStream out = writer.open(bucket.at(settings().layout().path(file)));
    out.write(content);
    byte[] commit =
        SimpleVersionedSerialization.writeVersionAndSerialize(
            writer.getCommitRecoverableSerializer(), out.closeForCommit().getRecoverable());
    return new CommitPlan(
        5,
        1000,
        List.of(new Written.Data(Samples.sealed(file, content.length, 2), commit)),
        List.of(Samples.schema(ORDERS, 1)),
        Balance.NONE);
  }

  private void commit(CommitPlan plan) throws IOException, InterruptedException {
    StorageCommitter committer =
        new StorageCommitter(settings(), JobMatrix.DEFAULT, Attempts.restoredFrom(-1), group);
    try {
      committer.commit(List.of(new Request(plan)));
    } finally {
      committer.close();
    }
  }

  @Test
  void aFailureThatPassesIsTriedAgainAndCounted() throws Exception {
    CommitPlan plan = plan();
    FaultyFileSystem.failAt(0, false);
    try (LoggedWarnings log = new LoggedWarnings(StorageCommitter.class)) {
      commit(plan);
      assertThat(log.lines())
          .singleElement()
          .asString()
          .matches(
              "commit of checkpoint 5 has failed 1 times, next try in \\d+ ms: .+ \\(bucket "
                  + Pattern.quote(FaultyFileSystem.uri(folder))
                  + "\\)");
    }
    assertThat(group.decisions()).isEqualTo(Map.of("storage.commit.failed.io.retry", 1L));
    assertThat(folder.resolve("metadata")).exists();
  }

  @Test
  void theOutageLastsUntilTheCommitInHandSucceeds() throws Exception {
    CommitPlan plan = plan();
    StorageAwayGroup seen = new StorageAwayGroup();
    StorageCommitter committer =
        new StorageCommitter(
            settings(), JobMatrix.DEFAULT, Attempts.restoredFrom(-1), seen, seen::nowMs);
    assertThat(seen.away()).isEqualTo(0L);
    FaultyFileSystem.failAt(0, false);
    committer.commit(List.of(new Request(plan)));
    committer.close();
    assertThat(seen.atRetries()).isEqualTo(List.of(60_000L));
    assertThat(seen.away()).isEqualTo(0L);
  }

  @Test
  void aForeignFileInThePlaceStopsAtOnce() throws Exception {
    CommitPlan plan = plan();
    Path place = folder.resolve("shop/orders/1/2026-01-15/CDC000001.json");
    Files.writeString(place, "somebody else's");
    assertThatThrownBy(() -> commit(plan))
        .isInstanceOf(SuppressRestartsException.class)
        .hasStackTraceContaining("another job writes to this bucket");
    assertThat(group.decisions()).isEqualTo(Map.of("storage.commit.failed.conflict.stop", 1L));
    assertThat(place).hasContent("somebody else's");
  }

  private StorageCommitter committer(String job, int number, MetricGroup metrics)
      throws IOException {
    return new StorageCommitter(
        settings(),
        JobMatrix.DEFAULT,
        new CommitterAttempt(job, "graph of " + job, number, -1),
        metrics);
  }

  @Test
  void whereALaterAttemptHasTheBucketTheTaskFailsAtOnceAndTheJobMayGoOn() throws Exception {
    StorageCommitter zombie = committer("job-1", 0, group);
    StorageCommitter later = committer("job-1", 1, new CountedGroup());
    CommitPlan plan = plan();
    later.commit(List.of(new Request(plan)));
    assertThatThrownBy(() -> zombie.commit(List.of(new Request(plan))))
        .isInstanceOf(FencedException.class)
        .hasMessageContaining("attempt 1 of this job");
    assertThat(group.decisions()).isEmpty();
    zombie.close();
    later.close();
  }

  @Test
  void whereAnotherJobHasTheBucketTheJobStopsForGoodAndIsCounted() throws Exception {
    StorageCommitter first = committer("job-1", 0, group);
    StorageCommitter other = committer("job-2", 0, new CountedGroup());
    CommitPlan plan = plan();
    first.commit(List.of(new Request(plan)));
    other.commit(List.of(new Request(plan)));
    assertThatThrownBy(() -> first.commit(List.of(new Request(plan))))
        .isInstanceOf(SuppressRestartsException.class)
        .hasStackTraceContaining("taken over by pipeline shop (job job-2)");
    assertThat(group.decisions()).isEqualTo(Map.of("storage.commit.failed.conflict.stop", 1L));
    first.close();
    other.close();
  }

  /** What Flink hands to a committer. */
  private record Request(CommitPlan plan) implements Committer.CommitRequest<CommitPlan> {
    @Override
    public CommitPlan getCommittable() {
      return plan;
    }

    @Override
    public int getNumberOfRetries() {
      return 0;
    }

    @Override
    public void signalFailedWithKnownReason(Throwable t) {
      throw new AssertionError(t);
    }

    @Override
    public void signalFailedWithUnknownReason(Throwable t) {
      throw new AssertionError(t);
    }

    @Override
    public void retryLater() {
      throw new AssertionError("the committer waits by itself");
    }

    @Override
    public void updateAndRetryLater(CommitPlan committable) {
      throw new AssertionError("a plan doesn't change");
    }

    @Override
    public void signalAlreadyCommitted() {}
  }
}
