package io.spillway.schema;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.schema.StatementText.Result;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Database shop is delivered as lake, its tables tmp_* not at all, and a.t shares a name. */
class StatementTextTest {
  private static final TableId NAMED = new TableId("shop", "t");

  private static final StatementText.Naming NAMING =
      new StatementText.Naming() {
        @Override
        public Optional<TableId> name(TableId table) {
          if (table.table().startsWith("tmp_")) {
            return Optional.empty();
          }
          return Optional.of(
              table.schema().equals("shop") ? new TableId("lake", table.table()) : table);
        }

        @Override
        public boolean isShared(TableId table) {
          return table.table().equals("shared");
        }
      };

  private static Result of(String sql) {
    SchemaChange ddl = new SchemaChange(new SourcePartition("s", 0), 7, NAMED, "", sql);
    return StatementText.of(ddl, NAMED, List.of(NAMED), NAMING);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "CREATE TABLE t (a INT) | CREATE TABLE `lake`.`t` (a INT)",
        "/* t of shop */ create table if not exists `shop` . `t` (shop INT, t INT COMMENT 't') | /* t of shop */ create table if not exists `lake`.`t` (shop INT, t INT COMMENT 't')",
        "CREATE TABLE t LIKE shop.u | CREATE TABLE `lake`.`t` LIKE `lake`.`u`",
        "CREATE TABLE t (a INT, FOREIGN KEY (a) REFERENCES u (id)) | CREATE TABLE `lake`.`t` (a INT, FOREIGN KEY (a) REFERENCES `lake`.`u` (id))",
        "ALTER TABLE t ADD COLUMN c VARCHAR(9) DEFAULT 't', RENAME TO u | ALTER TABLE `lake`.`t` ADD COLUMN c VARCHAR(9) DEFAULT 't', RENAME TO `lake`.`u`",
        "ALTER TABLE t RENAME COLUMN t TO u | ALTER TABLE `lake`.`t` RENAME COLUMN t TO u",
        "ALTER TABLE t EXCHANGE PARTITION p WITH TABLE other.u | ALTER TABLE `lake`.`t` EXCHANGE PARTITION p WITH TABLE `other`.`u`",
        "RENAME TABLE t TO other.t, other.u TO shop.u | RENAME TABLE `lake`.`t` TO `other`.`t`, `other`.`u` TO `lake`.`u`",
        "TRUNCATE TABLE shop.t | TRUNCATE TABLE `lake`.`t`",
        "TRUNCATE t | TRUNCATE `lake`.`t`",
        "DROP TABLE IF EXISTS t, other.u | DROP TABLE IF EXISTS `lake`.`t`, `other`.`u`",
        "DROP TABLE tmp_1, t | DROP TABLE IF EXISTS `lake`.`t`",
        "CREATE UNIQUE INDEX i ON t (a) | CREATE UNIQUE INDEX i ON `lake`.`t` (a)",
        "DROP INDEX i ON shop.t | DROP INDEX i ON `lake`.`t`",
        "CREATE DATABASE shop | CREATE DATABASE `lake`",
        "ALTER TABLE t COMMENT '\uD83D\uDE00 t'; ALTER TABLE u ADD b INT | ALTER TABLE `lake`.`t` COMMENT '\uD83D\uDE00 t'; ALTER TABLE `lake`.`u` ADD b INT",
        "RENAME TABLE t TO u, tmp_1 TO tmp_2 | RENAME TABLE `lake`.`t` TO `lake`.`u`",
        "CREATE TABLE t (id BIGINT PRIMARY KEY AUTO_RANDOM(5), a INT) | CREATE TABLE `lake`.`t` (id BIGINT PRIMARY KEY AUTO_RANDOM(5), a INT)",
      })
  void namesTablesAsTheyAreDelivered(String sql, String expected) {
    assertThat(of(sql)).isEqualTo(new Result.Text(expected));
  }

  @Test
  void aStatementWhoseTablesKeepTheirNamesStaysAsItCame() {
    TableId other = new TableId("other", "u");
    String sql = "ALTER TABLE u /* of shop */ ADD t INT";
    SchemaChange ddl = new SchemaChange(new SourcePartition("s", 0), 7, other, "", sql);

    assertThat(StatementText.of(ddl, other, List.of(other), NAMING))
        .isEqualTo(new Result.Text(sql));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '\0',
      value = {
        "RENAME TABLE tmp_1 TO t | names shop.tmp_1",
        "RENAME TABLE t TO tmp_1 | names shop.tmp_1",
        "RENAME TABLE t TO tmp_1, tmp_2 TO t | names shop.tmp_1",
        "CREATE TABLE t LIKE tmp_1 | names shop.tmp_1",
        "CREATE TABLE t AS SELECT * FROM u | SELECT",
        "CREATE TABLE t (a INT, CHECK (t.a > 0)) | may begin with a table's name",
        "CREATE VIEW t AS SELECT 1 | kind",
        "USE other; ALTER TABLE t ADD a INT | kind",
        "DROP TABLE shared | is for shop.shared only",
        "ALTER TABLE shared ADD a INT | is for shop.shared only",
        "ALTER TABLE t FROBNICATE THE COLUMN | isn't understood",
        "FLASHBACK TABLE t TO u | isn't understood",
      })
  void saysNothingWhereTheNamesDoNotSayItAll(String sql, String why) {
    assertThat(of(sql))
        .isInstanceOfSatisfying(Result.None.class, none -> assertThat(none.why()).contains(why));
  }
}
