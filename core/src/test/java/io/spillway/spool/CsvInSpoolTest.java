package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.spillway.encode.Compression;
import io.spillway.encode.CsvOptions;
import io.spillway.encode.CsvOptions.Binary;
import io.spillway.encode.CsvOptions.Terminator;
import io.spillway.encode.CsvRows;
import io.spillway.event.SchemaChange;
import io.spillway.event.TableShape;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows that wait as canal-json and are sealed as CSV. */
class CsvInSpoolTest {
  private static final int FILE_BYTES = 16 << 10;

  private final RecordedPorts ports = new RecordedPorts();

  private Spool spool(boolean header) {
    CsvOptions options =
        new CsvOptions(",", "\"", "\\N", true, Binary.BASE64, false, header, Terminator.CRLF);
    return ports.spool(Rows.settings(FILE_BYTES), new CsvRows(options, Compression.NONE));
  }

  private void row(Spool spool, long commitTs, String data) throws Exception {
    String row =
        "{\"type\":\"INSERT\",\"pkNames\":[\"id\"],\"data\":[%s],\"_tidb\":{\"commitTs\":%d}}"
            .formatted(data, commitTs);
    spool.row(Rows.row(Rows.table(0), commitTs, row), 0);
  }

  private static void shape(Spool spool, long commitTs, String... columns) throws Exception {
    List<TableShape.Column> shown = new ArrayList<>();
    for (String column : columns) {
      String[] parts = column.split(" ", 2);
      shown.add(new TableShape.Column(parts[0], parts[1], parts[0].equals("id")));
    }
    spool.broadcast(new TableShape(Rows.table(0), commitTs, shown), 0);
  }

  private static void statement(Spool spool, long commitTs, String sql) throws Exception {
    spool.broadcast(new SchemaChange(Rows.P0, commitTs, Rows.table(0), "ALTER", sql), 0);
  }

  private String content(int file) {
    return new String(ports.contents.get(file), StandardCharsets.UTF_8);
  }

  @Test
  void columnsStandInTheOrderOfTheStatementAndNotOfTheRow() throws Exception {
    Spool spool = spool(false);
    statement(spool, 10, "CREATE TABLE t0 (id INT PRIMARY KEY, v TEXT, e ENUM('a','b'))");
    row(spool, 11, "{\"e\":\"2\",\"id\":\"7\",\"v\":\"x\"}");
    statement(spool, 12, "ALTER TABLE t0 ADD COLUMN n INT FIRST");
    row(spool, 13, "{\"e\":\"1\",\"id\":\"8\",\"v\":\"y\",\"n\":\"3\"}");
    spool.watermark(20, 0);
    spool.tick(10_000);

    assertThat(content(0)).isEqualTo("\"I\",\"t0\",\"shop\",11,7,\"x\",\"b\"\r\n");
    assertThat(content(1)).isEqualTo("\"I\",\"t0\",\"shop\",13,3,8,\"y\",\"a\"\r\n");
    assertThat(ports.warnings).isEmpty();
  }

  @Test
  void columnsThatNoStatementToldAreThoseOfTheFirstSchemaFile() throws Exception {
    Spool spool = spool(false);
    shape(spool, 5, "id bigint", "v text");
    row(spool, 5, "{\"id\":\"7\",\"v\":\"x\"}");
    spool.watermark(5, 0);
    spool.tick(10_000);
    shape(spool, 8, "w blob", "v text", "id bigint");
    row(spool, 8, "{\"w\":\"ab\",\"v\":\"y\",\"id\":\"8\"}");
    spool.watermark(8, 10_000);
    spool.tick(20_000);

    assertThat(ports.schemas.get(0).file().structure().columns())
        .extracting(column -> column.name())
        .containsExactly("id", "v");
    assertThat(content(0)).isEqualTo("\"I\",\"t0\",\"shop\",5,7,\"x\"\r\n");
    assertThat(content(1)).startsWith("\"I\",\"t0\",\"shop\",8,8,\"y\",");
    assertThat(ports.warnings)
        .singleElement()
        .asString()
        .startsWith("1 rows of a file of shop.t0 don't fit their table version");
  }

  @Test
  void everyFileHasAHeaderAndItsSize() throws Exception {
    Spool spool = spool(true);
    statement(spool, 1, "CREATE TABLE t0 (id INT PRIMARY KEY, v TEXT)");
    for (int i = 2; i <= 3_000; i++) {
      row(spool, i, "{\"id\":\"%d\",\"v\":\"some text of some length\"}".formatted(i));
      spool.watermark(i, 0);
    }

    assertThat(ports.contents).hasSizeGreaterThan(5);
    int rows = 0;
    for (int file = 0; file < ports.contents.size(); file++) {
      List<String> lines = content(file).lines().toList();
      assertThat(lines.get(0))
          .isEqualTo(
              "ticdc-meta$operation,ticdc-meta$table,ticdc-meta$schema,ticdc-meta$commit-ts,id,v");
      for (String line : lines.subList(1, lines.size())) {
        assertThat(line).startsWith("\"I\",\"t0\",\"shop\"," + (2 + rows++) + ",");
      }
      assertThat(ports.files.get(file).bytes()).isEqualTo(ports.contents.get(file).length);
    }
    int last = ports.contents.get(ports.contents.size() - 1).length;
    assertThat((double) last / FILE_BYTES).isCloseTo(1, within(0.1));
  }
}
