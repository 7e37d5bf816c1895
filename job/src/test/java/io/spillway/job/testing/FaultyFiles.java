package io.spillway.job.testing;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.core.fs.local.LocalRecoverableWriter;

/**
 * The local file system under the scheme {@code faulty}, with faults that were asked for. A fault
 * belongs to a folder and a kind of call, and happens once.
 */
public final class FaultyFiles extends LocalFileSystem {
  public static final String SCHEME = "faulty";

  private static final Map<Fault, AtomicInteger> FAULTS = new ConcurrentHashMap<>();

  /** Calls that can fail. */
  public enum Call {
    /** A data file is begun. */
    OPEN_DATA,
    /** A data file is closed for its commit. */
    CLOSE_DATA,
    /** A small file (schema, index, metadata) is begun. */
    CREATE,
    /** A small file is put in place. */
    RENAME
  }

  private record Fault(String folder, Call call) {}

  /** Found by Flink through the service file. */
  public static final class Factory implements FileSystemFactory {
    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileSystem create(URI uri) {
      return new FaultyFiles();
    }
  }

  /** Lets one call below a folder fail: the first is number 1. */
  public static void fail(java.nio.file.Path folder, Call call, int number) {
    FAULTS.put(new Fault(folder + "/", call), new AtomicInteger(number));
  }

  /** Whether the fault of that folder has happened. */
  public static boolean hasFailed(java.nio.file.Path folder, Call call) {
    return FAULTS.get(new Fault(folder + "/", call)).get() <= 0;
  }

  private static void call(Call call, Path path) throws IOException {
    for (Map.Entry<Fault, AtomicInteger> fault : FAULTS.entrySet()) {
      if (fault.getKey().call() == call
          && path.getPath().startsWith(fault.getKey().folder())
          && fault.getValue().getAndDecrement() == 1) {
        throw new IOException("asked to fail: " + call + " of " + path);
      }
    }
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + "://disk/");
  }

  @Override
  public FSDataOutputStream create(Path path, WriteMode mode) throws IOException {
    call(Call.CREATE, path);
    return super.create(path, mode);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    call(Call.RENAME, to);
    return super.rename(from, to);
  }

  @Override
  public LocalRecoverableWriter createRecoverableWriter() {
    return new LocalRecoverableWriter(this) {
      @Override
      public RecoverableFsDataOutputStream open(Path path) throws IOException {
        call(Call.OPEN_DATA, path);
        return new FaultyStream(super.open(path), path);
      }
    };
  }

  private static final class FaultyStream extends ForwardingStream {
    private final Path path;

    FaultyStream(RecoverableFsDataOutputStream stream, Path path) {
      super(stream);
      this.path = path;
    }

    @Override
    public Committer closeForCommit() throws IOException {
      call(Call.CLOSE_DATA, path);
      return super.closeForCommit();
    }
  }
}
