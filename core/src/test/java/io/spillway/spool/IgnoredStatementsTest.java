package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import io.spillway.schema.SchemaFile;
import io.spillway.tables.ColumnRules;
import io.spillway.tables.EventKind;
import io.spillway.tables.TableRules;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** TRUNCATE TABLE of shop.t is left out by a rule. */
class IgnoredStatementsTest {
  private static final SourcePartition SOURCE = new SourcePartition("s", 0);

  private final RecordedPorts ports = new RecordedPorts();
  private final Spool spool;

  IgnoredStatementsTest() {
    ports.rules =
        new TableRules(
            List.of(
                new TableRules.Rule(
                    new TableFilter(List.of("shop.t")),
                    false,
                    Set.of(EventKind.TRUNCATE_TABLE),
                    ColumnRules.NONE)));
    spool = ports.spool(Rows.settings(1 << 20));
  }

  private void ddl(long ts, String table, String sql) throws Exception {
    spool.broadcast(new SchemaChange(SOURCE, ts, new TableId("shop", table), "", sql), 0);
  }

  private List<String> schemas() {
    return ports.schemas.stream()
        .map(command -> command.file())
        .map(file -> file.structure().table() + "@" + file.version() + " " + text(file))
        .toList();
  }

  private static String text(SchemaFile file) {
    return file.type() + " " + file.structure().columns().size() + " " + file.query();
  }

  @Test
  void aStatementThatIsLeftOutHasTheColumnsAndNoTextAndALineOfTheLog() throws Exception {
    ddl(10, "t", "CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)");
    ddl(20, "t", "TRUNCATE TABLE t");
    ddl(30, "t", "ALTER TABLE t ADD COLUMN w INT");
    ddl(40, "t", "DROP TABLE t");
    spool.watermark(Long.MAX_VALUE, 0);

    assertThat(schemas())
        .containsExactly(
            "shop.t@10 3 2 CREATE TABLE t (id BIGINT PRIMARY KEY, v INT)",
            "shop.t@20 0 2 ",
            "shop.t@30 5 3 ALTER TABLE t ADD COLUMN w INT",
            "shop.t@40 4 3 DROP TABLE t");
    assertThat(ports.warnings)
        .containsExactly(
            "DDL of shop.t at 20 is left out, as events.ignore of section tables says: its schema"
                + " file has the columns and no statement: TRUNCATE TABLE t");
  }

  @Test
  void thatOfAnotherTableIsHandedOn() throws Exception {
    ddl(10, "u", "CREATE TABLE u (id BIGINT PRIMARY KEY)");
    ddl(20, "u", "TRUNCATE TABLE u");
    spool.watermark(Long.MAX_VALUE, 0);

    assertThat(schemas()).last().isEqualTo("shop.u@20 11 1 TRUNCATE TABLE u");
    assertThat(ports.warnings).noneMatch(line -> line.contains("left out"));
  }
}
