package io.spillway.spool;

import io.spillway.encode.CsvIdentities;
import io.spillway.encode.CsvOptions;
import io.spillway.encode.FileRows;
import io.spillway.encode.RowFormat;
import io.spillway.encode.RowIdentities;
import io.spillway.encode.RowIdentity.Digest;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/** What two copies of a row share: one in a data file, and one in the spool. */
abstract class DeliveredForm {
  private DeliveredForm() {}

  static DeliveredForm of(RowFormat format) {
    return format
        .csv()
        .<DeliveredForm>map(OfCsv::new)
        .orElseGet(() -> new OfLines(format.identities()));
  }

  /** Whether a row in a file can be told from a later one of the same content. */
  abstract boolean isTellable();

  abstract FileRows rows(InputStream in);

  /** Of a line of a file; null where it is no row. */
  abstract Digest ofFile(byte[] bytes, int start, int end);

  /** Commit timestamp of that line; -1 where it doesn't say. */
  abstract long commitTs();

  /** Of what a spooled row becomes in a file, which is one line or more. */
  abstract List<Digest> ofSpool(byte[] bytes, int start, int end) throws IOException;

  abstract void written(CsvParts records);

  /** Rows that stand in files as in the spool: with a key the change, without one the content. */
  private static final class OfLines extends DeliveredForm {
    private final RowIdentities identities;

    OfLines(RowIdentities identities) {
      this.identities = identities;
    }

    @Override
    boolean isTellable() {
      return true;
    }

    @Override
    FileRows rows(InputStream in) {
      return new FileRows(in);
    }

    @Override
    Digest ofFile(byte[] bytes, int start, int end) {
      return identities.read(bytes, start, end - start).change();
    }

    @Override
    long commitTs() {
      return identities.commitTs();
    }

    @Override
    List<Digest> ofSpool(byte[] bytes, int start, int end) {
      return List.of(ofFile(bytes, start, end));
    }

    @Override
    void written(CsvParts records) {}
  }

  /** Records of CSV, by their bytes. A header has no commit timestamp, and is no record. */
  private static final class OfCsv extends DeliveredForm {
    private final CsvOptions options;
    private final CsvIdentities identities;
    private CsvParts records;
    private long commitTs;

    OfCsv(CsvOptions options) {
      this.options = options;
      this.identities = new CsvIdentities(options);
    }

    @Override
    boolean isTellable() {
      return options.commitTs();
    }

    @Override
    FileRows rows(InputStream in) {
      return new FileRows(in, options.quoteByte());
    }

    @Override
    Digest ofFile(byte[] bytes, int start, int end) {
      commitTs = identities.commitTs(bytes, start, end);
      return commitTs < 0 ? null : identities.read(bytes, start, end);
    }

    @Override
    long commitTs() {
      return commitTs;
    }

    @Override
    List<Digest> ofSpool(byte[] bytes, int start, int end) throws IOException {
      List<Digest> digests = new ArrayList<>(2);
      FileRows lines = rows(records.recordsOf(bytes, start, end));
      while (lines.next()) {
        digests.add(identities.read(lines.bytes(), lines.start(), lines.end()));
      }
      return digests;
    }

    @Override
    void written(CsvParts newRecords) {
      records = newRecords;
    }
  }
}
