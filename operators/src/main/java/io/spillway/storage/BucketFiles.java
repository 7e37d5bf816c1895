package io.spillway.storage;

import io.spillway.encode.Compression;
import io.spillway.event.TableId;
import io.spillway.layout.BegunPlan;
import io.spillway.layout.Bucket;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.layout.IndexFile;
import io.spillway.layout.Layout;
import io.spillway.schema.TableStructure;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.zip.CRC32C;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A bucket on any Flink file system: looked at, and its small files written whole or not at all.
 */
public final class BucketFiles implements Bucket {
  private static final Logger LOG = LoggerFactory.getLogger(BucketFiles.class);
  private static final int BUFFER = 64 << 10;

  /** Levels of directories in a table's: version, partition, date. */
  private static final int DEEPEST = 3;

  private final Path root;
  private final FileSystem files;
  private final Layout layout;
  private final Map<String, Set<String>> tablesAtFirst = new HashMap<>();
  private final SmallFiles small;
  private final BucketClaim claim;
  private final StorageCalls calls = new StorageCalls();

  /** Null until it is asked for. */
  private BegunFiles begunFiles;

  public BucketFiles(StorageSettings settings) throws IOException {
    this(settings, SmallFiles.of(new Path(settings.root())));
  }

  BucketFiles(StorageSettings settings, LocalDisk disk) throws IOException {
    this(settings, SmallFiles.of(new Path(settings.root()), disk));
  }

  BucketFiles(StorageSettings settings, SmallFiles small) {
    this.root = new Path(settings.root());
    this.files = small.fileSystem();
    this.layout = settings.layout();
    this.claim = settings.claim();
    this.small = small;
  }

  /** Whether a file appears whole, when it is closed, by one request. */
  boolean isObjectStore() {
    return small.isObjectStore();
  }

  /** By which data files become visible, where the recoverable writer's own commit doesn't do. */
  Optional<Renames> renames() {
    return small.renames();
  }

  /** What this object has asked the storage for. */
  StorageCalls calls() {
    return calls;
  }

  FileSystem fileSystem() {
    return files;
  }

  /** URI of the root in one spelling. */
  String root() {
    return root.makeQualified(files).toString();
  }

  Path at(String relative) {
    return new Path(root, relative);
  }

  @Override
  public synchronized boolean hasTable(TableId table) throws IOException {
    Set<String> tables = tablesAtFirst.get(table.schema());
    if (tables == null) {
      tables = new HashSet<>();
      for (FileStatus child : list(table.schema())) {
        tables.add(child.getPath().getName());
      }
      tablesAtFirst.put(table.schema(), tables);
    }
    return tables.contains(table.table());
  }

  /** Versions that have a schema file at this moment, the damaged ones left out. */
  @Override
  public Collection<Long> schemaVersions(TableId table) throws IOException {
    return schemaVersions(table, Set.of());
  }

  /** The same, where some are known to have a whole file. */
  Collection<Long> schemaVersions(TableId table, Set<Long> known) throws IOException {
    return StoredSchemas.versions(this, table, known);
  }

  @Override
  public Optional<TableStructure> structure(TableId table, long version) throws IOException {
    return StoredSchemas.structure(this, table, version);
  }

  @Override
  public long lastNumber(DataDir dir, String dispatcher, long atLeast) throws IOException {
    if (claim.again()) {
      // nothing is read back then, and numbers go on behind what is there
      endBegun(dir.table(), dispatcher);
    }
    long last = Math.max(atLeast, indexed(dir, dispatcher));
    while (length(layout.path(new DataFile(dir, dispatcher, last + 1))) >= 0) {
      last++;
    }
    return last;
  }

  /** The number that the directory's index file names; 0 where there is none. */
  long indexed(DataDir dir, String dispatcher) throws IOException {
    return index(dir, dispatcher).number();
  }

  /**
   * What an index file covers.
   *
   * @param number of the newest file that it names, 0 for none; where the file is damaged, that up
   *     to which the directory has all
   * @param damaged whether it has to be written again
   */
  record Indexed(long number, boolean damaged) {}

  Indexed index(DataDir dir, String dispatcher) throws IOException {
    String path = layout.indexPath(dir, dispatcher);
    byte[] content = read(path);
    if (content == null) {
      return new Indexed(0, false);
    }
    Optional<DataFile> named =
        layout.parseIndexContent(
            new IndexFile(dir, dispatcher), new String(content, StandardCharsets.UTF_8));
    if (named.isPresent()) {
      return new Indexed(named.get().number(), false);
    }
    long present = present(dir, dispatcher);
    LOG.warn(
        "index file {} is damaged ({} bytes) and counts as absent: its directory has the files up to"
            + " number {}",
        at(path),
        content.length,
        present);
    return new Indexed(present, true);
  }

