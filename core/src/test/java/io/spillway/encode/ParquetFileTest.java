package io.spillway.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.encode.RowIdentity.Digest;
import io.spillway.schema.Column;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ParquetFileTest {
  private static final Column ID = ParquetBytes.column("id", "BIGINT");
  private static final Column V = ParquetBytes.column("v", "VARCHAR");
  private static final Column N = ParquetBytes.column("n", "DECIMAL", "30", "4");

  private static ParquetOptions options(ParquetCodec codec, int rowGroupBytes) {
    return new ParquetOptions(codec, rowGroupBytes, true, true, false, ZoneId.of("UTC"));
  }

  @Test
  void insertsUpdatesAndDeletesAreRecords() throws IOException {
    ParquetBytes file = new ParquetBytes(ParquetOptions.DEFAULT, ID, V);
    file.row("INSERT", 7, "{\"v\":\"a\",\"id\":\"1\"}", null);
    file.row("UPDATE", 8, "{\"id\":\"1\",\"v\":null}", "{\"v\":\"a\"}");
    file.row("DELETE", 9, "{\"id\":\"1\"}", null);
    assertThat(ParquetBytes.read(file.bytes()))
        .containsExactly(
            Arrays.asList("I", 7L, 1L, "a", null),
            Arrays.asList("U", 8L, 1L, null, null),
            Arrays.asList("D", 9L, 1L, null, null));
    assertThat(file.unfit()).isZero();
  }

  @Test
  void anUpdateOfTheKeyIsADeleteAndAnInsert() throws IOException {
    ParquetBytes file = new ParquetBytes(ParquetOptions.DEFAULT, ID, V);
    file.row("UPDATE", 8, "{\"id\":\"2\",\"v\":\"b\"}", "{\"id\":\"1\",\"v\":\"a\"}");
    assertThat(ParquetBytes.read(file.bytes()))
        .containsExactly(
            Arrays.asList("D", 8L, 1L, "a", null), Arrays.asList("I", 8L, 2L, "b", null));
  }

  @Test
  void oldValuesStandBesideTheNewOnesOfAnUpdateWhereTheyAreAskedFor() throws IOException {
    ParquetBytes file = new ParquetBytes(ParquetBytes.options(true, "UTC"), ID, V);
    file.row("UPDATE", 8, "{\"id\":\"1\",\"v\":\"b\"}", "{\"v\":\"a\"}");
    file.row("INSERT", 9, "{\"id\":\"2\",\"v\":\"c\"}", null);
    assertThat(ParquetBytes.read(file.bytes()))
        .containsExactly(
            Arrays.asList("U", 8L, 1L, "b", 1L, "a", null),
            Arrays.asList("I", 9L, 2L, "c", null, null, null));
  }

  @Test
  void columnsThatAreNotAskedForAreNotThere() throws IOException {
    ParquetOptions bare =
        new ParquetOptions(ParquetCodec.NONE, 1 << 20, false, false, false, ZoneId.of("UTC"));
    ParquetBytes file = new ParquetBytes(bare, ID);
    file.row("INSERT", 7, "{\"id\":\"1\"}", null);
    assertThat(ParquetBytes.read(file.bytes())).containsExactly(Arrays.asList(1L, null));
  }

  @Test
  void aColumnOfTheTableKeepsItsName() throws IOException {
    ParquetBytes file =
        new ParquetBytes(
            ParquetBytes.options(true, "UTC"),
            ID,
            ParquetBytes.column("_OP", "INT"),
            ParquetBytes.column("_old_id", "INT"));
    assertThat(file.schema().message().getFields())
        .extracting(field -> field.getName())
        .containsExactly(
            "__op",
            "_commit_ts",
            "id",
            "_OP",
            "_old_id",
            "__old_id",
            "_old__OP",
            "_old__old_id",
            "_unfit");
    assertThat(file.schema().notes()).containsEntry(ParquetSchema.OPERATION_NOTE, "__op");
  }

  @Test
  void whatHasNoPlaceStandsAsText() throws IOException {
    ParquetBytes file = new ParquetBytes(ParquetOptions.DEFAULT, ID, N, V);
    file.row("INSERT", 7, "{\"id\":\"x\",\"n\":\"1.00005\",\"more\":\"é\",\"none\":null}", null);
    assertThat(ParquetBytes.read(file.bytes()))
        .containsExactly(
            Arrays.asList(
                "I",
                7L,
                null,
                null,
                null,
                "{\"id\":\"x\",\"n\":\"1.00005\",\"v\":null,\"more\":\"\\u00E9\",\"none\":null}"));
    assertThat(file.unfit()).isEqualTo(1);
  }

  @Test
  void aNameOfDigitsIsNoNumberWhereTheSourceSendsNames() throws IOException {
    Column flag = new Column("v", "ENUM", null, "", "", true, false, List.of("0", "1"));
    ParquetBytes file = new ParquetBytes(ParquetOptions.DEFAULT, ID, flag);
    String data =
        "{\"type\":\"INSERT\",\"mysqlType\":%s,\"data\":[{\"id\":\"1\",\"v\":\"1\"}],\"es\":1}";
    file.row(data.formatted("null").getBytes(StandardCharsets.UTF_8));
    file.row(data.formatted("{\"v\":\"enum\"}").getBytes(StandardCharsets.UTF_8));
    assertThat(ParquetBytes.read(file.bytes()))
        .extracting(row -> row.get(3))
        .containsExactly("1", "0");
  }

  @Test
  void numbersThatNobodyCouldHoldAreTexts() throws IOException {
    ParquetBytes file = new ParquetBytes(ParquetOptions.DEFAULT, ID, N);
    for (String bomb : List.of("1e1000000000", "1e-1000000000", "0e999999999", "", " 1", "0x1p3")) {
      file.row("INSERT", 7, "{\"id\":\"1\",\"n\":\"%s\"}".formatted(bomb), null);
    }
    List<List<Object>> rows = ParquetBytes.read(file.bytes());
    assertThat(rows)
        .extracting(row -> row.get(3) == null)
        .containsExactly(true, true, false, true, true, true);
    assertThat(rows.get(0).get(4)).isEqualTo("{\"n\":\"1e1000000000\"}");
  }

  @Test
  void digitsThatNoNumberHasAreATextAndNoWork() throws IOException {
    ParquetBytes file = new ParquetBytes(ParquetOptions.DEFAULT, ID, N);
    String digits = "0".repeat(2_000) + "1";
    file.row("INSERT", 7, "{\"id\":\"1\",\"n\":\"" + digits + "\"}", null);
    assertThat(ParquetBytes.read(file.bytes()).get(0)).endsWith(null, "{\"n\":\"" + digits + "\"}");
  }

  @ParameterizedTest
  @EnumSource(ParquetCodec.class)
  void manyRowGroupsAreReadBackInOrder(ParquetCodec codec) throws IOException {
    ParquetBytes file = new ParquetBytes(options(codec, 64 << 10), ID, V);
    Random random = new Random(7);
    List<List<Object>> expected = new ArrayList<>();
    for (long i = 0; i < 5_000; i++) {
      String text = Long.toHexString(random.nextLong()).repeat(3);
      file.row("INSERT", i, "{\"id\":\"%d\",\"v\":\"%s\"}".formatted(i, text), null);
      expected.add(Arrays.asList("I", i, i, text, null));
    }
    byte[] bytes = file.bytes();
    assertThat(ParquetBytes.read(bytes)).isEqualTo(expected);
    try (ParquetContent content = new ParquetContent(new ByteArrayInputStream(bytes))) {
      assertThat(content.groups()).isBetween(3, 12);
      assertThat(content.note(ParquetSchema.TABLE_NOTE)).isEqualTo("orders");
      assertThat(content.notedPlace(ParquetSchema.COMMIT_TS_NOTE)).isEqualTo(1);
      assertThat(content.bytes()).isEqualTo(bytes.length);
    }
  }

  @Test
  void aRowHasTheDigestOfItsRecordInAFile() throws IOException {
    Column f = ParquetBytes.column("f", "FLOAT");
    Column b = ParquetBytes.column("b", "BIT", "1", "");
    ParquetBytes file = new ParquetBytes(ParquetOptions.DEFAULT, ID, N, V, f, b);
    String data =
        "{\"id\":\"1\",\"n\":\"-1.5\",\"v\":\"a\",\"f\":\"0.1\",\"b\":\"1\",\"other\":\"x\"}";
    file.row("INSERT", 7, data, null);
    file.row("INSERT", 8, data, null);
    List<Digest> written = file.digests();
    List<Digest> read = new ArrayList<>();
    try (ParquetContent content = new ParquetContent(new ByteArrayInputStream(file.bytes()))) {
      while (content.next()) {
        read.add(new ParquetIdentities().read(content.values()));
      }
    }
    assertThat(read).isEqualTo(written).doesNotHaveDuplicates();
  }

  @Test
  void whatIsDamagedIsSaidToBeSo() throws IOException {
    ParquetBytes file = new ParquetBytes(options(ParquetCodec.ZSTD, 1 << 20), ID, V);
    for (int i = 0; i < 100; i++) {
      file.row("INSERT", i, "{\"id\":\"%d\",\"v\":\"text\"}".formatted(i), null);
    }
    byte[] bytes = file.bytes();
    damaged(Arrays.copyOf(bytes, bytes.length - 1), "doesn't end with PAR1");
    damaged(Arrays.copyOf(bytes, 5), "it has 5 bytes");
    byte[] behind = Arrays.copyOfRange(bytes, bytes.length / 2, bytes.length);
    damaged(behind, "Parquet file");
    byte[] flipped = bytes.clone();
    flipped[40] ^= 1;
    damaged(flipped, "");
  }

  private static void damaged(byte[] bytes, String reason) {
    assertThatThrownBy(() -> ParquetBytes.read(bytes))
        .isInstanceOf(DamagedParquetException.class)
        .hasMessageContaining(reason);
  }
}
