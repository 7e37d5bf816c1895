package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.spillway.encode.ParquetContent;
import io.spillway.encode.ParquetOptions;
import io.spillway.encode.ParquetRows;
import io.spillway.event.SchemaChange;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.io.api.Binary;
import org.junit.jupiter.api.Test;

/** Rows that wait as canal-json and are sealed as Parquet. */
class ParquetInSpoolTest {
  private static final int FILE_BYTES = 32 << 10;

  private final RecordedPorts ports = new RecordedPorts();
  private final Spool spool =
      ports.spool(Rows.settings(FILE_BYTES), new ParquetRows(ParquetOptions.DEFAULT));

  private void row(long commitTs, String data) throws Exception {
    String row =
        "{\"type\":\"INSERT\",\"pkNames\":[\"id\"],\"data\":[%s],\"_tidb\":{\"commitTs\":%d}}"
            .formatted(data, commitTs);
    spool.row(Rows.row(Rows.table(0), commitTs, row), 0);
  }

  private void statement(long commitTs, String sql) throws Exception {
    spool.broadcast(new SchemaChange(Rows.P0, commitTs, Rows.table(0), "ALTER", sql), 0);
  }

  private List<List<Object>> content(int file) throws IOException {
    List<List<Object>> rows = new ArrayList<>();
    byte[] bytes = ports.contents.get(file);
    try (ParquetContent content = new ParquetContent(new ByteArrayInputStream(bytes))) {
      while (content.next()) {
        rows.add(
            Arrays.stream(content.values())
                .map(each -> each instanceof Binary text ? text.toStringUsingUTF8() : each)
                .toList());
      }
    }
    return rows;
  }

  @Test
  void eachVersionHasItsColumns() throws Exception {
    statement(10, "CREATE TABLE t0 (id INT PRIMARY KEY, e ENUM('a','b'))");
    row(11, "{\"e\":\"2\",\"id\":\"7\"}");
    statement(12, "ALTER TABLE t0 ADD COLUMN n BIGINT FIRST");
    row(13, "{\"e\":\"1\",\"id\":\"8\",\"n\":\"3\"}");
    row(14, "{\"e\":\"9\",\"id\":\"9\",\"n\":\"3\"}");
    spool.watermark(20, 0);
    spool.tick(10_000);

    assertThat(content(0)).containsExactly(Arrays.asList("I", 11L, 7, "b", null));
    assertThat(content(1))
        .containsExactly(
            Arrays.asList("I", 13L, 3L, 8, "a", null),
            Arrays.asList("I", 14L, 3L, 9, null, "{\"e\":\"9\"}"));
    assertThat(ports.warnings)
        .singleElement()
        .asString()
        .startsWith("1 rows of a file of shop.t0 don't fit their table version")
        .endsWith("stands in column _unfit as text");
  }

  @Test
  void filesHaveTheirSizeWhateverTheRowsTake() throws Exception {
    statement(1, "CREATE TABLE t0 (id INT PRIMARY KEY, v TEXT)");
    Random random = new Random(11);
    for (int i = 2; i <= 40_000; i++) {
      String text = Integer.toString(random.nextInt(100_000)).repeat(1 + random.nextInt(4));
      row(i, "{\"id\":\"%d\",\"v\":\"%s\"}".formatted(i, text));
      spool.watermark(i, 0);
    }

    assertThat(ports.contents).hasSizeGreaterThan(6);
    int rows = 0;
    for (int file = 0; file < ports.contents.size(); file++) {
      for (List<Object> row : content(file)) {
        assertThat(row.get(1)).isEqualTo(2L + rows++);
      }
      assertThat(ports.files.get(file).bytes()).isEqualTo(ports.contents.get(file).length);
    }
    // the first ones show how many rows make a file
    List<Integer> sizes =
        ports.contents.subList(3, ports.contents.size()).stream()
            .map(bytes -> bytes.length)
            .sorted()
            .toList();
    assertThat((double) sizes.get(sizes.size() / 2) / FILE_BYTES)
        .as("%s", sizes)
        .isCloseTo(1, within(0.1));
  }
}
