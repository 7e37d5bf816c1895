package io.spillway.tools.verify;

import io.spillway.encode.CsvOptions;
import io.spillway.encode.RowFormat;
import io.spillway.event.TableId;
import io.spillway.layout.DataDir;
import io.spillway.layout.Layout;
import io.spillway.schema.TableStructure;
import io.spillway.storage.Owner;
import io.spillway.tools.verify.BucketFiles.Entry;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Reads a whole bucket as a reader of the layout would, and reports where a rule of the layout
 * doesn't hold. It knows nothing of what was sent: rows that were lost before they were numbered,
 * or a whole table that is missing, are beyond it.
 *
 * <p>Data files must be canal-json, one object a line, lines ended by LF or CRLF, CSV with the
 * options that the bucket's owner file names, both of which may be compressed with gzip or zstd, or
 * Parquet. A path with a part that starts with {@code .} or {@code _} is overlooked if it has no
 * place in the layout; a table whose name starts so is read like any other.
 *
 * <p>Memory: about 200 bytes per file of the table being read, 8 bytes per file of the bucket, and
 * at most 16 bytes per remembered row of the table being read.
 */
public final class BucketVerifier {
  /** Rows of a table whose duplicates are looked for: 128 MiB of hashes. */
  public static final int REMEMBERED_ROWS = 1 << 23;

  private static final long PAUSE_MILLIS = 20;
  private static final String CSV = ".csv";
  private static final String PARQUET = ".parquet";

  private final boolean live;
  private final int rememberedRows;
  private final BucketFiles.Pause pause;
  private final Layout layout = Layout.ofReader(RowFormat.extensions());

  /** Told after every data file. */
  public interface Progress {
    void read(long files, long rows, long bytes);
  }

  /**
   * @param live judge only what holds at any instant beside a running job: files that no index
   *     covers yet are counted and not read, and are a fault only where a visible DDL or
   *     checkpoint-ts promises them; a missing root file is none
   * @param rememberedRows rows per table among which duplicates are counted
   */
  public BucketVerifier(boolean live, int rememberedRows) {
    this(live, rememberedRows, () -> Thread.sleep(PAUSE_MILLIS));
  }

  BucketVerifier(boolean live, int rememberedRows, BucketFiles.Pause pause) {
    this.live = live;
    this.rememberedRows = rememberedRows;
    this.pause = pause;
  }

  /**
   * Reads the bucket at {@code root}. Throws IOException where there is nothing, or where the file
   * system fails; a fault of the bucket is never an exception.
   */
  public VerifyReport verify(Path root, Progress progress) throws IOException {
    return verify(root, root.getFileSystem(), progress);
  }

  VerifyReport verify(Path root, FileSystem fileSystem, Progress progress) throws IOException {
    BucketFiles files = new BucketFiles(fileSystem, live, pause);
    List<Entry> top = files.list(new Entry(root, "", true, 0));
    if (top.isEmpty()) {
      throw new FileNotFoundException("nothing at " + root);
    }
    FaultLog faults = new FaultLog();
    OptionalLong checkpointTs = metadata(top, files, faults);
    Tally tally = new Tally(checkpointTs);
    CsvOptions csv = csv(top, files);
    LiveCoverage coverage = new LiveCoverage(root, files, layout, checkpointTs, faults);
    Run run = new Run(files, faults, tally, progress, coverage, csv);
    for (Entry schema : top) {
      if (schema.isDir()) {
        schema(schema, run);
      } else if (!schema.name().equals(Layout.METADATA)) {
        stray(schema, faults);
      }
    }
    return new VerifyReport(
        tally.files(),
        tally.rows(),
        checkpointTs,
        faults.kept(),
        faults.counts(),
        faults.strays(),
        faults.strayCount());
  }

  private record Run(
      BucketFiles files,
      FaultLog faults,
      Tally tally,
      Progress progress,
      LiveCoverage coverage,
      CsvOptions csv) {}

  /** As the bucket's owner file says; in a bucket without one, as files are by default. */
  private static CsvOptions csv(List<Entry> top, BucketFiles files) throws IOException {
    String folder = Owner.path("").substring(0, Owner.path("").indexOf('/'));
    for (Entry own : top) {
      if (!own.isDir() || !own.name().equals(folder)) {
        continue;
      }
      for (Entry file : files.list(own)) {
        Optional<CsvOptions> options =
            file.isDir() ? Optional.empty() : csv(files.read(file, any -> true));
        if (options.isPresent()) {
          return options.get();
        }
      }
    }
    return CsvOptions.DEFAULT;
  }

