package io.spillway.testing;

import java.io.IOException;
import java.net.URI;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.FileSystemFactory;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.fs.local.LocalFileSystem;
import org.apache.flink.core.fs.local.LocalRecoverableWriter;

/**
 * Local files under the scheme {@code faulty}: one chosen change fails, before or after it is done.
 */
public final class FaultyFileSystem extends LocalFileSystem {
  private static final String SCHEME = "faulty";
  private static int changes;
  private static int failing = -1;
  private static boolean failsAfter;

  /** Counts from here; the change of this number fails, -1 for none. */
  public static synchronized void failAt(int change, boolean afterItIsDone) {
    changes = 0;
    failing = change;
    failsAfter = afterItIsDone;
  }

  /** Changes since {@link #failAt}. */
  public static synchronized int changes() {
    return changes;
  }

  public static String uri(java.nio.file.Path folder) {
    return SCHEME + "://" + folder.toAbsolutePath();
  }

  private interface Change {
    void run() throws IOException;
  }

  private static synchronized void change(Change change) throws IOException {
    boolean fails = changes++ == failing;
    if (fails && !failsAfter) {
      throw new IOException("failed before the change");
    }
    change.run();
    if (fails) {
      throw new IOException("failed after the change");
    }
  }

  @Override
  public URI getUri() {
    return URI.create(SCHEME + ":///");
  }

  @Override
  public FSDataOutputStream create(Path path, FileSystem.WriteMode mode) throws IOException {
    change(() -> {});
    return super.create(path, mode);
  }

  @Override
  public boolean rename(Path from, Path to) throws IOException {
    boolean[] done = new boolean[1];
    change(() -> done[0] = super.rename(from, to));
    return done[0];
  }

  @Override
  public LocalRecoverableWriter createRecoverableWriter() {
    return new LocalRecoverableWriter(this) {
      @Override
      public RecoverableFsDataOutputStream.Committer recoverForCommit(
          RecoverableWriter.CommitRecoverable recoverable) throws IOException {
        RecoverableFsDataOutputStream.Committer committer = super.recoverForCommit(recoverable);
        return new RecoverableFsDataOutputStream.Committer() {
          @Override
          public void commit() throws IOException {
            change(committer::commit);
          }

          @Override
          public void commitAfterRecovery() throws IOException {
            change(committer::commitAfterRecovery);
          }

          @Override
          public RecoverableWriter.CommitRecoverable getRecoverable() {
            return committer.getRecoverable();
          }
        };
      }
    };
  }

  /** Found by Flink through the list of services. */
  public static final class Factory implements FileSystemFactory {
    @Override
    public String getScheme() {
      return SCHEME;
    }

    @Override
    public FileSystem create(URI uri) {
      return new FaultyFileSystem();
    }
  }
}
