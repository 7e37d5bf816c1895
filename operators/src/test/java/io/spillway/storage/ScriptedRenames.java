package io.spillway.storage;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Paths;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.RecoverableWriter;

/** A local disk that renames as HDFS does; what becomes of an upload may be told beforehand. */
final class ScriptedRenames implements Renames {
  final List<String> replaced = new ArrayList<>();

  /** Null to make it visible in earnest. */
  Outcome next;

  IOException refusal;

  @Override
  public void replace(Path from, Path to) throws IOException {
    if (refusal != null) {
      throw refusal;
    }
    replaced.add(from.getName() + " -> " + to.getName());
    Files.move(Paths.get(from.getPath()), Paths.get(to.getPath()), StandardCopyOption.ATOMIC_MOVE);
  }

  @Override
  public Outcome add(RecoverableWriter.CommitRecoverable upload, long bytes) throws IOException {
    if (refusal != null) {
      throw refusal;
    }
    if (next != null) {
      return next;
    }
    FileSystem.getLocalFileSystem().createRecoverableWriter().recoverForCommit(upload).commit();
    return Outcome.DONE;
  }
}
