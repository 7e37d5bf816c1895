package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import io.spillway.plan.StorageCommand;
import io.spillway.schema.Column;
import io.spillway.schema.SchemaFile;
import io.spillway.tables.ColumnRules;
import io.spillway.tables.NamePart;
import io.spillway.tables.Route;
import io.spillway.tables.TableRules;
import io.spillway.tables.UnmatchedRules;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tables of databases shop and a* are delivered in lake, those called tmp_* not at all. */
class RoutedTablesTest {
  private static final SourcePartition SOURCE = new SourcePartition("s", 0);
  private static final TableId LAKE_T = new TableId("lake", "t");
  private static final String COLUMNS = "(id BIGINT PRIMARY KEY, v INT)";

  private final RecordedPorts ports = new RecordedPorts();
  private final Spool spool;

  RoutedTablesTest() {
    ports.rules =
        new TableRules(
            List.of(
                new TableRules.Rule(
                    new TableFilter(List.of("*.tmp_*")), true, Set.of(), ColumnRules.NONE),
                rule("a2.*", new ColumnRules(Set.of("extra"), Map.of())),
                rule("shop.*", ColumnRules.NONE),
                rule("a*.*", ColumnRules.NONE)));
    spool = ports.spool(Rows.settings(1 << 20));
  }

  private static TableRules.Rule rule(String match, ColumnRules columns) {
    return new TableRules.Rule(
        new TableFilter(List.of(match)),
        new Route.Renamed(new NamePart("lake"), new NamePart("{table}")),
        Set.of(),
        columns,
        TableRules.Files.AS_ALL,
        3);
  }

  private void ddl(long ts, String schema, String table, String sql) throws Exception {
    spool.broadcast(new SchemaChange(SOURCE, ts, new TableId(schema, table), "", sql), 0);
  }

  private void row(long ts, TableId origin, TableId name) throws Exception {
    spool.broadcast(
        new TableShape(
            origin,
            ts,
            List.of(
                new TableShape.Column("id", "bigint", true),
                new TableShape.Column("v", "int", false))),
        0);
    byte[] bytes = "x".getBytes(StandardCharsets.UTF_8);
    spool.row(new Row(SOURCE, DispatcherId.of(name), ts, bytes, 0, 1, null), 0);
  }

  private List<String> schemas() {
    return ports.schemas.stream()
        .map(StorageCommand.WriteSchema::file)
        .map(
            file ->
                file.structure().table()
                    + "@"
                    + file.version()
                    + " "
                    + file.type()
                    + " "
                    + file.query())
        .toList();
  }

  private List<String> columns(int file) {
    SchemaFile schema = ports.schemas.get(file).file();
    return schema.structure().columns().stream().map(Column::name).toList();
  }

  private List<String> files() {
    return ports.files.stream().map(file -> file.file().toString()).toList();
  }

  @Test
  void rowsStandBehindTheStatementsOfTheirTableUnderItsNewName() throws Exception {
    ddl(10, "shop", "t", "CREATE TABLE t " + COLUMNS);
    row(11, new TableId("shop", "t"), LAKE_T);
    ddl(20, "shop", "t", "ALTER TABLE shop.t ADD COLUMN w INT");
    row(21, new TableId("shop", "t"), LAKE_T);
    spool.watermark(Long.MAX_VALUE, 0);

    assertThat(schemas())
        .containsExactly(
            "lake.t@10 3 CREATE TABLE `lake`.`t` " + COLUMNS,
            "lake.t@20 5 ALTER TABLE `lake`.`t` ADD COLUMN w INT");
    assertThat(columns(1)).containsExactly("id", "v", "w");
    assertThat(ports.files).hasSize(2);
    assertThat(ports.files.get(0).file().dir().version()).isEqualTo(10);
    assertThat(ports.files.get(1).file().dir().version()).isEqualTo(20);
    assertThat(ports.schemas.get(1).drained()).containsExactly(LAKE_T);
    assertThat(ports.warnings).noneMatch(text -> text.contains("handed on"));
  }

  @Test
  void rowsOfATableWithoutStatementsHaveItsColumnsUnderItsNewName() throws Exception {
    row(11, new TableId("shop", "t"), LAKE_T);
    spool.watermark(Long.MAX_VALUE, 0);

    assertThat(schemas()).containsExactly("lake.t@1 0 ");
    assertThat(columns(0)).containsExactly("id", "v");
  }

  @Test
  void aTableThatComesInByARenameHasItsColumnsAndNoStatement() throws Exception {
    ddl(10, "shop", "tmp_t", "CREATE TABLE tmp_t " + COLUMNS);
    ddl(20, "shop", "tmp_t", "RENAME TABLE shop.tmp_t TO shop.t");
    spool.watermark(Long.MAX_VALUE, 0);

    assertThat(schemas()).containsExactly("lake.t@20 0 ");
    assertThat(columns(0)).containsExactly("id", "v");
    assertThat(ports.warnings).anyMatch(text -> text.contains("it names shop.tmp_t, which isn't"));
  }

  @Test
  void aTableThatGoesOutByARenameLeavesItsRowsBehindIt() throws Exception {
    ddl(10, "shop", "t", "CREATE TABLE t " + COLUMNS);
    row(11, new TableId("shop", "t"), LAKE_T);
    ddl(20, "shop", "t", "RENAME TABLE shop.t TO shop.tmp_t");
    spool.watermark(25, 0);

    assertThat(ports.files).hasSize(1);
    assertThat(schemas()).hasSize(1);
  }

