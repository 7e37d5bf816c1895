package io.spillway.spool;

import io.spillway.encode.CsvEncoder;
import io.spillway.encode.CsvOptions;
import io.spillway.event.TableId;
import io.spillway.layout.Bucket;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Files of CSV. Their columns are those of the table version's schema file, as that is where a
 * reader looks: the one in the bucket, or, as long as it isn't there, that which is on its way.
 */
final class CsvFiles {
  /** Table versions whose columns are remembered. */
  private static final int REMEMBERED = 1000;

  private final CsvOptions options;
  private final Bucket bucket;
  private final SpoolListener listener;
  private final Deliveries deliveries;
  private final Map<Key, CsvEncoder> encoders =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, CsvEncoder> eldest) {
          return size() > REMEMBERED;
        }
      };

  private record Key(TableId table, long version) {}

  CsvFiles(CsvOptions options, SpoolPorts ports, Deliveries deliveries) {
    this.options = options;
    this.bucket = ports.bucket();
    this.listener = ports.listener();
    this.deliveries = deliveries;
  }

  /**
   * The rows of a file of a table version.
   *
   * @param until rows after this don't count where only rows show the columns
   * @param file where its bytes go
   */
  CsvParts parts(TableId table, long version, long until, FileParts file) throws IOException {
    Key key = new Key(table, version);
    CsvEncoder encoder = encoders.get(key);
    if (encoder == null) {
      // what isn't in the bucket yet is what this job makes of the same statements and rows
      Optional<TableStructure> there =
          bucket.hasTable(table) ? bucket.structure(table, version) : Optional.empty();
      TableStructure structure =
          there.isPresent() ? there.get() : deliveries.structure(table, version, until);
      encoder = new CsvEncoder(options, structure);
      encoders.put(key, encoder);
    }
    return new CsvParts(encoder, file);
  }

  /** All rows of a file have come. */
  void complete(CsvParts records) throws IOException {
    records.complete();
    if (records.unfit() > 0) {
      TableStructure structure = records.encoder().structure();
      listener.unfit(
          records.unfit(),
          "%d rows of a file of %s don't fit their table version: they have other columns than the %d of its schema file, or values of other types. Columns that a row lacks are NULL in its record, columns that the schema file lacks follow at the end, other values are texts"
              .formatted(records.unfit(), structure.table(), structure.columns().size()));
    }
  }
}