  /** The number up to which a directory has every file. */
  private long present(DataDir dir, String dispatcher) throws IOException {
    Set<Long> numbers = new HashSet<>();
    for (FileStatus file : list(dir.path())) {
      layout
          .parseData(dir.path() + "/" + file.getPath().getName())
          .filter(data -> data.dispatcher().equals(dispatcher))
          .ifPresent(data -> numbers.add(data.number()));
    }
    long last = 0;
    while (numbers.contains(last + 1)) {
      last++;
    }
    return last;
  }

  /** The checkpoint-ts in the bucket; {@link Long#MIN_VALUE} where there is none, or a damaged. */
  long checkpointTs() throws IOException {
    byte[] content = read(Layout.METADATA);
    if (content == null) {
      return Long.MIN_VALUE;
    }
    OptionalLong checkpointTs = Layout.parseMetadata(content);
    if (checkpointTs.isEmpty()) {
      LOG.warn(
          "{} is damaged ({} bytes) and counts as absent: the next plan writes it again",
          at(Layout.METADATA),
          content.length);
    }
    return checkpointTs.orElse(Long.MIN_VALUE);
  }

  /** A small file's content, or null where there is none. */
  byte[] read(String relative) throws IOException {
    calls.read();
    try (FSDataInputStream in = files.open(at(relative))) {
      return in.readAllBytes();
    } catch (FileNotFoundException e) {
      return null;
    }
  }

  @Override
  public synchronized void endBegun(TableId table, String dispatcher) throws IOException {
    begunFiles()
        .complete(
            file -> file.dir().table().equals(table) && file.dispatcher().equals(dispatcher),
            () -> {});
  }

  /** Of the plan that is the last one at the first question. */
  private BegunFiles begunFiles() {
    if (begunFiles == null) {
      begunFiles = new BegunFiles(this, layout, new OwnerFile(this, claim));
    }
    return begunFiles;
  }

  @Override
  public List<DataFile> dataFiles(TableId table, String dispatcher) throws IOException {
    List<DataFile> found = new ArrayList<>();
    collect(table.schema() + "/" + table.table(), 0, dispatcher, found);
    found.sort(Comparator.comparingLong(DataFile::number));
    return found;
  }

  private void collect(String folder, int depth, String dispatcher, List<DataFile> found)
      throws IOException {
    for (FileStatus child : list(folder)) {
      String path = folder + "/" + child.getPath().getName();
      if (!child.isDir()) {
        layout
            .parseData(path)
            .filter(file -> file.dispatcher().equals(dispatcher))
            .ifPresent(found::add);
      } else if (depth < DEEPEST) {
        collect(path, depth + 1, dispatcher, found);
      }
    }
  }

  @Override
  public boolean isUsed() throws IOException {
    return claim.label().isEmpty() && (length(Layout.METADATA) >= 0 || hasTables());
  }

  /** Somebody may have deleted {@code metadata}, and the notes beside it. */
  private boolean hasTables() throws IOException {
    for (FileStatus schema : children(root)) {
      String name = schema.getPath().getName();
      for (FileStatus table : schema.isDir() ? list(name) : new FileStatus[0]) {
        // what is below a file can't be asked for everywhere
        if (table.isDir() && list(name + "/" + table.getPath().getName() + "/meta").length > 0) {
          return true;
        }
      }
    }
    return false;
  }

  @Override
  public Optional<BegunPlan> begun() throws IOException {
    return new OwnerFile(this, claim).lastPlan().map(LastPlan::plan);
  }

  @Override
  public InputStream open(DataFile file) throws IOException {
    String path = layout.path(file);
    calls.read();
    return Compression.of(path).from(files.open(at(path)));
  }

  FileStatus[] list(String relative) throws IOException {
    return children(at(relative));
  }

  private FileStatus[] children(Path folder) throws IOException {
    calls.list();
    return FolderListing.of(files, folder);
  }

  /**
   * Writes a small file so that a reader sees either the old content or the new one.
   *
   * @param attempt part of the temporary file's name where one is needed
   */
  void replace(String relative, byte[] content, String attempt) throws IOException {
    calls.write();
    small.replace(at(relative), content, attempt);
  }

  /** Waits until the files of a directory survive a power failure; for nothing elsewhere. */
  void sync(DataDir dir) throws IOException {
    small.syncFolder(at(dir.path()));
  }

  /** CRC-32C of a file's bytes. */
  long checksum(String relative) throws IOException {
    calls.read();
    CRC32C sum = new CRC32C();
    byte[] buffer = new byte[BUFFER];
    try (FSDataInputStream in = files.open(at(relative))) {
      for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
        sum.update(buffer, 0, read);
      }
    }
    return sum.getValue();
  }

  /** Length of a file, or -1 where there is none. */
  long length(String relative) throws IOException {
    calls.read();
    try {
      return files.getFileStatus(at(relative)).getLen();
    } catch (FileNotFoundException e) {
      return -1;
    }
  }
}
