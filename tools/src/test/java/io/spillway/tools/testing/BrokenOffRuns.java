package io.spillway.tools.testing;

import io.spillway.job.PipelineFile;
import io.spillway.job.config.PipelineConfig;
import io.spillway.job.start.SavedState;
import io.spillway.job.start.StateUids;
import io.spillway.plan.CommitPlan;
import io.spillway.storage.CommitState;
import io.spillway.storage.LastPlan;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.LiveTree;
import io.spillway.tools.BackgroundRun;
import io.spillway.tools.run.FileSystems;
import io.spillway.tools.start.Decision;
import io.spillway.tools.start.PipelineStart;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.commons.io.FileUtils;

/**
 * Runs of a pipeline that are broken off, and what they leave in its checkpoint folder and its
 * bucket: their jobs are cancelled, which takes no last checkpoint and commits nothing.
 *
 * @param folder of the pipeline file, whose bucket is {@code out} and whose {@code checkpoint-dir}
 *     is {@code chk}
 * @param file the pipeline file
 * @param more is called while something is waited for, and brings what is to be delivered next: on
 *     a quick machine a run would be done with all that is there
 */
public record BrokenOffRuns(Path folder, Path file, Step more) {
  private static final Duration LIMIT = Duration.ofSeconds(120);
  private static final int MOST_TRIES = 5;
  private static final String CHECKPOINTS = "chk";
  private static final String BUCKET = "out";

  /** Runs until two commits have moved {@code checkpoint-ts}: a state knows of those before it. */
  public void untilNew() throws Exception {
    untilNew(() -> {});
  }

  /** What happens on the way. */
  public interface Step {
    void run() throws Exception;
  }

  /**
   * The same.
   *
   * @param between brings what the second commit delivers, where a run may be done with the first
   */
  public void untilNew(Step between) throws Exception {
    Path out = folder.resolve(BUCKET);
    long before = Delivered.checkpointTs(out);
    try (BackgroundRun run = BackgroundRun.start(file)) {
      awaitMoreThan(before, run);
      long first = Delivered.checkpointTs(out);
      between.run();
      awaitMoreThan(first, run);
    }
  }

  private void untilBehind(long commitTs) throws Exception {
    try (BackgroundRun run = BackgroundRun.start(file)) {
      awaitMoreThan(commitTs, run);
    }
  }

  private void awaitMoreThan(long before, BackgroundRun run) throws Exception {
    Eventually.holds(
        LIMIT,
        () -> {
          if (!run.isAlive()) {
            throw new AssertionError("it has ended: " + run.output());
          }
          more.run();
          return Delivered.checkpointTs(folder.resolve(BUCKET)) > before;
        },
        () -> "nothing is delivered behind " + before + ": " + run.output());
  }

  /**
   * A job dies between its newest checkpoint and the note of that one's plan, and another goes on
   * from an older state, whose checkpoints are lost since. It closes files later, so that its files
   * aren't those of the first: the pipeline file has a flush-interval of 300 ms.
   *
   * @return the newest checkpoint, which can't be gone on from
   */
  public Path overtaken() throws Exception {
    untilNew();
    copy(CHECKPOINTS, "older/chk");
    copy(BUCKET, "older/out");
    String own = Files.readString(file);
    // the other job may write the very files of the plan, if they are cut by their size
    for (int i = 0; i < MOST_TRIES; i++) {
      long planned = untilAPlanCannotBegin();
      copy(CHECKPOINTS, "overtaken");
      // what the first job has delivered stays: nothing else is a history that can happen
      copy("older/chk", CHECKPOINTS);
      Files.writeString(file, own.replace("flush-interval: 300 ms", "flush-interval: 1500 ms"));
      untilBehind(planned);
      Files.writeString(file, own);
      copy("overtaken", CHECKPOINTS);
      org.apache.flink.core.fs.Path newest =
          new org.apache.flink.core.fs.Path(newestCheckpoint().orElseThrow().toString());
      if (PipelineStart.of(config()).from(newest) instanceof Decision.Refuse) {
        break;
      }
      copy("older/chk", CHECKPOINTS);
      copy("older/out", BUCKET);
    }
    return newestCheckpoint().orElseThrow();
  }

