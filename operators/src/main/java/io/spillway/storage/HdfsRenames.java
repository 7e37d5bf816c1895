package io.spillway.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.RecoverableWriter;
import org.apache.flink.runtime.fs.hdfs.HadoopFileSystem;
import org.apache.flink.runtime.fs.hdfs.HadoopFsRecoverable;
import org.apache.flink.util.WrappingProxy;
import org.apache.hadoop.fs.FileAlreadyExistsException;
import org.apache.hadoop.fs.Options;
import org.apache.hadoop.hdfs.DistributedFileSystem;

/**
 * The renames of HDFS that Flink's interface doesn't reach, by the client that Flink has made: with
 * its user, its configuration and its retries. Each is one call, and one step, of the NameNode.
 * Loaded for {@code hdfs:} alone, as Hadoop's classes are those of whoever runs the job.
 */
final class HdfsRenames implements Renames {
  private final DistributedFileSystem hdfs;

  private HdfsRenames(DistributedFileSystem hdfs) {
    this.hdfs = hdfs;
  }

  /**
   * @param files of a place on {@code hdfs:}
   * @throws IOException where another client than Hadoop's own serves it
   */
  static HdfsRenames of(FileSystem files) throws IOException {
    FileSystem inner = files;
    while (inner instanceof WrappingProxy<?> proxy
        && proxy.getWrappedDelegate() instanceof FileSystem wrapped) {
      inner = wrapped;
    }
    if (inner instanceof HadoopFileSystem hadoop
        && hadoop.getHadoopFileSystem() instanceof DistributedFileSystem hdfs) {
      return new HdfsRenames(hdfs);
    }
    throw new IOException(
        "the bucket's file system hdfs: is served by %s, which can't replace a file in one step."
                .formatted(inner.getClass().getName())
            + " Leave out fs.hdfs.limit.* and fs.hdfs.impl, and keep Flink's Hadoop file system out"
            + " of plugins/");
  }

  @Override
  public void replace(Path from, Path to) throws IOException {
    hdfs.rename(
        HadoopFileSystem.toHadoopPath(from),
        HadoopFileSystem.toHadoopPath(to),
        Options.Rename.OVERWRITE);
  }

  @Override
  public Outcome add(RecoverableWriter.CommitRecoverable upload, long bytes) throws IOException {
    HadoopFsRecoverable file = (HadoopFsRecoverable) upload;
    try {
      long length = hdfs.getFileStatus(file.tempFile()).getLen();
      if (length != bytes) {
        throw new IOException(
            "%s has %d bytes instead of %d: it can't become %s"
                .formatted(file.tempFile(), length, bytes, file.targetFile()));
      }
      // Flink's own commit takes no notice of the answer that there is another file
      hdfs.rename(file.tempFile(), file.targetFile(), Options.Rename.NONE);
      return Outcome.DONE;
    } catch (FileAlreadyExistsException e) {
      return Outcome.TAKEN;
    } catch (FileNotFoundException e) {
      return Outcome.GONE;
    }
  }
}
