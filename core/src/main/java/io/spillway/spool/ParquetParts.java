package io.spillway.spool;

import io.spillway.encode.ParquetEncoder;
import io.spillway.encode.ParquetFile;
import io.spillway.encode.ParquetIdentities;
import io.spillway.encode.ParquetSchema;
import io.spillway.encode.RowIdentity.Digest;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Rows of one file, which become Parquet here. The file is begun with the first of them. */
final class ParquetParts extends EncodedParts {
  private final ParquetEncoder encoder;
  private final FileParts file;
  private final ParquetIdentities identities = new ParquetIdentities();

  /** Null as long as there is no row. */
  private ParquetFile parquet;

  ParquetParts(ParquetEncoder encoder, FileParts file) {
    this.encoder = encoder;
    this.file = file;
  }

  @Override
  boolean encode(byte[] bytes, int start, int end) throws IOException {
    if (parquet == null) {
      parquet = new ParquetFile(encoder.schema(), file.stream());
    }
    return encoder.encode(bytes, start, end, values -> parquet.add(values, end - start));
  }

  @Override
  List<Digest> digests(byte[] bytes, int start, int end) throws IOException {
    List<Digest> digests = new ArrayList<>(2);
    encoder.encode(bytes, start, end, values -> digests.add(identities.read(values)));
    return digests;
  }

  @Override
  void complete() throws IOException {
    if (parquet != null) {
      parquet.complete();
    }
  }

  @Override
  public void close() {
    if (parquet != null) {
      parquet.close();
    }
  }

  @Override
  TableStructure structure() {
    return encoder.structure();
  }

  @Override
  String ofUnfit() {
    return "What has no place in its record, or none as it is, stands in column %s as text"
        .formatted(ParquetSchema.UNFIT);
  }
}