  @Test
  void ofSeveralTablesThatAreDroppedThoseThatAreDeliveredAreNamed() throws Exception {
    ddl(10, "shop", "t", "CREATE TABLE t " + COLUMNS);
    ddl(11, "shop", "tmp_t", "CREATE TABLE tmp_t " + COLUMNS);
    ddl(20, "shop", "t", "DROP TABLE tmp_t, t");
    spool.watermark(Long.MAX_VALUE, 0);

    assertThat(schemas())
        .containsExactly(
            "lake.t@10 3 CREATE TABLE `lake`.`t` " + COLUMNS,
            "lake.t@20 4 DROP TABLE IF EXISTS `lake`.`t`");
  }

  @Test
  void ofTwoTablesByOneNameTheFirstStatementIsHandedOn() throws Exception {
    ddl(10, "shop", "t", "CREATE TABLE t " + COLUMNS);
    ddl(20, "a1", "t", "CREATE TABLE t " + COLUMNS);
    ddl(30, "shop", "t", "ALTER TABLE t ADD COLUMN w INT");
    ddl(40, "a1", "t", "ALTER TABLE t ADD COLUMN w INT");
    ddl(50, "a1", "t", "TRUNCATE TABLE t");
    ddl(60, "a1", "t", "DROP TABLE t");
    ddl(70, "shop", "t", "DROP TABLE t");
    spool.watermark(Long.MAX_VALUE, 0);

    assertThat(schemas())
        .containsExactly(
            "lake.t@10 3 CREATE TABLE `lake`.`t` " + COLUMNS,
            "lake.t@20 0 ",
            "lake.t@30 5 ALTER TABLE `lake`.`t` ADD COLUMN w INT",
            "lake.t@40 0 ",
            "lake.t@50 0 ",
            "lake.t@60 0 ",
            "lake.t@70 4 DROP TABLE `lake`.`t`");
    assertThat(columns(5)).containsExactly("id", "v", "w");
  }

  @Test
  void rowsOfTwoTablesByOneNameAreInTheOrderOfTheirTimesInOneFile() throws Exception {
    row(13, new TableId("shop", "t"), LAKE_T);
    row(11, new TableId("a1", "t"), LAKE_T);
    row(12, new TableId("shop", "t"), LAKE_T);
    spool.watermark(Long.MAX_VALUE, 0);

    assertThat(ports.files).hasSize(1);
    assertThat(ports.files.get(0).rows()).isEqualTo(3);
    assertThat(ports.files.get(0).dispatcher()).isEqualTo("lake.t");
  }

  @Test
  void twoTablesByOneNameWithOtherColumnsAreRefused() throws Exception {
    ddl(10, "shop", "t", "CREATE TABLE t " + COLUMNS);
    ddl(20, "a1", "t", "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT, extra INT)");
    row(25, new TableId("shop", "t"), LAKE_T);

    assertThatThrownBy(() -> spool.watermark(Long.MAX_VALUE, 0))
        .hasMessageContaining("a1.t and shop.t are both delivered as lake.t")
        .hasMessageContaining("behind DDL 20")
        .hasMessageContaining("a1.t has [extra INT], shop.t has []")
        .hasMessageContaining("columns.exclude");
  }

  @Test
  void columnsThatAreLeftOutDoNotTellTwoTablesApart() throws Exception {
    ddl(10, "shop", "t", "CREATE TABLE t " + COLUMNS);
    ddl(20, "a2", "t", "CREATE TABLE t (id BIGINT PRIMARY KEY, extra INT, v INT)");
    row(25, new TableId("shop", "t"), LAKE_T);
    spool.watermark(Long.MAX_VALUE, 0);

    assertThat(ports.files).hasSize(1);
    assertThat(columns(1)).containsExactly("id", "v");
  }

  /** Between the two ALTERs of one change no row is written, so nothing is mixed. */
  @Test
  void bothTablesMayBeAlteredWhileNothingIsWritten() throws Exception {
    ddl(10, "shop", "t", "CREATE TABLE t " + COLUMNS);
    ddl(20, "a1", "t", "CREATE TABLE t " + COLUMNS);
    row(25, new TableId("shop", "t"), LAKE_T);
    ddl(30, "shop", "t", "ALTER TABLE t ADD COLUMN w INT");
    ddl(40, "a1", "t", "ALTER TABLE t ADD COLUMN w INT");
    row(45, new TableId("a1", "t"), LAKE_T);
    spool.watermark(35, 0);
    spool.watermark(Long.MAX_VALUE, 0);

    assertThat(files()).hasSize(2);
  }

  @Test
  void rulesThatMatchNothingAreNamedOnceAfterAWhile() throws Exception {
    ddl(10, "shop", "t", "CREATE TABLE t " + COLUMNS);
    spool.watermark(15, 0);
    spool.tick(1);
    spool.tick(UnmatchedRules.PATIENCE_MS - 1);
    assertThat(ports.warnings).isEmpty();
    assertThat(spool.drains().unmatchedRules()).isEqualTo(3);

    spool.tick(UnmatchedRules.PATIENCE_MS + 1);
    spool.tick(2 * UnmatchedRules.PATIENCE_MS);
    spool.watermark(Long.MAX_VALUE, 2 * UnmatchedRules.PATIENCE_MS);

    assertThat(ports.warnings).hasSize(1);
    assertThat(ports.warnings.get(0))
        .contains("of the 1 that have come")
        .contains("[a2.*] on line 3")
        .contains("[a*.*] on line 3")
        .doesNotContain("shop");
  }
}
