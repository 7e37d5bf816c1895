package io.spillway.schema;

import static io.spillway.schema.Shown.ddl;
import static io.spillway.schema.Shown.id;
import static io.spillway.schema.Shown.shape;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class CatalogTest extends CatalogFixture {
  @Test
  void aPartialIndexCostsNoColumnThatComesWithIt() {
    apply(100, "shop.t", "create table t (a int)");
    DdlOutcome outcome =
        apply(
            200,
            "shop.t",
            "alter table t add column b int, add index i(a) where b > 1, add column c date");
    assertThat(outcome.warnings()).isEmpty();
    assertThat(structure("shop.t", 200)).contains("b INT(11)").contains("c DATE");
  }

  @Test
  void theOrdersTableLooksAsItsSchemaFileShows() {
    apply(
        100,
        "shop.orders",
        "CREATE TABLE `orders` (`id` BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, `name` VARCHAR(64),"
            + " `amount` DECIMAL(12,2), PRIMARY KEY (`id`))");
    String alter = "ALTER TABLE `orders` ADD COLUMN `state` ENUM('new','paid','a&b') DEFAULT 'new'";

    DdlOutcome outcome = apply(463700000000000001L, "shop.orders", alter);

    assertThat(outcome.files())
        .containsExactly(new SchemaVersion(Shown.orders(), 463700000000000001L, alter, 5));
    assertThat(outcome.drained()).containsExactly(id("shop.orders"));
  }

  @Test
  void aDdlWithoutDataOnAnUnknownTableShowsWhatItSays() {
    DdlOutcome outcome = apply(5, "db.t", "ALTER TABLE t ADD c INT");

    assertThat(files(outcome)).containsExactly("5 db.t: c INT(11)");
    assertThat(outcome.drained()).containsExactly(id("db.t"));
    assertThat(outcome.warnings()).hasSize(1).first().asString().contains("db.t").contains("5");
  }

  @Test
  void anUnknownTableIsReportedOnce() {
    assertThat(apply(5, "db.t", "alter table t add c int").warnings()).hasSize(1);
    assertThat(apply(6, "db.t", "alter table t add d int").warnings()).isEmpty();
    assertThat(apply(7, "db.u", "alter table u add d int").warnings()).hasSize(1);
    assertThat(structure("db.t", 6)).isEqualTo("db.t: c INT(11), d INT(11)");
  }

  @Test
  void withoutDdlTheRowsTellTheColumns() {
    catalog.shape(
        shape(3, "db.t", "id* bigint unsigned", "n varchar", "d decimal(12,2)", "e enum('x','y')"));

    assertThat(structure("db.t", 0))
        .isEqualTo("db.t: id BIGINT UNSIGNED! PK, n VARCHAR, d DECIMAL(12,2), e ENUM[x, y]");
    DdlOutcome outcome = apply(5, "db.t", "alter table t add c int, drop n");
    assertThat(files(outcome))
        .containsExactly(
            "61 db.t: id BIGINT UNSIGNED! PK, d DECIMAL(12,2), e ENUM[x, y], c INT(11)");
    assertThat(outcome.warnings()).isEmpty();
  }

  @Test
  void typesOfARowAreNormalisedAndNothingIsAdded() {
    catalog.shape(
        shape(
            3,
            "db.t",
            "a int",
            "b decimal",
            "c datetime(6)",
            "d set('p')",
            "e varchar(7)",
            "f uuid",
            "g float",
            "h int unsigned",
            "i tinyint(1)",
            "j "));

    assertThat(structure("db.t", 0))
        .isEqualTo(
            "db.t: a INT, b DECIMAL, c DATETIME(,6), d SET[p], e VARCHAR(7), f UUID, g FLOAT,"
                + " h INT UNSIGNED, i TINYINT(1), j ");
  }

  @Test
  void theNewestRowUpToTheDdlIsTheBase() {
    catalog.shape(shape(3, "db.t", "id* int", "b int"));
    catalog.shape(shape(1, "db.t", "id* int"));
    catalog.shape(shape(9, "db.t", "id* int", "b int", "z int", "c int"));

    assertThat(files(apply(9, "db.t", "alter table t drop z")))
        .containsExactly("6 db.t: id INT! PK, b INT, c INT");
    catalog.shape(shape(12, "db.t", "id* int", "q int"));
    assertThat(structure("db.t", 9)).isEqualTo("db.t: id INT! PK, b INT, c INT");
  }

  @Test
  void laterRowsShowAnOtherwiseUnknownTable() {
    catalog.shape(shape(7, "db.t", "id* int", "c int", "s varchar"));

    DdlOutcome outcome = apply(5, "db.t", "alter table t add c int default 3");

    assertThat(files(outcome)).containsExactly("5 db.t: id INT! PK, c INT(11) =\"3\", s VARCHAR");
    assertThat(outcome.warnings()).isEmpty();
    assertThat(structure("db.t", 5)).isEqualTo("db.t: id INT! PK, c INT(11) =\"3\", s VARCHAR");
  }

  @Test
  void rowsBeyondTheLimitDontCount() {
    catalog.shape(shape(9, "db.t", "id* int", "later int"));

    DdlOutcome outcome = catalog.apply(ddl(5, "db.t", "alter table t add c int"), 8);

    assertThat(files(outcome)).containsExactly("5 db.t: c INT(11)");
    assertThat(Shown.structure(catalog.structure(id("db.t"), 5, 8))).isEqualTo("db.t: c INT(11)");
    assertThat(structure("db.t", 5)).isEqualTo("db.t: id INT! PK, later INT");
  }

  @Test
  void aRowAtTheDdlsOwnTimePrecedesIt() {
    apply(5, "db.t", "alter table t add c int");
    catalog.shape(shape(8, "db.t", "id* int", "c int"));
    assertThat(files(apply(8, "db.t", "alter table t add d int")))
        .containsExactly("5 db.t: id INT! PK, c INT(11), d INT(11)");
  }

  @Test
  void aDeleteThatShowsItsKeyOnlyHidesNothing() {
    catalog.shape(shape(3, "db.t", "id* int", "b int"));
    catalog.shape(shape(4, "db.t", "id* int"));
    assertThat(structure("db.t", 0)).isEqualTo("db.t: id INT! PK, b INT");

    catalog.shape(shape(4, "db.u", "id* int"));
    assertThat(files(apply(5, "db.u", "alter table u add c int")))
        .containsExactly("5 db.u: id INT! PK, c INT(11)");
    catalog.shape(shape(6, "db.u", "id* int", "b int", "c int"));
    assertThat(structure("db.u", 5)).isEqualTo("db.u: id INT! PK, b INT, c INT(11)");
  }
}