  /**
   * Runs until there is a checkpoint with data files whose plan was not begun: a folder stands
   * where its number belongs, so that the commit fails before its first step.
   *
   * @return what a reader would be told behind that plan, as a commit timestamp
   */
  private long untilAPlanCannotBegin() throws Exception {
    Path out = folder.resolve(BUCKET);
    Path note = out.resolve(LastPlan.path(""));
    long before = Delivered.checkpointTs(out);
    try (BackgroundRun run = BackgroundRun.start(file)) {
      awaitMoreThan(before, run);
      byte[] last = obstruct(note);
      LastPlan begun = LastPlan.parse(last).orElseThrow();
      Eventually.holds(
          LIMIT,
          () -> {
            more.run();
            return !pending(begun).isEmpty();
          },
          () -> "no checkpoint has files behind " + begun);
      run.cancel();
      FileUtils.deleteDirectory(note.toFile());
      Files.write(note, last);
      return pending(begun).stream().mapToLong(CommitPlan::checkpointTs).max().orElse(before);
    }
  }

  /** Puts a folder in the place of a file that a running job replaces; gives the file's bytes. */
  private static byte[] obstruct(Path file) throws Exception {
    while (true) {
      try {
        byte[] last = Files.readAllBytes(file);
        Files.delete(file);
        Files.createDirectory(file);
        // a file may replace an empty folder
        Files.createFile(file.resolve("in-the-way"));
        return last;
      } catch (FileAlreadyExistsException | NoSuchFileException e) {
        // the job was quicker: again
      }
    }
  }

  /** Puts a folder in the place of another. */
  private void copy(String from, String to) throws Exception {
    FileUtils.deleteDirectory(folder.resolve(to).toFile());
    FileUtils.copyDirectory(folder.resolve(from).toFile(), folder.resolve(to).toFile());
  }

  /** Takes away all checkpoints but this one. */
  public void leaveOnly(Path checkpoint) throws Exception {
    for (Path each : checkpoints()) {
      if (!each.equals(checkpoint)) {
        Files.delete(each.resolve("_metadata"));
      }
    }
  }

  private List<Path> checkpoints() throws Exception {
    return LiveTree.files(folder.resolve(CHECKPOINTS), name -> name.equals("_metadata")).stream()
        .map(Path::getParent)
        .toList();
  }

  private Optional<Path> newestCheckpoint() throws Exception {
    return checkpoints().stream().max(Comparator.comparingInt(BrokenOffRuns::number));
  }

  /** Of a checkpoint {@code chk-<n>}. */
  private static int number(Path checkpoint) {
    return Integer.parseInt(checkpoint.getFileName().toString().substring(4));
  }

  /**
   * Plans with data files that a restore of the newest checkpoint would carry out.
   *
   * @param begun their plans are newer than this one
   */
  private List<CommitPlan> pending(LastPlan begun) throws Exception {
    var unused = config();
    Optional<Path> newest = newestCheckpoint();
    if (newest.isEmpty()) {
      // one that has just been deleted, and the next isn't complete
      return List.of();
    }
    try {
      SavedState state =
          SavedState.open(new org.apache.flink.core.fs.Path(newest.get().toString()));
      return state.read(StateUids.COMMITTER, CommitState::pending).orElse(List.of()).stream()
          .filter(plan -> !isBegun(plan, begun) && !plan.data().isEmpty())
          .toList();
    } catch (IOException e) {
      // a job that runs has deleted it since: there is a newer one
      return List.of();
    }
  }

  private static boolean isBegun(CommitPlan plan, LastPlan begun) {
    return plan.origin().job().equals(begun.job()) && plan.checkpointId() <= begun.checkpoint();
  }

  /** The pipeline, with its file systems ready. */
  public PipelineConfig config() {
    PipelineConfig config = PipelineFile.loadForCluster(file, Map.of());
    FileSystems.initialize(config);
    return config;
  }
}
