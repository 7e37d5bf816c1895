package io.spillway.storage;

import io.spillway.event.TableId;
import io.spillway.layout.BegunPlan;
import io.spillway.layout.Bucket;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.layout.IndexFile;
import io.spillway.layout.Layout;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * A bucket on any Flink file system: looked at, and its small files written whole or not at all.
 */
public final class BucketFiles implements Bucket {
  /** File systems whose objects appear when they are closed, whole. */
  private static final Set<String> OBJECT_STORES =
      Set.of("s3", "s3a", "s3p", "gs", "oss", "abfs", "abfss", "wasb", "wasbs");

  private static final String LOCAL = "file";

  /** Levels of directories in a table's: version, partition, date. */
  private static final int DEEPEST = 3;

  private final Path root;
  private final FileSystem files;
  private final Layout layout;
  private final Map<String, Set<String>> tablesAtFirst = new HashMap<>();

  public BucketFiles(StorageSettings settings) throws IOException {
    this.root = new Path(settings.root());
    this.files = root.getFileSystem();
    this.layout = settings.layout();
  }

  FileSystem fileSystem() {
    return files;
  }

  Path at(String relative) {
    return new Path(root, relative);
  }

  @Override
  public boolean hasTable(TableId table) throws IOException {
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

  /** Versions with a schema file at this moment, also of a table that has come since the start. */
  Collection<Long> writtenVersions(TableId table) throws IOException {
    List<Long> versions = new ArrayList<>();
    String owner = table.isSchema() ? table.schema() : table.schema() + "/" + table.table();
    for (FileStatus file : list(owner + "/meta")) {
      Layout.parseSchema(owner + "/meta/" + file.getPath().getName())
          .ifPresent(schema -> versions.add(schema.name().version()));
    }
    return versions;
  }

  @Override
  public Collection<Long> schemaVersions(TableId table) throws IOException {
    List<Long> versions = new ArrayList<>();
    String owner = table.isSchema() ? table.schema() : table.schema() + "/" + table.table();
    for (FileStatus file : list(owner + "/meta")) {
      Layout.parseSchema(owner + "/meta/" + file.getPath().getName())
          .ifPresent(schema -> versions.add(schema.name().version()));
    }
    return versions;
  }

  @Override
  public long lastNumber(DataDir dir, String dispatcher, long atLeast) throws IOException {
    long last = Math.max(atLeast, indexed(dir, dispatcher));
    while (files.exists(at(layout.path(new DataFile(dir, dispatcher, last + 1))))) {
      last++;
    }
    return last;
  }

  /** The number that the directory's index file names; 0 where there is none. */
  long indexed(DataDir dir, String dispatcher) throws IOException {
    String path = layout.indexPath(dir, dispatcher);
    byte[] content = read(path);
    if (content == null) {
      return 0;
    }
    return layout
        .parseIndexContent(
            new IndexFile(dir, dispatcher), new String(content, StandardCharsets.UTF_8))
        .orElseThrow(() -> new IOException("index file " + at(path) + " can't be read: damaged"))
        .number();
  }

  /** The checkpoint-ts in the bucket; {@link Long#MIN_VALUE} where there is none. */
  long checkpointTs() throws IOException {
    byte[] content = read(Layout.METADATA);
    if (content == null) {
      return Long.MIN_VALUE;
    }
    return Layout.parseMetadata(content)
        .orElseThrow(
            () -> new IOException("file " + at(Layout.METADATA) + " can't be read: damaged"));
  }

  /** A small file's content, or null where there is none. */
  private byte[] read(String relative) throws IOException {
    try (FSDataInputStream in = files.open(at(relative))) {
      return in.readAllBytes();
    } catch (FileNotFoundException e) {
      return null;
    }
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
    return files.exists(at(Layout.METADATA));
  }

  @Override
  public Optional<BegunPlan> begun() throws IOException {
    return Optional.empty();
  }

  @Override
  public InputStream open(DataFile file) throws IOException {
    return files.open(at(layout.path(file)));
  }

  private FileStatus[] list(String relative) throws IOException {
    try {
      FileStatus[] children = files.listStatus(at(relative));
      return children == null ? new FileStatus[0] : children;
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }

  /**
   * Writes a small file so that a reader sees either the old content or the new one.
   *
   * @param attempt part of the temporary file's name where one is needed
   */
  void replace(String relative, byte[] content, String attempt) throws IOException {
    Path target = at(relative);
    if (OBJECT_STORES.contains(files.getUri().getScheme())) {
      write(target, content);
      return;
    }
    Path temporary = new Path(target.getParent(), "." + target.getName() + "." + attempt + ".tmp");
    write(temporary, content);
    if (LOCAL.equals(files.getUri().getScheme())) {
      // Flink's own rename takes the old file away first: a reader would find none for a moment
      Files.move(
          Paths.get(temporary.getPath()),
          Paths.get(target.getPath()),
          StandardCopyOption.ATOMIC_MOVE);
      return;
    }
    if (!files.rename(temporary, target)) {
      throw new IOException("can't rename " + temporary + " to " + target);
    }
  }

  private void write(Path path, byte[] content) throws IOException {
    try (FSDataOutputStream out = files.create(path, FileSystem.WriteMode.OVERWRITE)) {
      out.write(content);
    }
  }

  /** Length of a file, or -1 where there is none. */
  long length(String relative) throws IOException {
    try {
      return files.getFileStatus(at(relative)).getLen();
    } catch (FileNotFoundException e) {
      return -1;
    }
  }
}
