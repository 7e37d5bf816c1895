package io.spillway.storage;

import io.spillway.layout.DataFile;
import io.spillway.plan.SealedFile;
import io.spillway.plan.Written;
import java.io.IOException;
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
 * One file on its way: opened, written and closed by the upload threads, one step after the other.
 * Called from the task thread only.
 */
final class FileUpload {
  /** Smaller runs of rows are gathered up to this size before they are handed over. */
  private static final int GATHERED = 64 << 10;

  private final DataFile file;
  private final Executor threads;
  private final InFlight inFlight;
  private CompletableFuture<RecoverableFsDataOutputStream> stream;
  private byte[] gathered;
  private int gatheredLength;

  /** Of the bytes written so far; used by one step of the chain at a time. */
  private final CRC32C checksum = new CRC32C();

  FileUpload(
      DataFile file, Path path, RecoverableWriter writer, Executor threads, InFlight inFlight) {
    this.file = file;
    this.threads = threads;
    this.inFlight = inFlight;
    this.stream =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return writer.open(path);
              } catch (IOException e) {
                throw new CompletionException("can't open " + path, e);
              }
            },
            threads);
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
    inFlight.acquire(length);
    stream =
        stream.thenApplyAsync(
            out -> {
              try {
                checksum.update(bytes, offset, length);
                out.write(bytes, offset, length);
                return out;
              } catch (IOException e) {
                throw new CompletionException("can't write " + file, e);
              }
            },
            threads);
    var unused = stream.whenComplete((out, failure) -> inFlight.release(length));
  }

  /** Ends the file; the result comes when it is complete. */
  CompletableFuture<Written.Data> close(SealedFile sealed, RecoverableWriter writer)
      throws InterruptedException {
    handOverGathered();
    return stream.thenApplyAsync(
        out -> {
          try {
            RecoverableWriter.CommitRecoverable recoverable = out.closeForCommit().getRecoverable();
            byte[] commit =
                SimpleVersionedSerialization.writeVersionAndSerialize(
                    writer.getCommitRecoverableSerializer(), recoverable);
            return new Written.Data(sealed, commit, checksum.getValue());
          } catch (IOException e) {
            throw new CompletionException("can't close " + file, e);
          }
        },
        threads);
  }

  /** Gives the file up. */
  void abandon() {
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
