package io.spillway.schema;

import static io.spillway.schema.Shown.ddl;
import static io.spillway.schema.Shown.id;
import static io.spillway.schema.Shown.shape;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CatalogKeepingTest {
  private final Catalog catalog = new Catalog();

  private DdlOutcome apply(long ts, String named, String sql) {
    return catalog.apply(ddl(ts, named, sql));
  }

  private String structure(String table, long version) {
    return Shown.structure(catalog.structure(id(table), version));
  }

  @Test
  void pruningKeepsWhatIsInForce() {
    apply(1, "db.t", "create table t (x int)");
    apply(5, "db.t", "alter table t add y int");
    apply(9, "db.t", "alter table t add z int");
    apply(3, "db.gone", "create table gone (x int)");
    apply(4, "db.gone", "drop table gone");
    catalog.shape(shape(2, "db.rows", "a int"));
    catalog.shape(shape(6, "db.rows", "a int", "b int"));
    catalog.shape(shape(8, "db.rows", "a int", "b int", "c int"));

    catalog.prune(7);

    assertThat(structure("db.t", 5)).isEqualTo("db.t: x INT(11), y INT(11)");
    assertThat(structure("db.t", 9)).isEqualTo("db.t: x INT(11), y INT(11), z INT(11)");
    assertThat(structure("db.t", 1)).isEqualTo("db.t: ");
    assertThat(Shown.structure(catalog.structure(id("db.rows"), 0, 7)))
        .isEqualTo("db.rows: a INT, b INT");
    assertThat(structure("db.rows", 0)).isEqualTo("db.rows: a INT, b INT, c INT");
    assertThat(catalog.snapshot().tables())
        .extracting(CatalogState.Table::table)
        .containsExactly(id("db.gone"), id("db.rows"), id("db.t"));
    assertThat(catalog.snapshot().tables().get(0).versions()).hasSize(1);
    assertThat(catalog.snapshot().tables().get(1).shapes()).hasSize(2);
    assertThat(catalog.snapshot().tables().get(2).versions()).hasSize(2);
  }

  @Test
  void rowsOfTheSameColumnsTakeNoRoom() {
    for (int ts = 1; ts <= 1000; ts++) {
      catalog.shape(shape((ts * 7919L) % 1009, "db.t", "id* int", "b int"));
      catalog.shape(shape((ts * 7919L) % 1009, "db.t", "id* int"));
    }
    assertThat(catalog.snapshot().tables().get(0).shapes()).hasSizeLessThanOrEqualTo(4);
  }

  @Test
  void aRestoredCatalogueIsEqualAndGoesOn() {
    apply(1, "db.t", "create table t (x int, v int as (x), y int)");
    apply(2, "db.u", "alter table u add c int");
    apply(3, "db.t", "alter table t frobnicate all columns");
    apply(4, "db.d", "drop table d");
    catalog.shape(shape(5, "db.w", "id* int", "s varchar"));
    CatalogState state = catalog.snapshot();

    Catalog restored = Catalog.restore(List.of(state));

    assertThat(restored.snapshot()).isEqualTo(state);
    assertThat(restored.apply(ddl(6, "db.u", "alter table u add d int")).warnings()).isEmpty();
    assertThat(restored.apply(ddl(7, "db.t", "alter table t add z int after v")).files())
        .extracting(Shown::file)
        .containsExactly("5 db.t: x INT(11), z INT(11), y INT(11)");
  }

  @Test
  void statesOfSeveralSubtasksJoin() {
    Catalog withRows = new Catalog();
    withRows.shape(shape(1, "db.t", "id* int", "b int"));
    for (Catalog each : List.of(catalog, withRows)) {
      each.apply(ddl(5, "db.t", "alter table t add c int"));
      each.apply(ddl(6, "db.u", "create table u (x int)"));
    }

    for (List<CatalogState> states :
        List.of(
            List.of(catalog.snapshot(), withRows.snapshot()),
            List.of(withRows.snapshot(), catalog.snapshot()))) {
      Catalog joined = Catalog.restore(states);
      assertThat(Shown.structure(joined.structure(id("db.t"), 5)))
          .isEqualTo("db.t: id INT! PK, b INT, c INT(11)");
      assertThat(Shown.structure(joined.structure(id("db.u"), 6))).isEqualTo("db.u: x INT(11)");
    }
  }
}
