package io.spillway.storage;

import static io.spillway.storage.Samples.ORDERS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import io.spillway.plan.Written;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.JobMatrix;
import io.spillway.policy.MatrixRow;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.Selector;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableSummary;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlannerOperatorTest {
  @TempDir private Path folder;

  private OneInputStreamOperatorTestHarness<
          CommittableMessage<Written>, CommittableMessage<CommitPlan>>
      harness() throws Exception {
    return harness(JobMatrix.DEFAULT);
  }

  private OneInputStreamOperatorTestHarness<
          CommittableMessage<Written>, CommittableMessage<CommitPlan>>
      harness(PolicyMatrix policy) throws Exception {
    StorageSettings settings =
        new StorageSettings(
            folder.toUri().toString(), 6, ".json", 1, 1 << 20, BucketClaim.of("shop"));
    return new OneInputStreamOperatorTestHarness<>(new PlannerOperator(settings, policy));
  }

  private static StreamRecord<CommittableMessage<Written>> written(long number, long checkpoint) {
    return new StreamRecord<>(
        new CommittableWithLineage<>(Samples.data(ORDERS, 1, number), checkpoint, 0));
  }

  private static List<CommitPlan> plans(
      OneInputStreamOperatorTestHarness<CommittableMessage<Written>, CommittableMessage<CommitPlan>>
          harness) {
    List<CommitPlan> plans = new ArrayList<>();
    int summaries = 0;
    for (Object element : harness.getOutput()) {
      if (element instanceof StreamRecord<?> record) {
        if (record.getValue() instanceof CommittableSummary<?> summary) {
          summaries++;
          assertThat(summary.getNumberOfCommittables()).isEqualTo(1);
        } else if (record.getValue() instanceof CommittableWithLineage<?> message) {
          CommitPlan plan = (CommitPlan) message.getCommittable();
          assertThat(message.getCheckpointIdOrEOI()).isEqualTo(plan.checkpointId());
          plans.add(plan);
        }
      }
    }
    assertThat(summaries).isEqualTo(plans.size());
    return plans;
  }

  @Test
  void aBarrierMakesOnePlanOfEverythingBeforeIt() throws Exception {
    try (var harness = harness()) {
      harness.open();
      harness.processElement(written(1, 1));
      harness.processElement(written(2, 1));
      harness.processWatermark(new Watermark(50));
      harness.prepareSnapshotPreBarrier(1);
      harness.prepareSnapshotPreBarrier(2);
      assertThat(plans(harness)).hasSize(1);
      assertThat(plans(harness).get(0).data()).hasSize(2);
      assertThat(plans(harness).get(0).checkpointTs()).isEqualTo(50);
    }
  }

  private static PolicyMatrix stoppingWhereUnbalanced() {
    EventType health = EventType.SYSTEM_HEALTH;
    return JobMatrix.DEFAULT.replacing(
        new MatrixRow(
            Selector.event(health.domain().word(), health.word(), ErrorKind.UNBALANCED.word()),
            JobMatrix.lostTransaction(EventType.LETTER_COMMIT, false).policy()));
  }

  @Test
  void aSchemaFileThatAStatementHasMadeAndNobodyBringsIsSeenAtTheBarrier() throws Exception {
    var due = new CommittableWithLineage<Written>(new Written.SchemasDue(1), 1, 0);
    var file = new CommittableWithLineage<Written>(Samples.schema(ORDERS, 10, ORDERS), 1, 0);
    try (var harness = harness(stoppingWhereUnbalanced())) {
      harness.open();
      harness.processElement(new StreamRecord<>(due));
      harness.processElement(new StreamRecord<>(file));
      harness.prepareSnapshotPreBarrier(1);
      harness.prepareSnapshotPreBarrier(2);
      harness.processElement(new StreamRecord<>(due));
      assertThatThrownBy(() -> harness.prepareSnapshotPreBarrier(3))
          .hasMessageContaining("the DDL statements don't balance")
          .hasMessageEndingWith("does not bring: 1");
    }
  }

  @Test
  void theEndOfTheInputBelongsToTheNextCheckpoint() throws Exception {
    OperatorSubtaskState state;
    try (var harness = harness()) {
      harness.open();
      harness.processElement(written(1, 7));
      harness.prepareSnapshotPreBarrier(7);
      harness.processElement(written(2, 8));
      harness.processWatermark(Watermark.MAX_WATERMARK);
      harness.endInput();
      state = harness.snapshot(8, 8);
      assertThat(plans(harness)).extracting(CommitPlan::checkpointId).containsExactly(7L, 8L);
      assertThat(plans(harness).get(1).checkpointTs()).isEqualTo(3);
    }
    assertThat(state).isNotNull();
  }

  @Test
  void plansOfALineageAreNumberedAcrossARestore() throws Exception {
    OperatorSubtaskState state;
    PlanOrigin last;
    try (var harness = harness()) {
      harness.open();
      harness.processElement(written(1, 1));
      harness.prepareSnapshotPreBarrier(1);
      harness.processElement(written(2, 2));
      harness.prepareSnapshotPreBarrier(2);
      state = harness.snapshot(2, 2);
      last = plans(harness).get(1).origin();
      PlanOrigin first = plans(harness).get(0).origin();
      assertThat(first.carriedOut(Long.MIN_VALUE, true).next()).isEqualTo(last);
      assertThat(last.lineage()).isNotEmpty();
      assertThat(last.number()).isEqualTo(2);
      assertThat(last.root()).isEqualTo("file:" + folder);
    }
    try (var harness = harness()) {
      harness.initializeState(state);
      harness.open();
      harness.processElement(written(3, 3));
      harness.prepareSnapshotPreBarrier(3);
      assertThat(plans(harness))
          .singleElement()
          .satisfies(
              plan ->
                  assertThat(plan.origin())
                      .usingRecursiveComparison()
                      .ignoringFields("job")
                      .isEqualTo(last.carriedOut(Long.MIN_VALUE, true).next()));
    }
  }
}
