package io.spillway.tools.start;

import io.spillway.tools.run.Checkpoints.Complete;
import io.spillway.tools.run.RootCause;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.core.fs.Path;

/** The newest checkpoint that a restore can read. One that it can't is passed over, with a word. */
final class NewestState {
  private final Check check;
  private final Consumer<String> told;

  /** Opens a checkpoint for a look. */
  interface Check {
    /**
     * Whether it is this pipeline's.
     *
     * @throws IOException where it can't be read
     */
    boolean isOwn(Path checkpoint) throws IOException;
  }

  NewestState(Check check, Consumer<String> told) {
    this.check = check;
    this.told = told;
  }

  /**
   * @param newestFirst what there is
   * @param foreign folders of jobs that do not count
   */
  Optional<Path> of(List<Complete> newestFirst, Set<String> foreign) {
    for (Complete complete : newestFirst) {
      if (foreign.contains(complete.job())) {
        continue;
      }
      try {
        if (check.isOwn(complete.folder())) {
          return Optional.of(complete.folder());
        }
        told.accept("passed over " + complete.folder() + ": another pipeline has made it");
      } catch (IOException | RuntimeException e) {
        told.accept("passed over " + complete.folder() + ": " + RootCause.of(e));
      }
    }
    return Optional.empty();
  }
}
