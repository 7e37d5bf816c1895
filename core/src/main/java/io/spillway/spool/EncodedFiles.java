package io.spillway.spool;

import io.spillway.encode.CsvEncoder;
import io.spillway.encode.CsvOptions;
import io.spillway.encode.ParquetEncoder;
import io.spillway.encode.ParquetOptions;
import io.spillway.encode.ParquetSchema;
import io.spillway.encode.RowFormat;
import io.spillway.event.TableId;
import io.spillway.layout.Bucket;
import io.spillway.schema.TableStructure;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/**
 * Files whose records have the columns of a table version: CSV and Parquet. The columns are those
 * of the schema file, as that is where a reader looks: the one in the bucket, or, as long as it
 * isn't there, that which is on its way.
 */
final class EncodedFiles {
  /** Table versions whose columns are remembered. */
  private static final int REMEMBERED = 1000;

  private final Function<TableStructure, TableForm> form;
  private final Bucket bucket;
  private final SpoolListener listener;
  private final Deliveries deliveries;
  private final Map<Key, TableForm> forms =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, TableForm> eldest) {
          return size() > REMEMBERED;
        }
      };

  private record Key(TableId table, long version) {}

  /** How the rows of a table version stand in a file. */
  private interface TableForm {
    EncodedParts parts(FileParts file);
  }

  private EncodedFiles(
      Function<TableStructure, TableForm> form, SpoolPorts ports, Deliveries deliveries) {
    this.form = form;
    this.bucket = ports.bucket();
    this.listener = ports.listener();
    this.deliveries = deliveries;
  }

  /** Empty where rows stand in files as they do in the spool. */
  static Optional<EncodedFiles> of(RowFormat format, SpoolPorts ports, Deliveries deliveries) {
    Optional<Function<TableStructure, TableForm>> form =
        format
            .csv()
            .<Function<TableStructure, TableForm>>map(options -> table -> csv(options, table))
            .or(() -> format.parquet().map(options -> table -> parquet(options, table)));
    return form.map(each -> new EncodedFiles(each, ports, deliveries));
  }

  private static TableForm csv(CsvOptions options, TableStructure structure) {
    CsvEncoder encoder = new CsvEncoder(options, structure);
    return file -> new CsvParts(encoder, file);
  }

  private static TableForm parquet(ParquetOptions options, TableStructure structure) {
    ParquetEncoder encoder = new ParquetEncoder(new ParquetSchema(structure, options));
    return file -> new ParquetParts(encoder, file);
  }

  /**
   * The rows of a file of a table version.
   *
   * @param until rows after this don't count where only rows show the columns
   * @param file where its bytes go
   */
  EncodedParts parts(TableId table, long version, long until, FileParts file) throws IOException {
    Key key = new Key(table, version);
    TableForm known = forms.get(key);
    if (known == null) {
      // what isn't in the bucket yet is what this job makes of the same statements and rows
      Optional<TableStructure> there =
          bucket.hasTable(table) ? bucket.structure(table, version) : Optional.empty();
      known =
          form.apply(there.isPresent() ? there.get() : deliveries.structure(table, version, until));
      forms.put(key, known);
    }
    return known.parts(file);
  }

  /** All rows of a file have come. */
  void complete(EncodedParts records) throws IOException {
    records.complete();
    if (records.unfit() > 0) {
      TableStructure structure = records.structure();
      listener.unfit(
          records.unfit(),
          "%d rows of a file of %s don't fit their table version: they have other columns than the %d of its schema file, or values of other types. %s"
              .formatted(
                  records.unfit(),
                  structure.table(),
                  structure.columns().size(),
                  records.ofUnfit()));
    }
  }
}
