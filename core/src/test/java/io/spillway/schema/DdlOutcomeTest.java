package io.spillway.schema;

import static io.spillway.schema.Shown.ddl;
import static io.spillway.schema.Shown.id;
import static io.spillway.schema.Shown.shape;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SchemaChange;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DdlOutcomeTest extends CatalogFixture {
  @Test
  void renamingMovesTheStructureAndDrainsBothNames() {
    apply(1, "db.Old", "create table `Old` (a int)");

    DdlOutcome outcome = apply(5, "db.Old", "rename table Old to other.`New Name`");

    assertThat(files(outcome)).containsExactly("14 other.New Name: a INT(11)");
    assertThat(outcome.drained()).containsExactly(id("db.Old"), id("other.New Name"));
    assertThat(structure("db.Old", 5)).isEqualTo("db.Old: ");
    assertThat(structure("db.Old", 1)).isEqualTo("db.Old: a INT(11)");
    assertThat(
            files(
                apply(
                    6, "other.New Name", "alter table other.`New Name` rename to db.x, add b int")))
        .containsExactly("61 db.x: a INT(11), b INT(11)");
  }

  @Test
  void renamesOfOneStatementApplyInTurn() {
    apply(1, "db.a", "create table a (x int)");
    apply(2, "db.b", "create table b (y int)");

    DdlOutcome outcome = apply(5, "db.a", "rename table a to tmp, b to a, tmp to b");

    assertThat(files(outcome)).containsExactly("14 db.a: y INT(11)", "14 db.b: x INT(11)");
    assertThat(outcome.drained()).containsExactlyInAnyOrder(id("db.a"), id("db.b"), id("db.tmp"));
  }

  @Test
  void renamesThatComeOneByOneAtOneTimeApplyInTurn() {
    apply(1, "db.a", "create table a (x int)");
    apply(5, "db.tmp", "rename table a to tmp");
    assertThat(files(apply(5, "db.b", "rename table tmp to b")))
        .containsExactly("14 db.b: x INT(11)");
    assertThat(structure("db.tmp", 5)).isEqualTo("db.tmp: ");
  }

  @Test
  void aNameInAnotherLetterCaseFindsItsTable() {
    apply(1, "db.MyTable", "create table MyTable (x int)");

    DdlOutcome outcome = apply(5, "db.NewName", "RENAME TABLE `mytable` TO `NewName`");

    assertThat(files(outcome)).containsExactly("14 db.NewName: x INT(11)");
    assertThat(outcome.drained()).contains(id("db.MyTable"), id("db.mytable"), id("db.NewName"));
    assertThat(structure("db.MyTable", 5)).isEqualTo("db.MyTable: ");
  }

  @ParameterizedTest
  @ValueSource(strings = {"rename table t to T", "alter table t rename to T"})
  void aNameMayChangeItsLetterCaseOnly(String sql) {
    apply(1, "db.t", "create table t (x int)");

    DdlOutcome outcome = apply(5, "db.T", sql);

    assertThat(files(outcome)).containsExactly("14 db.T: x INT(11)");
    assertThat(outcome.drained()).containsExactly(id("db.t"), id("db.T"));
  }

  @Test
  void theMessagesSpellingOfItsTableWins() {
    catalog.shape(shape(1, "Shop.Orders", "id* int"));
    assertThat(files(apply(5, "Shop.Orders", "alter table SHOP.ORDERS add c int")))
        .containsExactly("5 Shop.Orders: id INT! PK, c INT(11)");
  }

  @Test
  void exchangingAPartitionGivesTheStatementToThePartitionedTable() {
    apply(1, "db.p", "create table p (x int) partition by hash (x) partitions 4");
    apply(2, "db2.n", "create table n (x int, extra int)");
    String sql = "alter table p exchange partition p0 with table db2.n without validation";

    DdlOutcome outcome = apply(5, "db.p", sql);

    assertThat(files(outcome))
        .containsExactly("42 db.p: x INT(11)", "0 db2.n: x INT(11), extra INT(11)");
    assertThat(outcome.files().stream().map(SchemaVersion::query)).containsExactly(sql, "");
    assertThat(outcome.drained()).containsExactlyInAnyOrder(id("db.p"), id("db2.n"));
    assertThat(structure("db2.n", 5)).isEqualTo("db2.n: x INT(11), extra INT(11)");
  }

  @Test
  void droppedTablesKeepTheirColumnsInTheFile() {
    apply(1, "db.a", "create table a (x int)");
    apply(2, "db.b", "create table b (y int)");

    DdlOutcome outcome = apply(5, "db.a", "drop table if exists a, b, db.c");

    assertThat(files(outcome))
        .containsExactly("4 db.a: x INT(11)", "4 db.b: y INT(11)", "4 db.c: ");
    assertThat(outcome.drained()).containsExactly(id("db.a"), id("db.b"), id("db.c"));
    assertThat(files(apply(6, "db.a", "create table if not exists a (z int)")))
        .containsExactly("3 db.a: z INT(11)");
  }

  @Test
  void rowsAfterADropDescribeAnotherTable() {
    apply(1, "db.a", "create table a (x varchar(64), y int)");
    apply(5, "db.a", "drop table a");
    catalog.shape(shape(7, "db.a", "x varchar"));
    assertThat(structure("db.a", 5)).isEqualTo("db.a: x VARCHAR");
  }

  @Test
  void ifNotExistsLeavesAnExistingTableAlone() {
    apply(1, "db.a", "create table a (x int)");
    assertThat(files(apply(5, "db.a", "create table if not exists a (other int)")))
        .containsExactly("3 db.a: x INT(11)");
  }

  @Test
  void aTableLikeAnUnknownOneIsShownByItsRows() {
    DdlOutcome outcome = apply(5, "db.n", "create table n like db.u");
    assertThat(files(outcome)).containsExactly("3 db.n: ");
    assertThat(outcome.warnings()).hasSize(1);
    catalog.shape(shape(6, "db.n", "id* int"));
    assertThat(structure("db.n", 5)).isEqualTo("db.n: id INT! PK");
  }

  @Test
  void columnsThatAQueryAddsAreShownByRows() {
    apply(5, "db.n", "create table n (k bigint primary key) as select k, v from u");
    catalog.shape(shape(6, "db.n", "k* bigint", "v varchar"));
    assertThat(structure("db.n", 5)).isEqualTo("db.n: k BIGINT(20)! PK, v VARCHAR");
  }

  @Test
  void databasesDrainAllTheirTables() {
    apply(1, "shop.a", "create table a (x int)");
    apply(1, "shop2.a", "create table a (x int)");

    DdlOutcome created = apply(4, "shop", "create database if not exists shop");
    DdlOutcome altered = apply(5, "shop", "alter database shop character set utf8mb4");
    DdlOutcome dropped = apply(6, "shop", "drop schema shop");

    assertThat(files(created)).containsExactly("1 shop: ");
    assertThat(files(altered)).containsExactly("26 shop: ");
    assertThat(files(dropped)).containsExactly("2 shop: ");
    for (DdlOutcome outcome : List.of(created, altered, dropped)) {
      assertThat(outcome.drained()).containsExactly(id("shop"));
      assertThat(outcome.wholeDatabase()).isTrue();
      assertThat(outcome.warnings()).isEmpty();
    }
    assertThat(files(apply(7, "shop.a", "create table if not exists a (y int)")))
        .containsExactly("3 shop.a: y INT(11)");
    assertThat(structure("shop2.a", 6)).isEqualTo("shop2.a: x INT(11)");
  }

  @Test
  void viewsHaveFilesWithoutColumns() {
    assertThat(files(apply(5, "db.v", "create or replace view v (a) as select x from t")))
        .containsExactly("21 db.v: ");
    DdlOutcome dropped = apply(6, "db.v", "drop view if exists v, other.w");
    assertThat(files(dropped)).containsExactly("24 db.v: ", "24 other.w: ");
    assertThat(dropped.warnings()).isEmpty();
  }

  @Test
  void severalStatementsGiveOneFileForEachTableWithItsFinalStructure() {
    String sql =
        "create table a (x int); create table b (y int); alter table a add z int;"
            + " alter table b rename to c; alter table a drop x";

    DdlOutcome outcome = apply(5, "db.a", sql);

    assertThat(files(outcome)).containsExactlyInAnyOrder("6 db.a: z INT(11)", "14 db.c: y INT(11)");
    assertThat(outcome.files()).allSatisfy(file -> assertThat(file.query()).isEqualTo(sql));
    assertThat(outcome.drained()).containsExactly(id("db.a"), id("db.b"), id("db.c"));
  }

  @Test
  void badSqlDrainsAndKeepsTheLastKnownColumns() {
    apply(1, "db.t", "create table t (x varchar(64), y int)");

    DdlOutcome outcome = apply(5, "db.t", "alter table t frobnicate all columns");

    assertThat(files(outcome)).containsExactly("0 db.t: x VARCHAR(64), y INT(11)");
    assertThat(outcome.files().get(0).query()).isEqualTo("alter table t frobnicate all columns");
    assertThat(outcome.drained()).containsExactly(id("db.t"));
    assertThat(outcome.warnings()).hasSize(1).first().asString().contains("can't be parsed");
    assertThat(structure("db.t", 5)).isEqualTo("db.t: x VARCHAR(64), y INT(11)");
  }

  @Test
  void rowsAfterBadSqlCorrectTheColumns() {
    apply(1, "db.t", "create table t (x varchar(64), y int)");
    apply(5, "db.t", "alter table t frobnicate all columns");
    catalog.shape(shape(7, "db.t", "x varchar", "n text"));

    assertThat(structure("db.t", 5)).isEqualTo("db.t: x VARCHAR(64), n TEXT");
    assertThat(structure("db.t", 1)).isEqualTo("db.t: x VARCHAR(64), y INT(11)");
    assertThat(files(apply(9, "db.t", "alter table t drop x"))).containsExactly("6 db.t: n TEXT");
  }

  @Test
  void aFileOfBadSqlShowsTheColumnsOfTheRowsThatHaveCome() {
    apply(1, "db.t", "create table t (x varchar(64), y int)");
    catalog.shape(shape(7, "db.t", "x varchar", "y int", "n decimal"));

    DdlOutcome outcome = apply(5, "db.t", "alter table t frobnicate (n number)");

    assertThat(files(outcome)).containsExactly("0 db.t: x VARCHAR(64), y INT(11), n DECIMAL");
    assertThat(outcome.warnings()).hasSize(1).first().asString().contains("can't be parsed");
  }

  @Test
  void columnsThatComeWithAStatementAreTakenWhereItsTextIsNotUnderstood() {
    apply(1, "db.t", "create table t (x varchar(64), y int)");
    catalog.shape(shape(6, "db.t", "x varchar(64)", "n decimal(9,2)"));
    String files = "0 db.t: x VARCHAR(64), n DECIMAL(9,2)";

    // the watermark may stand at the statement itself
    SchemaChange bad = ddl(5, "db.t", "alter table t frobnicate");
    assertThat(files(catalog.apply(bad, 5, Long.MAX_VALUE))).containsExactly(files);
    // a row tells less than the message
    catalog.shape(shape(7, "db.t", "x varchar", "n decimal"));
    assertThat(files(catalog.apply(bad, 7, Long.MAX_VALUE))).containsExactly(files);

    catalog.shape(shape(8, "db.t", "x varchar(64)"));
    assertThat(files(apply(7, "db.t", ""))).containsExactly("0 db.t: x VARCHAR(64)");
    assertThat(apply(7, "db.t", "").warnings()).isEmpty();

    catalog.shape(shape(10, "db.t", "x text", "n text"));
    assertThat(files(apply(9, "db.t", "alter table t add z date")))
        .containsExactly("5 db.t: x VARCHAR(64), z DATE");
  }

  @Test
  void columnsThatComeWithAnotherDatabasesStatementStandAboveItsText() {
    apply(1, "db.t", "create table t (x varchar(64), y int)");
    catalog.shape(shape(6, "db.t", "x varchar(64)", "y int", "d datetime"));
    String sql = "alter table t add d date";

    SchemaChange own = ddl(5, "db.t", sql);
    SchemaChange other =
        new SchemaChange(own.partition(), 5, own.table(), SchemaChange.OTHER_SQL, sql);
    DdlOutcome outcome = catalog.apply(other);

    assertThat(files(outcome)).containsExactly("5 db.t: x VARCHAR(64), y INT(11), d DATETIME");
    assertThat(outcome.warnings()).isEmpty();
    assertThat(files(apply(9, "db.t", "alter table t drop y")))
        .containsExactly("6 db.t: x VARCHAR(64), d DATETIME");
  }

  @Test
  void aNumberWithoutDigitsIsADecimalUnlessRowsSayOtherwise() {
    apply(1, "db.t", "create table t (id number(9,0) not null, name varchar2(255))");
    assertThat(files(apply(5, "db.t", "alter table t add (amt number)")))
        .containsExactly("5 db.t: id DECIMAL(9,0)!, name VARCHAR(255), amt DECIMAL");
    catalog.shape(shape(6, "db.t", "id int", "name varchar", "amt double"));
    assertThat(files(apply(5, "db.t", "alter table t add (amt number)")))
        .as("as MariaDB takes it")
        .containsExactly("5 db.t: id INT, name VARCHAR(255), amt DOUBLE");
  }

  @Test
  void theFirstRowBehindTheWatermarkShowsTheColumnsWhereNoOtherHasCome() {
    apply(1, "db.t", "create table t (x varchar(64), y int)");
    catalog.shape(shape(8, "db.t", "x varchar(64)", "n decimal"));
    catalog.shape(shape(9, "db.t", "x varchar(64)", "later int"));
    SchemaChange bad = ddl(5, "db.t", "alter table t add (n frobnicate)");

    assertThat(files(catalog.apply(bad, 6, 7))).containsExactly("0 db.t: x VARCHAR(64), y INT(11)");
    assertThat(files(catalog.apply(bad, 6, Long.MAX_VALUE)))
        .containsExactly("0 db.t: x VARCHAR(64), n DECIMAL");
  }

  @Test
  void aPartitionThatBecomesATableGivesItItsColumns() {
    apply(1, "db.t", "create table t (x varchar(64), y int)");

    DdlOutcome outcome = apply(5, "db.t", "alter table t convert partition p to table u");

    assertThat(files(outcome))
        .containsExactly("20 db.t: x VARCHAR(64), y INT(11)", "0 db.u: x VARCHAR(64), y INT(11)");
    assertThat(outcome.files().get(1).query()).isEmpty();
    assertThat(outcome.drained()).containsExactly(id("db.t"), id("db.u"));
    assertThat(files(apply(6, "db.u", "alter table u add z date")))
        .containsExactly("5 db.u: x VARCHAR(64), y INT(11), z DATE");

    apply(7, "db.t", "alter table t convert table u to partition p values in (1)");
    assertThat(structure("db.u", 7)).isEqualTo("db.u: x VARCHAR(64), y INT(11), z DATE");
    assertThat(files(apply(8, "db.u", "create table if not exists u (a int)")))
        .containsExactly("3 db.u: a INT(11)");
  }

  @Test
  void aStatementThatConcernsNoTableStillDrainsWhatTheMessageNames() {
    apply(1, "db.t", "create table t (x int)");
    for (String sql : List.of("", ";", "create user u", "create temporary table t (z int)")) {
      DdlOutcome outcome = apply(5, "db.t", sql);
      assertThat(files(outcome)).as(sql).containsExactly("0 db.t: x INT(11)");
      assertThat(outcome.drained()).as(sql).containsExactly(id("db.t"));
    }
    assertThat(apply(6, "db", "create user u").wholeDatabase()).isTrue();
  }

  @Test
  void textThatIsNoSqlNeverThrows() {
    String deep = "select " + "(".repeat(20_000) + "1" + ")".repeat(20_000);
    for (String sql : List.of("'", "`", "create table", "\0", "\ud800", "💥", deep)) {
      DdlOutcome outcome = apply(5, "db.t", sql);
      assertThat(outcome.files()).as(sql).hasSize(1);
      assertThat(outcome.warnings()).as(sql).anyMatch(w -> w.contains("can't be parsed"));
    }
  }
}
