package io.spillway.spool;

import io.spillway.encode.CsvEncoder;
import io.spillway.encode.CsvIdentities;
import io.spillway.encode.CsvText;
import io.spillway.encode.FileRows;
import io.spillway.encode.RowIdentity.Digest;
import io.spillway.schema.TableStructure;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Rows of one file, which become CSV here. */
final class CsvParts extends EncodedParts {
  private static final int PART_BYTES = 64 << 10;
  private static final int FIRST_BYTES = 4 << 10;

  private final CsvEncoder encoder;
  private final FileParts file;
  private final CsvText text;
  private final CsvIdentities identities;
  private boolean isBegun;

  CsvParts(CsvEncoder encoder, FileParts file) {
    this.encoder = encoder;
    this.file = file;
    this.text = new CsvText(encoder.options(), FIRST_BYTES);
    this.identities = new CsvIdentities(encoder.options());
  }

  @Override
  boolean encode(byte[] bytes, int start, int end) throws IOException {
    if (!isBegun && encoder.options().header()) {
      encoder.header(text);
    }
    isBegun = true;
    boolean fits = encoder.encode(bytes, start, end, text);
    if (text.size() >= PART_BYTES) {
      flush();
    }
    return fits;
  }

  @Override
  List<Digest> digests(byte[] bytes, int start, int end) throws IOException {
    CsvText records = new CsvText(encoder.options(), 2 * (end - start));
    encoder.encode(bytes, start, end, records);
    FileRows lines =
        new FileRows(
            new ByteArrayInputStream(records.bytes(), 0, records.size()),
            encoder.options().quoteByte());
    List<Digest> digests = new ArrayList<>(2);
    while (lines.next()) {
      digests.add(identities.read(lines.bytes(), lines.start(), lines.end()));
    }
    return digests;
  }

  @Override
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

  @Override
  TableStructure structure() {
    return encoder.structure();
  }

  @Override
  String ofUnfit() {
    return "Columns that a row lacks are NULL in its record, columns that the schema file lacks follow at the end, other values are texts";
  }
}
