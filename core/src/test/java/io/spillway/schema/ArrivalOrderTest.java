package io.spillway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SchemaChange;
import io.spillway.event.TableShape;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * A table's true history of columns, seen through rows that come in any order and DDLs of which
 * some can't be parsed.
 */
class ArrivalOrderTest {
  /** {@code columns[ts]}: the table's columns in rows of that time. */
  private record History(List<SchemaChange> ddls, List<TableShape> rows, List<String> columns) {}

  private static final int END = 60;

  @Property(tries = 100)
  void rowsMayComeInAnyOrder(@ForAll long seed) {
    History history = history(new Random(seed));
    List<DdlOutcome> inOrderOutcomes = new ArrayList<>();
    Catalog inOrder = feed(history, new Random(0), 0, inOrderOutcomes);
    for (int round = 1; round <= 2; round++) {
      List<DdlOutcome> outcomes = new ArrayList<>();
      Catalog shuffled = feed(history, new Random(seed + round), END, outcomes);
      assertThat(outcomes).as("seed %d round %d", seed, round).isEqualTo(inOrderOutcomes);
      for (int ts = 0; ts < END; ts++) {
        assertThat(shuffled.structure(Shown.id("db.t"), ts))
            .as("seed %d round %d version %d", seed, round, ts)
            .isEqualTo(inOrder.structure(Shown.id("db.t"), ts));
      }
    }
  }

  @Property(tries = 100)
  void whatIsSeenIsTheTruth(@ForAll long seed) {
    History history = history(new Random(seed));
    Catalog catalog = feed(history, new Random(seed), END, new ArrayList<>());
    boolean known = false;
    List<Integer> bounds = new ArrayList<>(List.of(0));
    history.ddls().forEach(ddl -> bounds.add((int) ddl.commitTs()));
    bounds.add(END);
    for (int i = 0; i + 1 < bounds.size(); i++) {
      int from = bounds.get(i);
      int to = bounds.get(i + 1);
      known &= i == 0 || history.ddls().get(i - 1).query().startsWith("alter");
      known |= history.rows().stream().anyMatch(r -> r.commitTs() > from && r.commitTs() <= to);
      if (known) {
        assertThat(names(catalog.structure(Shown.id("db.t"), from)))
            .as("seed %d version %d", seed, from)
            .isEqualTo(history.columns().get(from + 1));
      }
    }
  }

  @Property(tries = 100)
  void pruningChangesNoLaterAnswer(@ForAll long seed) {
    History history = history(new Random(seed));
    Random random = new Random(seed);
    Catalog whole = feed(history, new Random(seed), END, new ArrayList<>());
    Catalog pruned = feed(history, new Random(seed), END, new ArrayList<>());
    int below = random.nextInt(END);
    pruned.prune(below);
    Catalog restored = Catalog.restore(List.of(pruned.snapshot()));
    assertThat(restored.snapshot()).as("seed %d", seed).isEqualTo(pruned.snapshot());
    for (int ts = below; ts < END; ts++) {
      for (Catalog catalog : List.of(pruned, restored)) {
        assertThat(catalog.structure(Shown.id("db.t"), ts))
            .as("seed %d below %d version %d", seed, below, ts)
            .isEqualTo(whole.structure(Shown.id("db.t"), ts));
      }
    }
  }

  private static String names(TableStructure structure) {
    return String.join(",", structure.columns().stream().map(Column::name).toList());
  }

  private static History history(Random random) {
    List<SchemaChange> ddls = new ArrayList<>();
    List<TableShape> rows = new ArrayList<>();
    List<String> truth = new ArrayList<>(List.of(""));
    List<String> columns = new ArrayList<>(List.of("id", "n"));
    int rowChance = random.nextInt(6);
    for (int ts = 1; ts <= END; ts++) {
      truth.add(String.join(",", columns));
      if (random.nextInt(10) < rowChance) {
        rows.add(row(ts, columns));
      }
      if (ts < END && random.nextInt(6) == 0) {
        String clauses = change(random, ts, columns);
        String verb = random.nextInt(3) == 0 ? "frobnicate" : "alter";
        ddls.add(Shown.ddl(ts, "db.t", verb + " table t " + clauses));
      }
    }
    return new History(ddls, rows, truth);
  }

  /** Never leads back to columns that the table had before. */
  private static String change(Random random, int ts, List<String> columns) {
    String clauses = "add c" + ts + " int";
    if (columns.size() > 2 && random.nextBoolean()) {
      clauses += ", drop " + columns.remove(1 + random.nextInt(columns.size() - 1));
    }
    columns.add("c" + ts);
    return clauses;
  }

  private static TableShape row(int ts, List<String> columns) {
    List<TableShape.Column> shown = new ArrayList<>();
    columns.forEach(name -> shown.add(new TableShape.Column(name, "int", name.equals("id"))));
    return new TableShape(Shown.id("db.t"), ts, shown);
  }

  /**
   * Feeds every row before the first DDL at or after it, and up to {@code ahead} earlier than its
   * time.
   */
  private static Catalog feed(
      History history, Random random, int ahead, List<DdlOutcome> outcomes) {
    Catalog catalog = new Catalog();
    List<TableShape> waiting = new ArrayList<>(history.rows());
    for (SchemaChange ddl : history.ddls()) {
      Collections.shuffle(waiting, random);
      if (ahead == 0) {
        waiting.sort(Comparator.comparingLong(TableShape::commitTs));
      }
      waiting.removeIf(
          row -> {
            long lead = ahead == 0 ? 0 : random.nextInt(ahead);
            boolean comes = row.commitTs() - lead <= ddl.commitTs();
            if (comes) {
              catalog.shape(row);
            }
            return comes;
          });
      outcomes.add(catalog.apply(ddl, ddl.commitTs()));
    }
    waiting.forEach(catalog::shape);
    return catalog;
  }
}
