package io.spillway.spool;

import io.spillway.encode.CsvEncoder;
import io.spillway.encode.CsvText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Rows of one file on their way from the spool, which become CSV here. */
final class CsvParts implements DispatcherBuffer.PartConsumer {
  private static final int PART_BYTES = 64 << 10;
  private static final int FIRST_BYTES = 4 << 10;

  private final CsvEncoder encoder;
  private final FileParts file;
  private final CsvText text;
  private boolean isBegun;
  private long unfit;

  CsvParts(CsvEncoder encoder, FileParts file) {
    this.encoder = encoder;
    this.file = file;
    this.text = new CsvText(encoder.options(), FIRST_BYTES);
  }

  @Override
  public void accept(byte[] bytes, int offset, int length) throws IOException {
    if (!isBegun && encoder.options().header()) {
      encoder.header(text);
    }
    isBegun = true;
    int from = offset;
    for (int i = offset; i < offset + length; i++) {
      if (bytes[i] == '\n') {
        unfit += encoder.encode(bytes, from, i + 1, text) ? 0 : 1;
        from = i + 1;
        if (text.size() >= PART_BYTES) {
          flush();
        }
      }
    }
  }

  /** The records that a row would become. */
  InputStream recordsOf(byte[] bytes, int start, int end) throws IOException {
    CsvText records = new CsvText(encoder.options(), 2 * (end - start));
    encoder.encode(bytes, start, end, records);
    return new ByteArrayInputStream(records.bytes(), 0, records.size());
  }

  /** All rows have come. */
  void complete() throws IOException {
    if (text.size() > 0) {
      flush();
    }
  }

  private void flush() throws IOException {
    int size = text.size();
    byte[] part = text.take();
    file.accept(size < part.length / 2 ? Arrays.copyOf(part, size) : part, 0, size);
  }

  /** Rows so far that don't fit the table version. */
  long unfit() {
    return unfit;
  }

  CsvEncoder encoder() {
    return encoder;
  }
}
