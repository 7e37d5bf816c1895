package io.spillway.storage;

import io.spillway.layout.DataFile;
import io.spillway.plan.SealedFile;
import io.spillway.plan.Written;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.Executor;
import java.util.zip.CRC32C;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.RecoverableFsDataOutputStream;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.apache.flink.util.IOUtils;

/**
 * One file on its way. Its first bytes wait here, as it may turn out to be small enough to stay
 * with the plan; a larger one is opened, written and closed by the upload threads, one step after
 * the other, from its first byte too many on. Called from the task thread only.
 */
final class FileUpload {
  /** Smaller runs of rows are gathered up to this size before they are handed over. */
  private static final int GATHERED = 64 << 10;

  /** Where files go. */
  record Target(
      RecoverableWriter writer,
      Executor threads,
      InFlight inFlight,
      InlineBudget budget,
      StorageCalls calls) {}

  /** Bytes of others, which don't change any more. */
  private record Run(byte[] bytes, int offset, int length) {}

  private final DataFile file;
  private final Path path;
  private final Target target;

  /** What waits, until the file is opened. */
  private final List<Run> waiting = new ArrayList<>();

  private long waitingBytes;

  /** Null until the file is opened. */
  private CompletableFuture<RecoverableFsDataOutputStream> stream;

  private byte[] gathered;
  private int gatheredLength;

  /** Of the bytes written so far; used by one step of the chain at a time. */
  private final CRC32C checksum = new CRC32C();

  FileUpload(DataFile file, Path path, Target target) {
    this.file = file;
    this.path = path;
    this.target = target;
  }

  DataFile file() {
    return file;
  }

  /** Appends bytes, which the caller doesn't change any more. May wait for room. */
  void append(byte[] bytes, int offset, int length) throws InterruptedException {
    if (length >= GATHERED / 2) {
      handOverGathered();
      handOver(bytes, offset, length);
      return;
    }
    if (gathered == null || gatheredLength + length > gathered.length) {
      handOverGathered();
      gathered = new byte[Math.max(length, gatheredLength == 0 ? length : GATHERED)];
    }
    System.arraycopy(bytes, offset, gathered, gatheredLength, length);
    gatheredLength += length;
  }

  private void handOverGathered() throws InterruptedException {
    if (gathered != null) {
      byte[] full = gathered;
      int length = gatheredLength;
      gathered = null;
      gatheredLength = 0;
      handOver(full, 0, length);
    }
  }

  private void handOver(byte[] bytes, int offset, int length) throws InterruptedException {
    if (stream != null) {
      upload(new Run(bytes, offset, length));
      return;
    }
    waiting.add(new Run(bytes, offset, length));
    waitingBytes += length;
    if (waitingBytes > target.budget().fileBytes()) {
      open();
    }
  }

  private void open() throws InterruptedException {
    stream =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return target.writer().open(path);
              } catch (IOException e) {
                throw new CompletionException("can't open " + path, e);
              }
            },
            target.threads());
    for (Run run : waiting) {
      upload(run);
    }
    waiting.clear();
  }

  private void upload(Run run) throws InterruptedException {
    target.inFlight().acquire(run.length());
    stream =
        stream.thenApplyAsync(
            out -> {
              try {
                checksum.update(run.bytes(), run.offset(), run.length());
                out.write(run.bytes(), run.offset(), run.length());
                return out;
              } catch (IOException e) {
                throw new CompletionException("can't write " + file, e);
              }
            },
            target.threads());
    var unused = stream.whenComplete((out, failure) -> target.inFlight().release(run.length()));
  }

  /** Ends the file; the result comes when it is complete. */
  CompletableFuture<Written.Data> close(SealedFile sealed) throws InterruptedException {
    handOverGathered();
    if (stream == null && target.budget().take(waitingBytes)) {
      return CompletableFuture.completedFuture(inline(sealed));
    }
    if (stream == null) {
      open();
    }
    target.calls().upload(sealed.bytes());
    return stream.thenApplyAsync(
        out -> {
          try {
            RecoverableWriter.CommitRecoverable recoverable = out.closeForCommit().getRecoverable();
            byte[] commit =
                SimpleVersionedSerialization.writeVersionAndSerialize(
                    target.writer().getCommitRecoverableSerializer(), recoverable);
            return new Written.Data(sealed, new Written.Uploaded(commit), checksum.getValue());
          } catch (IOException e) {
            throw new CompletionException("can't close " + file, e);
          }
        },
        target.threads());
  }

  private Written.Data inline(SealedFile sealed) {
    byte[] bytes = new byte[(int) waitingBytes];
    int length = 0;
    for (Run run : waiting) {
      System.arraycopy(run.bytes(), run.offset(), bytes, length, run.length());
      length += run.length();
    }
    checksum.update(bytes, 0, length);
    return new Written.Data(sealed, new Written.Inline(bytes), checksum.getValue());
  }

  /** Gives the file up. */
  void abandon() {
    if (stream == null) {
      return;
    }
    var unused =
        stream.whenCompleteAsync(
            (out, failure) -> {
              if (out != null) {
                IOUtils.closeQuietly(out);
              }
            },
            Runnable::run);
  }
}
