package io.spillway.bench;

import io.spillway.event.Row;
import java.io.IOException;
import java.io.OutputStream;
import org.apache.flink.api.common.serialization.Encoder;

/** A row and its line end in one call: the file sink's streams have no buffer of their own. */
final class RowLines implements Encoder<Row> {
  private static final long serialVersionUID = 1L;

  private transient byte[] line;

  @Override
  public void encode(Row row, OutputStream out) throws IOException {
    int length = row.length() + 2;
    if (line == null || line.length < length) {
      line = new byte[Math.max(4096, length)];
    }
    System.arraycopy(row.buffer(), row.offset(), line, 0, row.length());
    line[length - 2] = '\r';
    line[length - 1] = '\n';
    out.write(line, 0, length);
  }
}
