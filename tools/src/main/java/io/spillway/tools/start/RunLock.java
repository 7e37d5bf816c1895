package io.spillway.tools.start;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Optional;
import org.apache.flink.core.fs.Path;

/**
 * Keeps a second run of a pipeline away while one runs on this machine: a lock on file {@code
 * run.lock} in its checkpoint folder, which the system takes off when the process dies, however it
 * dies. The file itself stays; what stands in it is for the message. A checkpoint folder that is no
 * local one has no such lock.
 */
public final class RunLock implements AutoCloseable {
  static final String FILE = "run.lock";

  private final Optional<FileChannel> channel;

  private RunLock(Optional<FileChannel> channel) {
    this.channel = channel;
  }

  /** Somebody else has it. */
  public static final class HeldException extends Exception {
    private static final long serialVersionUID = 1L;

    HeldException(String message) {
      super(message);
    }
  }

  /**
   * Takes it.
   *
   * @param folder checkpoint folder of the pipeline, which is made where it isn't there
   * @throws HeldException where another run has it, with what that has noted
   */
  static RunLock take(Path folder, Instant now) throws IOException, HeldException {
    if (folder.getFileSystem().isDistributedFS()) {
      return new RunLock(Optional.empty());
    }
    java.nio.file.Path file = java.nio.file.Path.of(folder.getPath(), FILE);
    Files.createDirectories(file.getParent());
    FileChannel channel =
        FileChannel.open(
            file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    try {
      FileLock lock = lock(channel);
      if (lock == null) {
        throw new HeldException(held(file));
      }
      channel.truncate(0);
      String text = "in process %d since %s%n".formatted(ProcessHandle.current().pid(), now);
      channel.write(ByteBuffer.wrap(text.getBytes(UTF_8)));
      RunLock taken = new RunLock(Optional.of(channel));
      channel = null;
      return taken;
    } finally {
      if (channel != null) {
        channel.close();
      }
    }
  }

  /** What the run has noted that has the lock; empty where nobody has it. Changes nothing. */
  static Optional<String> holder(Path folder) throws IOException {
    java.nio.file.Path file = java.nio.file.Path.of(folder.getPath(), FILE);
    if (folder.getFileSystem().isDistributedFS() || !Files.exists(file)) {
      return Optional.empty();
    }
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
      return lock(channel) == null ? Optional.of(held(file)) : Optional.empty();
    }
  }

  private static String held(java.nio.file.Path file) throws IOException {
    return "the pipeline runs already, %s (%s)".formatted(Files.readString(file).strip(), file);
  }

  /** Null where somebody has it, also where that is this process. */
  private static FileLock lock(FileChannel channel) throws IOException {
    try {
      return channel.tryLock();
    } catch (OverlappingFileLockException e) {
      return null;
    }
  }

  @Override
  public void close() throws IOException {
    if (channel.isPresent()) {
      channel.get().close();
    }
  }
}
