package io.spillway.tools.verify;

import io.spillway.encode.Compression;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Listing and reading of a bucket. Beside a running job, temporary files vanish while they are
 * listed and small files are rewritten while they are read, so both are tried again there.
 */
final class BucketFiles {
  private static final int ATTEMPTS = 10;
  private static final int MAX_SMALL_FILE = 16 << 20;

  private final FileSystem fileSystem;
  private final boolean live;
  private final Pause pause;

  /** Waits a moment before the next attempt. */
  interface Pause {
    void await() throws InterruptedException;
  }

  /**
   * A file or directory.
   *
   * @param path where Flink finds it
   * @param name relative to the bucket's root, empty for the root itself
   */
  record Entry(Path path, String name, boolean isDir, long bytes) {
    String baseName() {
      return name.substring(name.lastIndexOf('/') + 1);
    }
  }

  BucketFiles(FileSystem fileSystem, boolean live, Pause pause) {
    this.fileSystem = fileSystem;
    this.live = live;
    this.pause = pause;
  }

  /** The children of a directory, by name; none where it doesn't exist. */
  List<Entry> list(Entry dir) throws IOException {
    FileStatus[] found = attempt(() -> listOnce(dir));
    return Arrays.stream(found)
        .map(status -> entry(dir, status))
        .sorted(Comparator.comparing(Entry::name))
        .toList();
  }

  /** A small file's content, tried again in a live bucket until it is good. */
  byte[] read(Entry file, Predicate<byte[]> good) throws IOException {
    byte[] content = readOnce(file);
    for (int i = 1; live && i < ATTEMPTS && !good.test(content); i++) {
      await();
      content = readOnce(file);
    }
    return content;
  }

  /** A file's content, decompressed, or empty where the file isn't there any more. */
  Optional<InputStream> open(Path file) throws IOException {
    try {
      InputStream content = attempt(() -> fileSystem.open(file));
      return Optional.of(Compression.of(file.getName()).from(content));
    } catch (FileNotFoundException e) {
      return Optional.empty();
    }
  }

  private static Entry entry(Entry dir, FileStatus status) {
    String name = status.getPath().getName();
    return new Entry(
        status.getPath(),
        dir.name().isEmpty() ? name : dir.name() + "/" + name,
        status.isDir(),
        status.getLen());
  }

  private FileStatus[] listOnce(Entry dir) throws IOException {
    try {
      FileStatus[] found = fileSystem.listStatus(dir.path());
      return found == null ? new FileStatus[0] : found;
    } catch (FileNotFoundException e) {
      if (live && !fileSystem.exists(dir.path())) {
        return new FileStatus[0];
      }
      throw e;
    }
  }

  private byte[] readOnce(Entry file) throws IOException {
    return attempt(
        () -> {
          try (InputStream in = fileSystem.open(file.path())) {
            return in.readNBytes(MAX_SMALL_FILE);
          }
        });
  }

  private interface Io<T> {
    T run() throws IOException;
  }

  private <T> T attempt(Io<T> io) throws IOException {
    for (int i = 1; ; i++) {
      try {
        return io.run();
      } catch (FileNotFoundException e) {
        if (!live || i == ATTEMPTS) {
          throw e;
        }
        await();
      }
    }
  }

  private void await() throws IOException {
    try {
      pause.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted", e);
    }
  }
}
