package io.spillway.plan;

import static io.spillway.storage.Samples.ITEMS;
import static io.spillway.storage.Samples.ORDERS;
import static io.spillway.storage.Samples.data;
import static io.spillway.storage.Samples.file;
import static io.spillway.storage.Samples.schema;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableId;
import io.spillway.layout.DataFile;
import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class InFlightTest {
  private static final CommitPlan PLAN =
      new CommitPlan(
          1,
          100,
          List.of(data(ORDERS, 20, 1), data(ORDERS, 1, 2), data(ORDERS, 1, 1), data(ITEMS, 1, 1)),
          List.of(schema(ORDERS, 20, ORDERS), schema(ITEMS, 1)),
          Balance.NONE);

  private final Set<String> schemas = new HashSet<>();
  private final Set<DataFile> indexed = new HashSet<>();

  private List<DataFile> inFlight() throws IOException {
    InFlight.Seen seen =
        new InFlight.Seen() {
          @Override
          public boolean hasSchema(TableId table, long version) {
            return schemas.contains(table + "@" + version);
          }

          @Override
          public boolean isIndexed(DataFile file) {
            return indexed.contains(file);
          }
        };
    return InFlight.of(PLAN, seen).stream()
        .flatMap(List::stream)
        .map(data -> data.sealed().file())
        .toList();
  }

  @Test
  void ofEachLaneItIsTheFirstStageThatIsNotDone() throws Exception {
    assertThat(inFlight())
        .as("files wait for the schema file of their own plan")
        .containsExactly(file(ORDERS, 1, 1), file(ORDERS, 1, 2));
    schemas.add(ITEMS + "@1");
    assertThat(inFlight())
        .containsExactlyInAnyOrder(file(ORDERS, 1, 1), file(ORDERS, 1, 2), file(ITEMS, 1, 1));
    indexed.add(file(ORDERS, 1, 2));
    assertThat(inFlight()).containsExactly(file(ITEMS, 1, 1));
    schemas.add(ORDERS + "@20");
    assertThat(inFlight()).containsExactlyInAnyOrder(file(ORDERS, 20, 1), file(ITEMS, 1, 1));
    indexed.addAll(List.of(file(ORDERS, 20, 1), file(ITEMS, 1, 1)));
    assertThat(inFlight()).isEmpty();
  }
}
