package io.spillway.tools.start;

import io.spillway.job.start.SavedState;
import io.spillway.tools.run.Checkpoints;
import io.spillway.tools.run.Checkpoints.Complete;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Checkpoints that nobody goes on from any more: each run leaves its last ones behind, and Flink
 * removes only that which the next run has claimed.
 */
final class Superseded {
  /** The one that is gone on from, and one to fall back on where that can't be read. */
  private static final int KEPT = 2;

  /** A job that has just ended deletes there, too, and what is gone already ends a deletion. */
  private static final int TRIES = 10;

  private final Path folder;
  private final Set<String> foreign;

  /**
   * @param folder checkpoint folder of the pipeline
   * @param foreign folders of jobs in it that are left alone
   */
  Superseded(Path folder, Set<String> foreign) {
    this.folder = folder;
    this.foreign = foreign;
  }

  /**
   * Removes all behind the one that is gone on from, but for one more, and the folders of jobs of
   * which these need nothing. Those before it were passed over, and are left to be looked at.
   *
   * @param chosen the one that is gone on from
   * @return what was removed
   */
  List<Path> remove(Path chosen) throws IOException {
    List<Complete> own =
        Checkpoints.newestFirst(folder).stream()
            .filter(complete -> !foreign.contains(complete.job()))
            .toList();
    Set<String> needed = new HashSet<>();
    List<Complete> old = new ArrayList<>();
    int kept = 0;
    boolean reached = false;
    for (Complete complete : own) {
      reached |= complete.folder().getPath().equals(chosen.getPath());
      if (kept == KEPT) {
        old.add(complete);
        continue;
      }
      needed.add(complete.job());
      Optional<Set<String>> jobs = jobsOf(complete.folder());
      jobs.ifPresent(needed::addAll);
      kept += reached && jobs.isPresent() ? 1 : 0;
    }
    List<Path> removed = new ArrayList<>();
    for (Complete each : old) {
      if (needed.contains(each.job())) {
        remove(each.folder(), removed);
      }
    }
    removeJobs(needed, removed);
    return removed;
  }

  /** Removes all of them, behind the end of an input. */
  List<Path> removeAll() throws IOException {
    List<Path> removed = new ArrayList<>();
    removeJobs(Set.of(), removed);
    return removed;
  }

  private void removeJobs(Set<String> needed, List<Path> removed) throws IOException {
    FileStatus[] children = folder.getFileSystem().listStatus(folder);
    for (FileStatus child : children == null ? new FileStatus[0] : children) {
      String job = child.getPath().getName();
      if (child.isDir() && isJob(job) && !needed.contains(job) && !foreign.contains(job)) {
        remove(child.getPath(), removed);
      }
    }
  }

  /** Folders that Flink has named; others are somebody's own. */
  private static boolean isJob(String name) {
    return name.matches("[0-9a-f]{32}");
  }

  private void remove(Path path, List<Path> removed) throws IOException {
    FileSystem files = path.getFileSystem();
    boolean isGone = false;
    for (int i = 0; i < TRIES && !isGone; i++) {
      isGone = files.delete(path, true) || !files.exists(path);
    }
    removed.add(path);
  }

  /**
   * The jobs whose files a checkpoint needs: it shares some with those that it has grown from, also
   * with another job's. Empty where it can't be read; then it is left for somebody to look at.
   */
  private Optional<Set<String>> jobsOf(Path checkpoint) {
    Set<String> jobs = new HashSet<>();
    String prefix = folder.getPath() + "/";
    try {
      for (Path file : SavedState.open(checkpoint).files()) {
        if (file.getPath().startsWith(prefix)) {
          jobs.add(file.getPath().substring(prefix.length()).split("/", 2)[0]);
        }
      }
      return Optional.of(jobs);
    } catch (IOException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
