package io.spillway.encode;

import io.spillway.event.Row;
import io.spillway.event.RowBatchBuilder;
import java.nio.charset.StandardCharsets;

/**
 * Canal-json, each row's bytes as they came, one a line: in the spool whatever the files hold, and
 * in the files where no subclass says otherwise.
 */
public sealed class CanalJsonRows implements RowFormat permits CsvRows, ParquetRows {
  private static final long serialVersionUID = 1L;

  /** TiCDC's default terminator of storage files. */
  private static final byte[] CRLF = "\r\n".getBytes(StandardCharsets.US_ASCII);

  private final Compression compression;

  /** Of files that aren't compressed. */
  public CanalJsonRows() {
    this(Compression.NONE);
  }

  public CanalJsonRows(Compression compression) {
    this.compression = compression;
  }

  @Override
  public String extension() {
    return ".json" + compression.suffix();
  }

  @Override
  public final Compression compression() {
    return compression;
  }

  @Override
  public final void append(Row row, RowBatchBuilder batch) {
    batch.append(row.buffer(), row.offset(), row.length(), CRLF, row.commitTs());
  }

  @Override
  public final RowIdentities identities() {
    return new RowIdentities();
  }
}
