package io.spillway.bench.paced;

import io.spillway.testing.ForwardingStream;
import io.spillway.testing.SchemeFactory;
import java.io.IOException;
import java.net.URI;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.core.fs.local.LocalRecoverableWriter;

/**
 * The local file system under the scheme {@code bench}: counts what an object store would be asked,
 * takes a set time for each of its writes, and can be away. For one measurement at a time in a
 * process.
 */
public final class CountedFiles extends LocalFileSystem {
  static final String SCHEME = "bench";

  /** Writes: a data file's end, its publication, a small file, a rename. */
  static final AtomicLong PUTS = new AtomicLong();

  /** Files read. */
  static final AtomicLong GETS = new AtomicLong();

  /** Looks at a file, and listings. */
  static final AtomicLong LOOKS = new AtomicLong();

  /** Calls that failed as the storage was away. */
  static final AtomicLong REFUSED = new AtomicLong();

  private static volatile long putMs;
  private static volatile boolean away;

  /** Found by Flink through the service file. */
  public static final class Factory extends SchemeFactory {
    public Factory() {
      super(SCHEME, CountedFiles::new);
    }
  }

  /**
   * Begins to count anew.
   *
   * @param putLatencyMs of each write from now on
   */
  static void begin(long putLatencyMs) {
    putMs = putLatencyMs;
    away = false;
    for (AtomicLong count : new AtomicLong[] {PUTS, GETS, LOOKS, REFUSED}) {
      count.set(0);
    }
  }

  /** Whether every call fails from now on. */
  static void away(boolean isAway) {
    away = isAway;
  }

  private static void asked(AtomicLong kind, Path path) throws IOException {
    if (away) {
      REFUSED.incrementAndGet();
      throw new IOException("the storage is away: " + path);
    }
    kind.incrementAndGet();
  }

  private static void put(Path path) throws IOException {
    asked(PUTS, path);
    long until = System.nanoTime() + putMs * 1_000_000;
    for (long left = until - System.nanoTime(); left > 0; left = until - System.nanoTime()) {
      LockSupport.parkNanos(left);
    }
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + "://disk/");
  }

  @Override
  public FSDataOutputStream create(Path path, WriteMode mode) throws IOException {
    put(path);
    return super.create(path, mode);
  }

  @Override
  public FSDataInputStream open(Path path) throws IOException {
    asked(GETS, path);
    return super.open(path);
  }

  @Override
  public FileStatus getFileStatus(Path path) throws IOException {
    asked(LOOKS, path);
    return super.getFileStatus(path);
  }

  @Override
  public FileStatus[] listStatus(Path path) throws IOException {
    asked(LOOKS, path);
    return super.listStatus(path);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    put(to);
    return super.rename(from, to);
  }

  @Override
  public LocalRecoverableWriter createRecoverableWriter() {
    return new Writer(this);
  }

  private static final class Writer extends LocalRecoverableWriter {
    Writer(LocalFileSystem files) {
      super(files);
    }

    @Override
    public RecoverableFsDataOutputStream open(Path path) throws IOException {
      return new CountedStream(super.open(path), path);
    }

    @Override
    public RecoverableFsDataOutputStream.Committer recoverForCommit(
        RecoverableWriter.CommitRecoverable recoverable) throws IOException {
      return new CountedCommit(super.recoverForCommit(recoverable));
    }
  }

  private record CountedCommit(RecoverableFsDataOutputStream.Committer inner)
      implements RecoverableFsDataOutputStream.Committer {
    @Override
    public void commit() throws IOException {
      put(new Path("commit"));
      inner.commit();
    }

    @Override
    public void commitAfterRecovery() throws IOException {
      put(new Path("commit"));
      inner.commitAfterRecovery();
    }

    @Override
    public RecoverableWriter.CommitRecoverable getRecoverable() {
      return inner.getRecoverable();
    }
  }

  private static final class CountedStream extends ForwardingStream {
    private final Path path;

    CountedStream(RecoverableFsDataOutputStream stream, Path path) {
      super(stream);
      this.path = path;
    }

    @Override
    public Committer closeForCommit() throws IOException {
      put(path);
      return super.closeForCommit();
    }
  }
}
