package io.spillway.encode;

import io.spillway.event.Row;
import io.spillway.event.RowBatchBuilder;
import java.nio.charset.StandardCharsets;

/** Canal-json in, canal-json out: each row's bytes as they came, one a line. */
public final class CanalJsonRows implements RowFormat {
  private static final long serialVersionUID = 1L;

  /** TiCDC's default terminator of storage files. */
  private static final byte[] CRLF = "\r\n".getBytes(StandardCharsets.US_ASCII);

  @Override
  public String extension() {
    return ".json";
  }

  @Override
  public void append(Row row, RowBatchBuilder batch) {
    batch.append(row.buffer(), row.offset(), row.length(), CRLF, row.commitTs());
  }

  @Override
  public RowIdentities identities() {
    return new RowIdentities();
  }
}
