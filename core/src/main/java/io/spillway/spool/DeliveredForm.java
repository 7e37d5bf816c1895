package io.spillway.spool;

import io.spillway.encode.CsvIdentities;
import io.spillway.encode.CsvOptions;
import io.spillway.encode.FileRows;
import io.spillway.encode.ParquetContent;
import io.spillway.encode.ParquetIdentities;
import io.spillway.encode.ParquetSchema;
import io.spillway.encode.RowFormat;
import io.spillway.encode.RowIdentities;
import io.spillway.encode.RowIdentity.Digest;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** What two copies of a row share: one in a data file, and one in the spool. */
abstract class DeliveredForm {
  /** Null where rows stand in files as in the spool. */
  private EncodedParts records;

  private DeliveredForm() {}

  /** The rows of a file. */
  interface Content extends Closeable {
    /** Goes on to the next row; false at the end. */
    boolean next() throws IOException;

    Digest digest();

    /** Commit timestamp of the row; -1 where it doesn't say. */
    long commitTs();

    @Override
    default void close() throws IOException {}
  }

  static DeliveredForm of(RowFormat format) {
    return format
        .csv()
        .<DeliveredForm>map(OfCsv::new)
        .or(() -> format.parquet().map(options -> new OfParquet(options.commitTs())))
        .orElseGet(() -> new OfLines(format.identities()));
  }

  /** Whether a row in a file can be told from a later one of the same content. */
  abstract boolean isTellable();

  abstract Content content(InputStream in) throws IOException;

  /** Where rows go that {@link #ofSpool} is asked for next. */
  final void written(EncodedParts newRecords) {
    records = newRecords;
  }

  /** Of what a spooled row becomes in a file, which is one record or more. */
  List<Digest> ofSpool(byte[] bytes, int start, int end) throws IOException {
    return records.digests(bytes, start, end);
  }

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
    Content content(InputStream in) {
      FileRows lines = new FileRows(in);
      return new Content() {
        private Digest digest;

        @Override
        public boolean next() throws IOException {
          boolean isOne = lines.next();
          digest = isOne ? of(lines.bytes(), lines.start(), lines.end()) : null;
          return isOne;
        }

        @Override
        public Digest digest() {
          return digest;
        }

        @Override
        public long commitTs() {
          return identities.commitTs();
        }
      };
    }

    private Digest of(byte[] bytes, int start, int end) {
      return identities.read(bytes, start, end - start).change();
    }

    @Override
    List<Digest> ofSpool(byte[] bytes, int start, int end) {
      return List.of(of(bytes, start, end));
    }
  }

  /** Records of CSV, by their bytes. A header has no commit timestamp, and is no record. */
  private static final class OfCsv extends DeliveredForm {
    private final CsvOptions options;
    private final CsvIdentities identities;

    OfCsv(CsvOptions options) {
      this.options = options;
      this.identities = new CsvIdentities(options);
    }

    @Override
    boolean isTellable() {
      return options.commitTs();
    }

    @Override
    Content content(InputStream in) {
      FileRows lines = new FileRows(in, options.quoteByte());
      return new Content() {
        private long commitTs = -1;

        @Override
        public boolean next() throws IOException {
          do {
            if (!lines.next()) {
              return false;
            }
            commitTs = identities.commitTs(lines.bytes(), lines.start(), lines.end());
          } while (commitTs < 0);
          return true;
        }

        @Override
        public Digest digest() {
          return identities.read(lines.bytes(), lines.start(), lines.end());
        }

        @Override
        public long commitTs() {
          return commitTs;
        }
      };
    }
  }

  /** Records of Parquet, by their values. */
  private static final class OfParquet extends DeliveredForm {
    private final boolean isTellable;
    private final ParquetIdentities identities = new ParquetIdentities();

    OfParquet(boolean isTellable) {
      this.isTellable = isTellable;
    }

    @Override
    boolean isTellable() {
      return isTellable;
    }

    @Override
    Content content(InputStream in) throws IOException {
      ParquetContent rows = new ParquetContent(in);
      int commitTs = rows.notedPlace(ParquetSchema.COMMIT_TS_NOTE);
      return new Content() {
        @Override
        public boolean next() throws IOException {
          return rows.next();
        }

        @Override
        public Digest digest() {
          return identities.read(rows.values());
        }

        @Override
        public long commitTs() {
          return commitTs >= 0 && rows.values()[commitTs] instanceof Long at ? at : -1;
        }

        @Override
        public void close() throws IOException {
          rows.close();
        }
      };
    }
  }
}
