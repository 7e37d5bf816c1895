package io.spillway.schema;

import static io.spillway.schema.Shown.ddl;
import static io.spillway.schema.Shown.id;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.CommitTs;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** TiDB's RECOVER and FLASHBACK bring a table back as it was when it was dropped. */
class RecoveredTablesTest {
  private static final String COLUMNS = "id INT(11)! PK, v DECIMAL(8,2)";
  private final Catalog catalog = new Catalog();

  private List<String> files(long ts, String named, String sql) {
    DdlOutcome outcome = catalog.apply(ddl(ts, named, sql));
    assertThat(outcome.warnings()).isEmpty();
    return outcome.files().stream().map(Shown::file).toList();
  }

  private void dropped() {
    files(1, "db.t", "create table t (id int primary key, v decimal(8,2))");
    files(2, "db.t", "drop table t");
  }

  @Test
  void aDroppedTableComesBackWithItsColumns() {
    dropped();
    assertThat(files(3, "db.t", "RECOVER TABLE `t`")).containsExactly("25 db.t: " + COLUMNS);
    assertThat(files(4, "db.t", "alter table t add w int"))
        .containsExactly("5 db.t: " + COLUMNS + ", w INT(11)");
  }

  @Test
  void itMayComeBackByAnotherNameOfItsOwnDatabase() {
    dropped();
    assertThat(files(3, "other.u", "FLASHBACK TABLE `db`.`t` TO `u`"))
        .containsExactly("25 db.u: " + COLUMNS);
  }

  @Test
  void itsJobMayNameIt() {
    dropped();
    assertThat(files(3, "db.t", "RECOVER TABLE BY JOB 53")).containsExactly("25 db.t: " + COLUMNS);
  }

  @Test
  void aNewTableOfTheNameIsNotTheOneThatComesBack() {
    dropped();
    files(3, "db.t", "create table t (x date)");
    assertThat(files(4, "db.u", "FLASHBACK TABLE t TO u")).containsExactly("25 db.u: " + COLUMNS);
    assertThat(Shown.structure(catalog.structure(id("db.t"), 4))).isEqualTo("db.t: x DATE");
  }

  @Test
  void ofATruncatedTableTheColumnsAreItsOwn() {
    files(1, "db.t", "create table t (id int primary key, v decimal(8,2))");
    files(2, "db.t", "truncate table t");
    assertThat(files(3, "db.u", "FLASHBACK TABLE t TO u")).containsExactly("25 db.u: " + COLUMNS);
  }

  @Test
  void aDatabaseComesBackWithTheTablesOfItsDrop() {
    files(1, "db.t", "create table t (id int primary key, v decimal(8,2))");
    files(2, "db.gone", "create table gone (x int)");
    files(3, "db.gone", "drop table gone");
    files(4, "db", "drop database db");
    assertThat(files(5, "back", "FLASHBACK DATABASE db TO back")).containsExactly("63 back: ");
    assertThat(Shown.structure(catalog.structure(id("back.t"), 5))).isEqualTo("back.t: " + COLUMNS);
    assertThat(Shown.structure(catalog.structure(id("back.gone"), 5))).isEqualTo("back.gone: ");
  }

  @Test
  void droppedColumnsAreKeptForThreeDays() {
    long drop = CommitTs.ofMillis(1_000_000_000_000L);
    files(drop - 1, "db.t", "create table t (id int primary key, v decimal(8,2))");
    files(drop, "db.t", "drop table t");
    files(drop + 1, "db.t", "create table t (x date)");
    long days = CommitTs.ofMillis(Duration.ofDays(3).toMillis());

    catalog.prune(drop + days - 1);
    Catalog restored = Catalog.restore(List.of(catalog.snapshot()));
    DdlOutcome back = restored.apply(ddl(drop + days, "db.u", "FLASHBACK TABLE t TO u"));
    assertThat(back.files()).extracting(Shown::file).containsExactly("25 db.u: " + COLUMNS);

    catalog.prune(drop + days);
    DdlOutcome late = catalog.apply(ddl(drop + days + 1, "db.w", "FLASHBACK TABLE t TO w"));
    assertThat(late.files()).extracting(Shown::file).containsExactly("25 db.w: x DATE");
  }
}