  private static Optional<CsvOptions> csv(byte[] ownerFile) {
    return Owner.parse(ownerFile).map(Owner::form).flatMap(CsvOptions::parse);
  }

  private OptionalLong metadata(List<Entry> top, BucketFiles files, FaultLog faults)
      throws IOException {
    for (Entry entry : top) {
      if (entry.name().equals(Layout.METADATA) && !entry.isDir()) {
        byte[] content = files.read(entry, bytes -> Layout.parseMetadata(bytes).isPresent());
        OptionalLong checkpointTs = Layout.parseMetadata(content);
        if (checkpointTs.isEmpty()) {
          faults.add(FaultKind.METADATA_CONTENT, Layout.METADATA, Quoted.start(content));
        }
        return checkpointTs;
      }
    }
    if (!live) {
      faults.add(FaultKind.METADATA_MISSING, Layout.METADATA, "not there");
    }
    return OptionalLong.empty();
  }

  private void schema(Entry schema, Run run) throws IOException {
    for (Entry table : run.files().list(schema)) {
      if (table.isDir()) {
        table(table, run);
      } else {
        stray(table, run.faults());
      }
    }
  }

  private static void stray(Entry file, FaultLog faults) {
    if (!TableWalk.isHidden(file.name())) {
      faults.stray(file.name());
    }
  }

  private void table(Entry table, Run run) throws IOException {
    TableWalk walk = new TableWalk(run.files(), layout, run.faults(), live);
    walk.walk(table);
    TableSchemas schemas = new TableSchemas(run.files(), run.faults());
    for (TableWalk.SchemaEntry schema : walk.schemas()) {
      schemas.add(schema.path(), schema.entry());
    }
    if (walk.series().isEmpty()) {
      return;
    }
    Set<Long> versions = versions(walk, schemas, run.faults());
    run.tally()
        .table(versions.size(), walk.series().stream().mapToLong(SeriesCheck::uncovered).sum());
    RowHashes hashes = new RowHashes(rememberedRows);
    for (Series series : walk.series()) {
      rows(series, schemas, run, hashes);
    }
    if (!hashes.isComplete()) {
      run.tally().duplicatesIncomplete();
    }
  }

  private static Set<Long> versions(TableWalk walk, TableSchemas schemas, FaultLog faults) {
    Set<Long> versions = new HashSet<>();
    for (Series series : walk.series()) {
      DataDir dir = series.index().dir();
      if (versions.add(dir.version()) && !schemas.has(dir.table(), dir.version())) {
        TableId table = dir.table();
        faults.add(
            FaultKind.SCHEMA_MISSING,
            new DataDir(table, dir.version(), "").path(),
            "no schema file of version " + dir.version());
      }
    }
    return versions;
  }

  private static RowCheck.Form form(Series series, TableSchemas schemas, CsvOptions csv) {
    DataDir dir = series.index().dir();
    Optional<TableStructure> structure = schemas.structure(dir.table(), dir.version());
    if (has(series, PARQUET)) {
      return new RowCheck.Form.Columns(new ParquetRow(dir, structure));
    }
    return has(series, CSV)
        ? new RowCheck.Form.Records(csv, new CsvRow(csv, structure))
        : new RowCheck.Form.Lines(new CanalRow());
  }

  private static boolean has(Series series, String ending) {
    return series.files().values().stream().anyMatch(file -> file.baseName().contains(ending));
  }

  private void rows(Series series, TableSchemas schemas, Run run, RowHashes hashes)
      throws IOException {
    DataDir dir = series.index().dir();
    long nextDdl = schemas.nextDdl(dir.table(), dir.version());
    if (live) {
      run.coverage().check(series, nextDdl);
    }
    RowCheck check =
        new RowCheck(
            dir, nextDdl, run.faults(), run.tally(), hashes, form(series, schemas, run.csv()));
    for (Series.Member member : new SeriesCheck(run.faults(), live).readable(series)) {
      String name = series.name(member);
      Optional<InputStream> content = run.files().open(series.path(member));
      if (content.isEmpty()) {
        run.faults().add(FaultKind.FILE_VANISHED, name, "was listed");
        continue;
      }
      try (InputStream in = content.get()) {
        check.file(in, name);
      }
      Tally tally = run.tally();
      run.progress().read(tally.fileCount(), tally.rowCount(), tally.byteCount());
    }
  }
}
