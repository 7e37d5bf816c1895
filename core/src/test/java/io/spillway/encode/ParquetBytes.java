package io.spillway.encode;

import io.spillway.event.TableId;
import io.spillway.schema.Column;
import io.spillway.schema.TableStructure;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.io.api.Binary;

/** Rows of one table, written to a Parquet file in memory, and read back. */
final class ParquetBytes {
  static final TableId TABLE = new TableId("shop", "orders");

  private final ParquetSchema schema;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private final ParquetEncoder encoder;
  private final ParquetFile file;
  private final List<RowIdentity.Digest> digests = new ArrayList<>();
  private long unfit;

  ParquetBytes(ParquetOptions options, Column... columns) throws IOException {
    this.schema = new ParquetSchema(new TableStructure(TABLE, List.of(columns)), options);
    this.encoder = new ParquetEncoder(schema);
    this.file = new ParquetFile(schema, bytes);
  }

  static Column column(String name, String type) {
    return column(name, type, "", "");
  }

  static Column column(String name, String type, String precision, String scale) {
    return new Column(name, type, null, precision, scale, true, name.equals("id"), List.of());
  }

  static ParquetOptions options(boolean oldValues, String zone) {
    return new ParquetOptions(
        ParquetCodec.ZSTD, ParquetOptions.ROW_GROUP_BYTES, true, true, oldValues, ZoneId.of(zone));
  }

  /** Appends a row of canal-json, of which only the varying members are given. */
  ParquetBytes row(String type, long commitTs, String data, String old) throws IOException {
    String row =
        "{\"type\":\"%s\",\"pkNames\":[\"id\"],\"data\":[%s],\"old\":%s,\"_tidb\":{\"commitTs\":%d}}\r\n"
            .formatted(type, data, old == null ? "null" : "[" + old + "]", commitTs);
    return row(row.getBytes(StandardCharsets.UTF_8));
  }

  ParquetBytes row(byte[] row) throws IOException {
    boolean fits =
        encoder.encode(
            row,
            0,
            row.length,
            values -> {
              digests.add(new ParquetIdentities().read(values));
              file.add(values, row.length);
            });
    unfit += fits ? 0 : 1;
    return this;
  }

  long unfit() {
    return unfit;
  }

  /** Of the records that were written. */
  List<RowIdentity.Digest> digests() {
    return digests;
  }

  ParquetSchema schema() {
    return schema;
  }

  byte[] bytes() throws IOException {
    file.complete();
    file.close();
    return bytes.toByteArray();
  }

  /** Records, with texts in place of bytes. */
  static List<List<Object>> read(byte[] content) throws IOException {
    List<List<Object>> records = new ArrayList<>();
    try (ParquetContent rows = new ParquetContent(new ByteArrayInputStream(content))) {
      while (rows.next()) {
        records.add(
            Arrays.stream(rows.values())
                .map(each -> each instanceof Binary text ? text.toStringUsingUTF8() : each)
                .toList());
      }
    }
    return records;
  }
}
