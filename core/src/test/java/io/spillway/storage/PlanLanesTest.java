package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableId;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import io.spillway.plan.SealedRows;
import io.spillway.plan.StorageCommand;
import io.spillway.plan.Written;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.TableStructure;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlanLanesTest {
  private static final TableId A = new TableId("shop", "a");
  private static final TableId B = new TableId("shop", "b");
  private static final TableId ELSEWHERE = new TableId("other", "a");

  @Test
  void tablesOfTheirOwnHaveALaneEach() {
    CommitPlan plan =
        new CommitPlan(
            1,
            9,
            List.of(data(A), data(B)),
            List.of(schema(A, 0, A), schema(B, 0, B)),
            Balance.NONE);

    assertThat(plan.lanes()).hasSize(2).allSatisfy(lane -> assertThat(lane).hasSize(1));
  }

  @Test
  void renamedTableWaitsForRowsUnderItsOldName() {
    CommitPlan plan =
        new CommitPlan(1, 9, List.of(data(A)), List.of(schema(B, 5, A)), Balance.NONE);

    assertThat(plan.lanes()).hasSize(1);
    List<CommitPlan.Stage> lane = plan.lanes().get(0);
    assertThat(lane).hasSize(2);
    assertThat(lane.get(0).data()).containsExactly(data(A));
    assertThat(lane.get(1).schemas()).hasSize(1);
  }

  @Test
  void databaseConnectsItsOwnTablesOnly() {
    CommitPlan plan =
        new CommitPlan(
            1,
            9,
            List.of(data(A), data(B), data(ELSEWHERE)),
            List.of(schema(A.ofSchema(), 5, A.ofSchema())),
            Balance.NONE);

    assertThat(plan.lanes()).hasSize(2);
  }

  @Test
  void drainedTableWithoutAFileConnectsNothing() {
    CommitPlan plan =
        new CommitPlan(1, 9, List.of(data(B)), List.of(schema(B, 5, A)), Balance.NONE);

    assertThat(plan.lanes()).hasSize(1);
    assertThat(plan.lanes().get(0)).hasSize(2);
  }

  @Test
  void manyTablesAreManyLanes() {
    List<Written.Data> data = new ArrayList<>();
    List<Written.Schema> schemas = new ArrayList<>();
    for (int i = 0; i < 20_000; i++) {
      TableId table = new TableId("shop", "t" + i);
      data.add(data(table));
      schemas.add(schema(table, 0, table));
    }

    assertThat(new CommitPlan(1, 9, data, schemas, Balance.NONE).lanes()).hasSize(20_000);
  }

  private static final byte[] NOTHING = {};

  private static Written.Data data(TableId table) {
    DataFile file = new DataFile(new DataDir(table, 0, ""), "", 1);
    return new Written.Data(
        new SealedFile(
            file, table.toString(), FlushReason.SIZE, new SealedRows(1, 1, 1, 1, List.of())),
        NOTHING);
  }

  private static Written.Schema schema(TableId table, long version, TableId drained) {
    return new Written.Schema(
        new StorageCommand.WriteSchema(
            new SchemaFile(new TableStructure(table, List.of()), version, "", 0),
            List.of(drained)));
  }
}
