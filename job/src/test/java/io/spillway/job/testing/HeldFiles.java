package io.spillway.job.testing;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataInputStreamWrapper;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/**
 * The local file system under the scheme {@code held}: while {@link #hold} is in force its files
 * only trickle, {@value #BYTES_A_READ} bytes every {@value #PAUSE_MS} ms, so that a bounded input
 * can't end before a test has done what it wants to do on the way. (One that stood still would keep
 * barriers from the task that reads it.)
 */
public final class HeldFiles extends LocalFileSystem {
  private static final int BYTES_A_READ = 4096;
  private static final int PAUSE_MS = 100;

  private static volatile boolean held;

  /** Found by Flink through the service file. */
  public static final class Factory implements FileSystemFactory {
    @Override
    public String getScheme() {
      return "held";
    }

    @Override
    public FileSystem create(URI uri) {
      return new HeldFiles();
    }
  }

  /** From now on files trickle, until {@link #letGo}. */
  public static void hold() {
    held = true;
  }

  /** From now on files are read as fast as can be. */
  public static void letGo() {
    held = false;
  }

  /** How a pipeline file calls a folder that can be held. */
  public static String uri(java.nio.file.Path folder) {
    return "held://disk" + folder.toAbsolutePath();
  }

  @Override
  public URI getUri() {
    return URI.create("held://disk/");
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    return new HeldStream(super.open(path));
  }

  private static final class HeldStream extends FSDataInputStreamWrapper {
    HeldStream(FSDataInputStream stream) {
      super(stream);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      if (!held) {
        return super.read(bytes, offset, length);
      }
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(PAUSE_MS));
      return super.read(bytes, offset, Math.min(length, BYTES_A_READ));
    }
  }
}
