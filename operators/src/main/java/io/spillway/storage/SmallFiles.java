package io.spillway.storage;

import java.io.IOException;
import java.nio.file.Paths;
import java.util.Set;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Writes small files so that a reader finds either the old content or the new one, at any instant.
 * How that is done is the file system's affair: by one PUT, by a rename of the local disk, or by
 * one of HDFS.
 */
public final class SmallFiles {
  /** File systems whose objects appear when they are closed, whole. */
  private static final Set<String> OBJECT_STORES =
      Set.of("s3", "s3a", "s3p", "gs", "oss", "abfs", "abfss", "wasb", "wasbs");

  private static final String LOCAL = "file";

  private final FileSystem files;
  private final boolean objectStore;

  /** Null where the place is not on a local disk. */
  private final LocalDisk disk;

  /** Null where the file system has none. */
  private final ObjectPut put;

  /** Null where the file system's own rename does. */
  private final Renames renames;

  SmallFiles(FileSystem files, LocalDisk disk, Renames renames) {
    String scheme = files.getUri().getScheme();
    this.files = files;
    this.objectStore = OBJECT_STORES.contains(scheme);
    this.disk = LOCAL.equals(scheme) && renames == null ? disk : null;
    this.put = objectStore ? ObjectPut.of(files).orElse(null) : null;
    this.renames = renames;
  }

  /**
   * Of a place and what lies below it.
   *
   * @throws IOException where its file system isn't there, or can't be used for that
   */
  public static SmallFiles of(Path root) throws IOException {
    return of(root, new LocalDisk(Paths.get(root.getPath())));
  }

  static SmallFiles of(Path root, LocalDisk disk) throws IOException {
    FileSystem files = MissingHadoop.fileSystem(root);
    boolean hdfs = MissingHadoop.SCHEME.equals(files.getUri().getScheme());
    return new SmallFiles(files, disk, hdfs ? HdfsRenames.of(files) : null);
  }

  FileSystem fileSystem() {
    return files;
  }

  /** Whether a file appears whole, when it is closed, by one request. */
  boolean isObjectStore() {
    return objectStore;
  }

  /** Null where the place is not on a local disk. */
  LocalDisk disk() {
    return disk;
  }

  /** Null where the file system's own do. */
  Renames renames() {
    return renames;
  }

  /**
   * Writes a file, or puts one in the place of another, in one step for whoever reads.
   *
   * @param attempt part of the temporary file's name where one is needed
   */
  public void replace(Path target, byte[] content, String attempt) throws IOException {
    if (put != null) {
      put.put(target, content);
      return;
    }
    if (objectStore) {
      write(target, content);
      return;
    }
    Path temporary = new Path(target.getParent(), "." + target.getName() + "." + attempt + ".tmp");
    if (disk != null) {
      disk.replace(Paths.get(temporary.getPath()), Paths.get(target.getPath()), content);
      return;
    }
    write(temporary, content);
    if (renames != null) {
      renames.replace(temporary, target);
    } else if (!files.rename(temporary, target)) {
      throw new IOException("can't rename " + temporary + " to " + target);
    }
  }

  private void write(Path path, byte[] content) throws IOException {
    try (FSDataOutputStream out = files.create(path, FileSystem.WriteMode.OVERWRITE)) {
      out.write(content);
    }
  }
}
