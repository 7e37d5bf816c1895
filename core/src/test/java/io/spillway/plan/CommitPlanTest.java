package io.spillway.plan;

import static io.spillway.storage.Samples.ITEMS;
import static io.spillway.storage.Samples.ORDERS;
import static io.spillway.storage.Samples.data;
import static io.spillway.storage.Samples.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableId;
import io.spillway.storage.Samples;
import java.util.List;
import org.junit.jupiter.api.Test;

class CommitPlanTest {
  private static List<List<CommitPlan.Stage>> lanes(
      List<Written.Data> data, List<Written.Schema> schemas) {
    return new CommitPlan(1, 100, data, schemas, Balance.NONE).lanes();
  }

  @Test
  void tablesThatNothingConnectsAreLanesOfTheirOwn() {
    assertThat(lanes(List.of(data(ORDERS, 1, 1), data(ITEMS, 1, 1)), List.of())).hasSize(2);
  }

  @Test
  void aLaneGoesVersionByVersion() {
    List<List<CommitPlan.Stage>> lanes =
        lanes(
            List.of(data(ORDERS, 20, 1), data(ORDERS, 1, 2), data(ORDERS, 1, 1)),
            List.of(schema(ORDERS, 20, ORDERS), schema(ORDERS, 10, ORDERS)));
    assertThat(lanes).hasSize(1);
    List<CommitPlan.Stage> stages = lanes.get(0);
    assertThat(stages).hasSize(3);
    assertThat(stages.get(0).data()).hasSize(2);
    assertThat(stages.get(0).schemas()).isEmpty();
    assertThat(stages.get(1).schemas()).extracting(s -> s.write().file().version()).contains(10L);
    assertThat(stages.get(2).data()).containsExactly(data20(stages));
  }

  private static Written.Data data20(List<CommitPlan.Stage> stages) {
    Written.Data last = stages.get(2).data().get(0);
    assertThat(last.sealed().file().dir().version()).isEqualTo(20);
    return last;
  }

  @Test
  void anIndexFileNamesTheHighestNumberOnly() {
    CommitPlan.Stage stage =
        lanes(List.of(data(ORDERS, 1, 9), data(ORDERS, 1, 10), data(ORDERS, 1, 8)), List.of())
            .get(0)
            .get(0);
    assertThat(stage.indexed()).containsExactly(Samples.file(ORDERS, 1, 10));
  }

  @Test
  void aRenameConnectsBothNames() {
    List<List<CommitPlan.Stage>> lanes =
        lanes(List.of(data(ORDERS, 1, 1)), List.of(schema(ITEMS, 10, ORDERS, ITEMS)));
    assertThat(lanes).hasSize(1);
    assertThat(lanes.get(0)).hasSize(2);
    assertThat(lanes.get(0).get(0).data()).hasSize(1);
    assertThat(lanes.get(0).get(1).schemas()).hasSize(1);
  }

  @Test
  void aDatabasesDdlConnectsAllItsTablesAndNoOthers() {
    TableId other = new TableId("crm", "users");
    TableId shop = ORDERS.ofSchema();
    List<List<CommitPlan.Stage>> lanes =
        lanes(
            List.of(data(ORDERS, 1, 1), data(ITEMS, 1, 1), data(other, 1, 1)),
            List.of(schema(shop, 10, shop)));
    assertThat(lanes).hasSize(2);
  }

  @Test
  void connectionsAreTransitive() {
    TableId third = new TableId("shop", "third");
    List<List<CommitPlan.Stage>> lanes =
        lanes(
            List.of(data(ORDERS, 1, 1), data(third, 30, 1)),
            List.of(schema(ITEMS, 10, ORDERS, ITEMS), schema(third, 20, ITEMS, third)));
    assertThat(lanes).hasSize(1);
    assertThat(lanes.get(0)).hasSize(4);
  }
}
