package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.spillway.event.SchemaChange;
import io.spillway.event.TableId;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import io.spillway.plan.StorageCommand;
import io.spillway.schema.Column;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What statements do to rows that wait. */
class SpoolStatementsTest {
  private final RecordedPorts ports = new RecordedPorts();

  private static SchemaChange alter(int table, long commitTs) {
    String sql = "ALTER TABLE t" + table + " ADD COLUMN c" + commitTs + " INT";
    return new SchemaChange(Rows.P0, commitTs, Rows.table(table), "ALTER", sql);
  }

  @Test
  void lateRowsOnBothSidesOfADdlThatIsForgottenGoToTheirOwnVersions() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(alter(0, 10), 0);
    spool.broadcast(alter(0, 20), 0);
    spool.broadcast(alter(0, 30), 0);
    spool.watermark(40, 0);
    spool.heldBack();
    for (long checkpoint = 1; checkpoint <= 3; checkpoint++) {
      spool.beforeBarrier(checkpoint);
      spool.completed(checkpoint);
    }
    assertThat(spool.drains().state().versions().get(Rows.table(0)).versions())
        .as("not forgotten")
        .containsExactly(30L);
    ports.versionsInBucket.addAll(List.of(10L, 20L, 30L));
    for (long commitTs = 14; commitTs <= 35; commitTs += 3) {
      spool.row(Rows.row(Rows.table(0), commitTs, 20), 100);
    }
    spool.tick(2000);

    assertThat(ports.files)
        .extracting(f -> f.file().dir().version(), f -> f.rows(), SealedFile::maxCommitTs)
        .containsExactly(tuple(10L, 3L, 20L), tuple(20L, 3L, 29L), tuple(30L, 2L, 35L));
    assertThat(ports.lateRows).isEqualTo(8);
  }

  /** Their schema files are written by the commit, which comes some time after the barrier. */
  @Test
  void versionsAreKnownUntilTheirSchemaFilesAreInTheBucketForCertain() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(alter(0, 10), 0);
    spool.broadcast(alter(0, 20), 0);
    spool.watermark(40, 0);
    spool.heldBack();
    for (long checkpoint = 1; checkpoint <= 2; checkpoint++) {
      spool.beforeBarrier(checkpoint);
      spool.row(Rows.row(Rows.table(0), 15, 20), 0);
      spool.tick(checkpoint * 2000);
      spool.completed(checkpoint);
    }
    assertThat(ports.files).extracting(f -> f.file().dir().version()).containsExactly(10L, 10L);
  }

  /** What was overdue has been drained meanwhile; the row that is there now is young. */
  @Test
  void anOverdueDispatcherThatADdlHasDrainedStartsAnew() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.row(Rows.row(Rows.table(0), 5, 20), 0);
    spool.tick(1000);
    spool.broadcast(alter(0, 5), 1000);
    spool.row(Rows.row(Rows.table(0), 8, 20), 1010);
    spool.watermark(8, 1020);
    assertThat(ports.files).extracting(SealedFile::reason).containsExactly(FlushReason.DDL);
    spool.tick(2009);
    assertThat(ports.files).hasSize(1);
    spool.tick(2010);
    assertThat(ports.files).hasSize(2);
  }

  @Test
  void aDdlDrainsItsTableOnlyAndItsOwnTimestampPrecedesIt() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    for (long ts : new long[] {3, 5, 6}) {
      spool.row(Rows.row(Rows.table(0), ts, 20), 0);
      spool.row(Rows.row(Rows.table(1), ts, 20), 0);
    }
    spool.broadcast(alter(0, 5), 0);
    spool.broadcast(alter(0, 5), 0);
    assertThat(ports.files).isEmpty();
    spool.watermark(5, 1);
    assertThat(ports.files).hasSize(1);
    assertThat(ports.files.get(0).maxCommitTs()).isEqualTo(5);
    assertThat(ports.files.get(0).rows()).isEqualTo(2);
    assertThat(ports.schemas).extracting(s -> s.file().version()).containsExactly(1L, 5L);
    spool.watermark(Long.MAX_VALUE, 2);
    List<Long> versions = ports.files.stream().map(f -> f.file().dir().version()).toList();
    assertThat(versions).containsExactlyInAnyOrder(1L, 5L, 1L);
  }

  /** TiCDC tells the parts of one statement apart, and gives them its commit timestamp. */
  @Test
  void tablesThatChangeNamesInOneStatementKeepTheirColumns() throws Exception {
    Spool spool = ports.spool(Rows.settings(1 << 20));
    spool.broadcast(named(1, "t1", "CREATE TABLE `t1` (`id` INT PRIMARY KEY, `one` INT)"), 0);
    spool.broadcast(named(2, "t2", "CREATE TABLE `t2` (`id` INT PRIMARY KEY, `two` INT)"), 0);
    spool.broadcast(named(5, "tmp", "RENAME TABLE `shop`.`t1` TO `shop`.`tmp`"), 0);
    spool.broadcast(named(5, "t1", "RENAME TABLE `shop`.`t2` TO `shop`.`t1`"), 0);
    spool.broadcast(named(5, "t2", "RENAME TABLE `shop`.`tmp` TO `shop`.`t2`"), 0);
    spool.watermark(9, 1);

    assertThat(columns("t1", 5)).containsExactly("id", "two");
    assertThat(columns("t2", 5)).containsExactly("id", "one");
  }

  private static SchemaChange named(long commitTs, String table, String sql) {
    return new SchemaChange(Rows.P0, commitTs, new TableId("shop", table), "QUERY", sql);
  }

  private List<String> columns(String table, long version) {
    return ports.schemas.stream()
        .map(StorageCommand.WriteSchema::file)
        .filter(file -> file.structure().table().equals(new TableId("shop", table)))
        .filter(file -> file.version() == version)
        .flatMap(file -> file.structure().columns().stream())
        .map(Column::name)
        .toList();
  }

  @Test
  void aStatementMakesNoFileForATableThatHasNoPlaceInTheBucket() throws Exception {
    Spool spool = ports.spool(Rows.settings(10));
    String sql = "CREATE TABLE `..`.`..` (a INT); CREATE TABLE `a/../../b`.t (a INT)";
    spool.broadcast(new SchemaChange(Rows.P0, 10, Rows.table(0), "CREATE", sql), 0);
    spool.watermark(20, 0);

    assertThat(ports.schemas)
        .extracting(schema -> schema.file().structure().table())
        .doesNotContain(new TableId("..", ".."), new TableId("a/../../b", "t"));
    assertThat(ports.warnings)
        .contains(
            "DDL of %s at 10 names what has no place in the bucket (schema name is '..'): no schema"
                    .formatted(Rows.table(0))
                + " file is written for that")
        .anyMatch(warning -> warning.contains("schema name contains '/'"));
  }
}
