package io.spillway.bench;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataInputStreamWrapper;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/**
 * The local file system under the scheme {@code paced}: all readers of the process together get a
 * set number of bytes a second (a token bucket that holds one read), as from an upstream that has
 * no more to give. For one measurement at a time in a process.
 */
public final class PacedFiles extends LocalFileSystem {
  private static final String SCHEME = "paced";

  /** So small that the task that reads is never held from a barrier for long. */
  private static final int BYTES_A_READ = 16 << 10;

  private static final AtomicLong FREE_AT_NANOS = new AtomicLong();
  private static volatile double bytesPerSecond;

  /** Found by Flink through the service file. */
  public static final class Factory implements FileSystemFactory {
    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileSystem create(URI uri) {
      return new PacedFiles();
    }
  }

  /** How a pipeline file calls a folder whose files are read at this rate from now on. */
  static String uri(java.nio.file.Path folder, double rate) {
    bytesPerSecond = rate;
    FREE_AT_NANOS.set(System.nanoTime());
    return SCHEME + "://disk" + folder.toAbsolutePath();
  }

  private static void take(int bytes) {
    long cost = (long) (bytes / bytesPerSecond * TimeUnit.SECONDS.toNanos(1));
    long now = System.nanoTime();
    long until = FREE_AT_NANOS.updateAndGet(free -> Math.max(free, now) + cost);
    for (long left = until - now; left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + "://disk/");
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    return new PacedStream(super.open(path));
  }

  private static final class PacedStream extends FSDataInputStreamWrapper {
    PacedStream(FSDataInputStream stream) {
      super(stream);
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
      int read = super.read(bytes, offset, Math.min(length, BYTES_A_READ));
      if (read > 0) {
        take(read);
      }
      return read;
    }
  }
}
