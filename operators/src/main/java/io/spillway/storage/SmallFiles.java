package io.spillway.storage;

import java.io.IOException;
import java.nio.file.Paths;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Writes small files so that a reader finds either the old content or the new one, at any instant.
 * How that is done is the file system's affair: by one PUT, by a rename of the local disk, or by
 * one of HDFS.
 */
public abstract sealed class SmallFiles {
  /** File systems whose objects appear when they are closed, whole. */
  private static final Set<String> OBJECT_STORES =
      Set.of("s3", "s3a", "s3p", "gs", "oss", "abfs", "abfss", "wasb", "wasbs");

  private static final String LOCAL = "file";

  private final FileSystem files;

  private SmallFiles(FileSystem files) {
    this.files = files;
  }

  /**
   * Of a place and what lies below it.
   *
   * @throws IOException where its file system isn't there, or can't be used for that
   */
  public static SmallFiles of(Path root) throws IOException {
    return of(root, new LocalDisk(Paths.get(root.getPath())));
  }

  /**
   * @param disk for a place on a local disk
   */
  static SmallFiles of(Path root, LocalDisk disk) throws IOException {
    FileSystem files = MissingHadoop.fileSystem(root);
    String scheme = files.getUri().getScheme();
    if (OBJECT_STORES.contains(scheme)) {
      return new Objects(files, ObjectPut.of(files));
    }
    if (LOCAL.equals(scheme)) {
      return new OnDisk(files, disk);
    }
    boolean hdfs = MissingHadoop.SCHEME.equals(scheme);
    return new Renamed(files, hdfs ? Optional.of(HdfsRenames.of(files)) : Optional.empty());
  }

  final FileSystem fileSystem() {
    return files;
  }

  /** Whether a file appears whole, when it is closed, by one request. */
  boolean isObjectStore() {
    return false;
  }

  /** By which data files become visible, where the recoverable writer's own commit doesn't do. */
  Optional<Renames> renames() {
    return Optional.empty();
  }

  /** Waits until what a folder has survives a power failure; for nothing where it does anyway. */
  void syncFolder(Path folder) throws IOException {}

  /**
   * Writes a file, or puts one in the place of another, in one step for whoever reads.
   *
   * @param attempt part of the temporary file's name where one is needed
   */
  public abstract void replace(Path target, byte[] content, String attempt) throws IOException;

  final void write(Path path, byte[] content) throws IOException {
    try (FSDataOutputStream out = files.create(path, FileSystem.WriteMode.OVERWRITE)) {
      out.write(content);
    }
  }

  private static Path temporary(Path target, String attempt) {
    return new Path(target.getParent(), "." + target.getName() + "." + attempt + ".tmp");
  }

  /** Objects, which appear once they are closed, or by one request of the store's own client. */
  private static final class Objects extends SmallFiles {
    private final Optional<ObjectPut> put;

    Objects(FileSystem files, Optional<ObjectPut> put) {
      super(files);
      this.put = put;
    }

    @Override
    boolean isObjectStore() {
      return true;
    }

    @Override
    public void replace(Path target, byte[] content, String attempt) throws IOException {
      if (put.isPresent()) {
        put.get().put(target, content);
      } else {
        write(target, content);
      }
    }
  }

  /** Files of a local disk, where Flink's rename would show none for a moment. */
  private static final class OnDisk extends SmallFiles {
    private final LocalDisk disk;

    OnDisk(FileSystem files, LocalDisk disk) {
      super(files);
      this.disk = disk;
    }

    @Override
    void syncFolder(Path folder) throws IOException {
      disk.syncFolder(Paths.get(folder.getPath()));
    }

    @Override
    public void replace(Path target, byte[] content, String attempt) throws IOException {
      disk.replace(
          Paths.get(temporary(target, attempt).getPath()), Paths.get(target.getPath()), content);
    }
  }

  /** Files that are written beside their place and renamed to it. */
  static final class Renamed extends SmallFiles {
    private final Optional<Renames> renames;

    /**
     * @param renames for a file system whose plain rename doesn't replace a file
     */
    Renamed(FileSystem files, Optional<Renames> renames) {
      super(files);
      this.renames = renames;
    }

    @Override
    Optional<Renames> renames() {
      return renames;
    }

    @Override
    public void replace(Path target, byte[] content, String attempt) throws IOException {
      Path temporary = temporary(target, attempt);
      write(temporary, content);
      if (renames.isPresent()) {
        renames.get().replace(temporary, target);
      } else if (!fileSystem().rename(temporary, target)) {
        throw new IOException("can't rename " + temporary + " to " + target);
      }
    }
  }
}
