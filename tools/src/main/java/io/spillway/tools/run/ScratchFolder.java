package io.spillway.tools.run;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.apache.flink.util.FileUtils;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One folder for the temporary files of this process, which goes with it. Flink unpacks libraries
 * and keeps spooled rows there, and leaves some 20 MB behind even where a job has ended well. What
 * a killed process has left is removed by the next one: nobody holds the lock in it any more. Locks
 * of other machines may not be seen on a disk that is shared, so that each looks at its own only.
 */
public final class ScratchFolder {
  static final String PREFIX = "spillway-scratch-";
  static final String LOCK = "lock";

  private static final Logger LOG = LoggerFactory.getLogger(ScratchFolder.class);
  private static final String PROPERTY = "java.io.tmpdir";

  /** One text for each start of a machine, in its containers, too. */
  private static final Path MACHINE = Path.of("/proc/sys/kernel/random/boot_id");

  /** A job that is still ending may write between the deletion of files and that of its folder. */
  private static final int TRIES = 3;

  /** Kept, because a channel that nobody refers to is closed, and its lock is free. */
  private static final Queue<FileChannel> LOCKS = new ConcurrentLinkedQueue<>();

  private ScratchFolder() {}

  /**
   * Makes it the place of all temporary files, unless an option names another. To be called before
   * anything has asked for a temporary file, since Java looks once. Where no folder can be made,
   * all stays as it is.
   */
  public static void useInThisProcess() {
    Path parent = Path.of(System.getProperty(PROPERTY));
    try {
      removeLeftovers(parent);
      Path folder = create(parent);
      System.setProperty(PROPERTY, folder.toString());
      Runtime.getRuntime().addShutdownHook(new Thread(() -> remove(folder)));
    } catch (IOException e) {
      LOG.warn(
          "temporary files go into {} itself, where some stay behind the end: no folder could be"
              + " made there",
          parent,
          e);
    }
  }

  /** A new one whose lock this process holds until it ends, however that comes about. */
  static Path create(Path parent) throws IOException {
    Path folder = Files.createTempDirectory(parent, PREFIX);
    try {
      Path unnamed = Files.writeString(folder.resolve("new-" + LOCK), machine());
      FileChannel channel = FileChannel.open(unnamed, StandardOpenOption.WRITE);
      LOCKS.add(channel);
      var unused = channel.lock();
      // a lock that has its name is held, or its process is dead
      Files.move(unnamed, folder.resolve(LOCK));
      return folder;
    } catch (IOException e) {
      remove(folder);
      throw e;
    }
  }

  static String machine() throws IOException {
    return Files.isReadable(MACHINE) ? Files.readString(MACHINE) : "";
  }

  /** Removes those of processes that are dead. */
  static void removeLeftovers(Path parent) throws IOException {
    try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
      for (Path folder : folders) {
        if (isLeftover(folder)) {
          remove(folder);
        }
      }
    }
  }

  private static boolean isLeftover(Path folder) {
    Path lock = folder.resolve(LOCK);
    if (!Files.isRegularFile(lock, LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try (FileChannel channel =
        FileChannel.open(lock, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS)) {
      return channel.tryLock() != null && Files.readString(lock).equals(machine());
    } catch (IOException | OverlappingFileLockException e) {
      // somebody else's, or this process's own
      return false;
    }
  }

  private static void remove(Path folder) {
    for (int i = 0; i < TRIES && Files.exists(folder); i++) {
      FileUtils.deleteDirectoryQuietly(folder.toFile());
    }
  }
}
