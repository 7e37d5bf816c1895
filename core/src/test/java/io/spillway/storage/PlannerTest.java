package io.spillway.storage;

import static io.spillway.storage.Samples.ITEMS;
import static io.spillway.storage.Samples.ORDERS;
import static io.spillway.storage.Samples.data;
import static io.spillway.storage.Samples.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.ReadCounts;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import org.junit.jupiter.api.Test;

class PlannerTest {
  private final Planner planner = new Planner();

  @Test
  void nothingToDoIsNoPlan() {
    assertThat(planner.plan(1)).isNull();
    planner.watermark(5);
    assertThat(planner.plan(2).checkpointTs()).isEqualTo(5);
    assertThat(planner.plan(3)).isNull();
  }

  @Test
  void aPlanHoldsWhatCameSinceTheLastOne() {
    planner.add(data(ORDERS, 1, 1), 1);
    planner.add(schema(ORDERS, 10, ORDERS), 1);
    CommitPlan first = planner.plan(1);
    assertThat(first.data()).hasSize(1);
    assertThat(first.schemas()).hasSize(1);
    assertThat(first.checkpointTs()).isEqualTo(Long.MIN_VALUE);
    planner.add(data(ORDERS, 1, 2), 1);
    assertThat(planner.plan(2).data()).hasSize(1);
  }

  @Test
  void aPlanSaysWhatTheBucketMustShowBeforeItsTurn() {
    planner.add(data(ORDERS, 1, 1), 1);
    planner.watermark(5);
    assertThat(planner.plan(1).origin().noted()).isZero();
    assertThat(planner.origin().noted()).isEqualTo(1);
    planner.watermark(9);
    CommitPlan second = planner.plan(2);
    assertThat(second.origin().claimed()).isEqualTo(5);
    assertThat(second.origin().noted()).isEqualTo(1);

    Planner restored = new Planner();
    restored.restore(planner.origin());
    // a source that is new holds the watermark back, and the claim in the bucket stays
    restored.watermark(3);
    restored.plan(3);
    assertThat(restored.plan(3)).isNull();
    assertThat(restored.origin().claimed()).isEqualTo(9);
    assertThat(restored.origin().noted()).as("the second had no files").isEqualTo(1);
  }

  @Test
  void aVersionAnnouncedTwiceIsWrittenOnce() {
    planner.add(schema(ORDERS, 1, ORDERS), 1);
    planner.add(schema(ORDERS, 1, ORDERS), 1);
    planner.add(schema(ITEMS, 1, ITEMS), 1);
    assertThat(planner.plan(1).schemas()).hasSize(2);
  }

  @Test
  void everySchemaFileOfAStatementIsInThePlan() {
    planner.add(new Written.SchemasDue(2), 1);
    planner.add(schema(ORDERS, 10, ORDERS), 1);
    planner.add(schema(ITEMS, 10, ITEMS), 1);
    // what a table's first row makes is due for no statement
    planner.add(schema(ITEMS, 1, ITEMS), 1);
    assertThat(planner.plan(1).schemas()).hasSize(3);
    assertThat(planner.schemasMissing()).isZero();

    planner.add(new Written.SchemasDue(2), 2);
    planner.add(schema(ORDERS, 11, ORDERS), 2);
    planner.plan(2);
    assertThat(planner.schemasMissing()).isEqualTo(1);
    planner.add(schema(ORDERS, 12, ORDERS), 3);
    planner.plan(3);
    assertThat(planner.schemasMissing()).isEqualTo(-1);
    planner.plan(4);
    assertThat(planner.schemasMissing()).isZero();
  }

  @Test
  void theClaimNeverGoesBack() {
    planner.watermark(50);
    planner.watermark(40);
    assertThat(planner.plan(1).checkpointTs()).isEqualTo(50);
    planner.add(data(ORDERS, 1, 1), 1);
    assertThat(planner.plan(2).checkpointTs()).isEqualTo(50);
  }

  @Test
  void theEndOfTheInputClaimsTheNewestRowOrDdlAndNotTheEndOfTime() {
    planner.watermark(5);
    planner.add(data(ORDERS, 10, 3), 1);
    planner.add(schema(ORDERS, 12, ORDERS), 1);
    planner.watermark(Long.MAX_VALUE);
    assertThat(planner.plan(1).checkpointTs()).isEqualTo(13);
  }

  @Test
  void everyRowReadIsStoredSpooledOrTakenOutForAReason() {
    planner.add(new Written.Counted(new ReadCounts(11, 1, 1, 2), 0), 1);
    planner.add(new Written.Counted(ReadCounts.NONE, 4), 1);
    planner.add(data(ORDERS, 1, 1), 1);
    Balance first = planner.plan(1).balance();
    assertThat(first.stored()).isEqualTo(3);
    assertThat(first.spooled()).isEqualTo(4);
    assertThat(first.difference()).isZero();
    planner.add(data(ORDERS, 1, 2), 1);
    Balance second = planner.plan(2).balance();
    assertThat(second.spooled()).isZero();
    assertThat(second.difference()).isEqualTo(1);
  }

  @Test
  void countsGoOnAfterARestore() {
    planner.restore(new Balance(new ReadCounts(9, 0, 0, 0), 7, 2, 0));
    planner.add(new Written.Counted(new ReadCounts(1, 0, 0, 0), 3), 1);
    assertThat(planner.plan(2).balance())
        .isEqualTo(new Balance(new ReadCounts(10, 0, 0, 0), 7, 3, 0));
  }

  @Test
  void rowsThatOnlyWaitMakeAPlanSoThatTheyAreSeen() {
    planner.add(new Written.Counted(new ReadCounts(5, 0, 0, 0), 5), 1);
    assertThat(planner.plan(1).balance().spooled()).isEqualTo(5);
    planner.add(new Written.Counted(ReadCounts.NONE, 5), 2);
    assertThat(planner.plan(2)).isNull();
  }

  @Test
  void whatWaitedAtACheckpointThatWasGivenUpIsNotCountedTwice() {
    planner.add(new Written.Counted(new ReadCounts(9, 0, 0, 0), 4), 1);
    // one writer's part of checkpoint 2 before it is given up, another's too late
    planner.add(new Written.Counted(new ReadCounts(2, 0, 0, 0), 6), 2);
    planner.add(new Written.Counted(new ReadCounts(1, 0, 0, 0), 7), 3);
    planner.add(new Written.Counted(ReadCounts.NONE, 5), 2);
    planner.add(new Written.Counted(ReadCounts.NONE, 5), 3);
    assertThat(planner.plan(3).balance())
        .isEqualTo(new Balance(new ReadCounts(12, 0, 0, 0), 0, 12, 0));
  }
}
