package io.spillway.tools.run;

import io.spillway.storage.FolderListing;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * The checkpoints and savepoints below a folder of any file system: {@code chk-<n>/_metadata} or
 * {@code savepoint-<id>/_metadata}, whole once that file is there.
 */
public final class Checkpoints {
  private static final String METADATA = "_metadata";
  private static final String CHECKPOINT = "chk-";

  /** A folder for each pipeline, in it one for each job, in that one for each checkpoint. */
  private static final int DEPTH = 3;

  private Checkpoints() {}

  /**
   * A complete one.
   *
   * @param folder that has its metadata
   * @param writtenMs when it became complete, in ms since 1970
   */
  public record Complete(Path folder, long writtenMs) {
    boolean isCheckpoint() {
      return folder.getName().matches(CHECKPOINT + "\\d+");
    }

    long number() {
      return Long.parseLong(folder.getName().substring(CHECKPOINT.length()));
    }

    /** Name of the job's folder. */
    public String job() {
      return folder.getParent().getName();
    }
  }

  /**
   * The checkpoints of jobs that have their folders right here, the newest first. A job that goes
   * on from a checkpoint goes on counting, so of jobs that did the highest number is the newest,
   * whatever time the files have; times decide only among equal numbers.
   */
  public static List<Complete> newestFirst(Path folder) throws IOException {
    String path = new Path(folder, METADATA).getParent().getPath();
    return all(folder).stream()
        .filter(Complete::isCheckpoint)
        .filter(complete -> complete.folder().getParent().getParent().getPath().equals(path))
        .sorted(
            Comparator.comparingLong(Complete::number)
                .thenComparingLong(Complete::writtenMs)
                .reversed())
        .toList();
  }

  /** Every complete one at the folder or below it; none where the folder is not there. */
  public static List<Complete> all(Path folder) throws IOException {
    List<Complete> found = new ArrayList<>();
    collect(folder.getFileSystem(), folder, DEPTH, found);
    return found;
  }

  private static void collect(FileSystem files, Path folder, int depth, List<Complete> found)
      throws IOException {
    for (FileStatus child : FolderListing.of(files, folder)) {
      if (child.isDir() && depth > 0 && !isContent(child.getPath().getName())) {
        collect(files, child.getPath(), depth - 1, found);
      } else if (!child.isDir() && child.getPath().getName().equals(METADATA)) {
        found.add(new Complete(folder, child.getModificationTime()));
      }
    }
  }

  /** Folders that hold state and may be large. */
  private static boolean isContent(String name) {
    return name.equals("shared") || name.equals("taskowned");
  }
}
