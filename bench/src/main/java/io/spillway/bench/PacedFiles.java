package io.spillway.bench;

import io.spillway.testing.ByteRate;
import io.spillway.testing.SchemeFactory;
import java.io.IOException;
import java.net.URI;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataInputStreamWrapper;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.local.LocalFileSystem;

/**
 * The local file system under the scheme {@code paced}: all readers of the process together get a
 * set number of bytes a second, as from an upstream that has no more to give. For one measurement
 * at a time in a process.
 */
public final class PacedFiles extends LocalFileSystem {
  private static final String SCHEME = "paced";

  /** So small that the task that reads is never held from a barrier for long. */
  private static final int BYTES_A_READ = 16 << 10;

  private static volatile ByteRate rate;

  /** Found by Flink through the service file. */
  public static final class Factory extends SchemeFactory {
    public Factory() {
      super(SCHEME, PacedFiles::new);
    }
  }

  /** How a pipeline file calls a folder whose files are read at this rate from now on. */
  static String uri(java.nio.file.Path folder, double bytesPerSecond) {
    rate = new ByteRate(bytesPerSecond);
    return SCHEME + "://disk" + folder.toAbsolutePath();
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
        rate.take(read);
      }
      return read;
    }
  }
}
