package io.spillway.storage;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Small files on a local disk that survive a power failure: the content is on the disk before the
 * file is renamed, and the rename before anything that relies on it is begun.
 */
public class LocalDisk {
  private final Path root;

  /** Folders whose own entry in their parent is on the disk. */
  private final Set<Path> durable = ConcurrentHashMap.newKeySet();

  /**
   * @param root from which on folders are made durable
   */
  public LocalDisk(Path root) {
    this.root = root;
  }

  /** Puts a file in the place of another in one step. */
  public final void replace(Path temporary, Path target, byte[] content) throws IOException {
    Files.createDirectories(target.getParent());
    writeSynced(temporary, content);
    move(temporary, target);
    syncFolder(target.getParent());
  }

  /** Makes what has been renamed in a folder durable, and the folder's own way from the root. */
  final void syncFolder(Path folder) throws IOException {
    Deque<Path> above = new ArrayDeque<>();
    for (Path at = folder; at.startsWith(root) && !at.equals(root); at = at.getParent()) {
      if (!durable.contains(at)) {
        above.push(at);
      }
    }
    for (Path at : above) {
      sync(at.getParent());
      durable.add(at);
    }
    sync(folder);
  }

  /** Writes a file and waits until its content is on the disk. */
  void writeSynced(Path file, byte[] content) throws IOException {
    try (FileChannel out =
        FileChannel.open(
            file,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        out.write(bytes);
      }
      out.force(true);
    }
  }

  void move(Path from, Path to) throws IOException {
    // Flink's own rename takes the old file away first: a reader would find none for a moment
    Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
  }

  /** Waits until a folder's entries are on the disk. */
  void sync(Path folder) throws IOException {
    try (FileChannel entries = FileChannel.open(folder, StandardOpenOption.READ)) {
      entries.force(true);
    }
  }
}
