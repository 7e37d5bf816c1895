package io.spillway.job.testing;

import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.core.fs.local.LocalRecoverableWriter;

/**
 * The local file system under the scheme {@code slow}: all data files of the process together get
 * {@link #BYTES_PER_SECOND}, as behind a narrow line.
 */
public final class SlowFiles extends LocalFileSystem {
  public static final String SCHEME = "slow";
  public static final long BYTES_PER_SECOND = 1_000_000;

  private static final AtomicLong FREE_AT_NANOS = new AtomicLong(System.nanoTime());

  /** Found by Flink through the service file. */
  public static final class Factory implements FileSystemFactory {
    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileSystem create(URI uri) {
      return new SlowFiles();
    }
  }

  private static void take(long bytes) {
    long cost = bytes * 1_000_000_000L / BYTES_PER_SECOND;
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
  public LocalRecoverableWriter createRecoverableWriter() {
    return new LocalRecoverableWriter(this) {
      @Override
      public RecoverableFsDataOutputStream open(Path path) throws IOException {
        return new SlowStream(super.open(path));
      }
    };
  }

  private static final class SlowStream extends ForwardingStream {
    SlowStream(RecoverableFsDataOutputStream stream) {
      super(stream);
    }

    @Override
    public void write(int b) throws IOException {
      take(1);
      super.write(b);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      take(length);
      super.write(bytes, offset, length);
    }
  }
}
