package io.spillway.tools.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.encode.ParquetEncoder;
import io.spillway.encode.ParquetFile;
import io.spillway.encode.ParquetOptions;
import io.spillway.encode.ParquetSchema;
import io.spillway.schema.Column;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.TableStructure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Buckets of Parquet. */
class ParquetBucketTest {
  private static final String TABLE = "shop/lines/1000";

  @TempDir Path dir;

  /** A bucket with one more table, whose file has these bytes. */
  private BucketFixture bucket(byte[] file) throws IOException {
    BucketFixture bucket = BucketFixture.good(dir.resolve("bucket"));
    bucket.schema(new SchemaFile(lines(), 1000, "", 0));
    bucket.write(TABLE + "/meta/CDC.index", "CDC000001.parquet\n");
    Files.write(dir.resolve("bucket").resolve(TABLE).resolve("CDC000001.parquet"), file);
    return bucket;
  }

  private static TableStructure lines() {
    return BucketFixture.structure("lines", BucketFixture.columns());
  }

  private static byte[] file(TableStructure structure, long... commitTs) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ParquetSchema schema = new ParquetSchema(structure, ParquetOptions.DEFAULT);
    try (ParquetFile file = new ParquetFile(schema, bytes)) {
      ParquetEncoder encoder = new ParquetEncoder(schema);
      for (long at : commitTs) {
        byte[] row =
            "{\"type\":\"INSERT\",\"data\":[{\"id\":\"1\"}],\"_tidb\":{\"commitTs\":%d}}"
                .formatted(at)
                .getBytes(StandardCharsets.UTF_8);
        encoder.encode(row, 0, row.length, values -> file.add(values, row.length));
      }
      file.complete();
    }
    return bytes.toByteArray();
  }

  private Map<FaultKind, Long> faults(byte[] file) throws IOException {
    return bucket(file).verify(false).faultCounts();
  }

  @Test
  void recordsAreReadAndCopiesCounted() throws IOException {
    VerifyReport report = bucket(file(lines(), 1001, 1002, 1002)).verify(false);
    assertThat(report.faults()).isEmpty();
    assertThat(report.strays()).isEmpty();
    assertThat(report.rows()).isEqualTo(new VerifyReport.Rows(14, 901, 2700, 1, 1, true));
  }

  @Test
  void orderAndVersionAreJudged() throws IOException {
    assertThat(faults(file(lines(), 1002, 1001))).isEqualTo(Map.of(FaultKind.ROW_ORDER, 1L));
    assertThat(faults(file(lines(), 1000))).isEqualTo(Map.of(FaultKind.ROW_BEFORE_VERSION, 1L));
  }

  @Test
  void aFileOfAnotherTableOrOfOtherColumnsIsAFault() throws IOException {
    TableStructure others = BucketFixture.structure("orders", BucketFixture.columns());
    assertThat(faults(file(others, 1001))).isEqualTo(Map.of(FaultKind.ROW_TABLE, 1L));
    List<Column> fewer = BucketFixture.columns().subList(0, 1);
    VerifyReport report = bucket(file(BucketFixture.structure("lines", fewer), 1001)).verify(false);
    assertThat(report.faultCounts()).isEqualTo(Map.of(FaultKind.ROW_CONTENT, 1L));
    assertThat(report.faults().toString()).contains("which the schema file has");
  }

  @Test
  void whatIsDamagedIsAFault() throws IOException {
    byte[] good = file(lines(), 1001, 1002);
    assertThat(faults(Arrays.copyOf(good, good.length - 3)))
        .isEqualTo(Map.of(FaultKind.FILE_END, 1L));
    byte[] flipped = good.clone();
    flipped[40] ^= 1;
    assertThat(faults(flipped)).isEqualTo(Map.of(FaultKind.ROW_CONTENT, 1L));
  }
}
