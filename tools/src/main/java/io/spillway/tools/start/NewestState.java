package io.spillway.tools.start;

import io.spillway.tools.run.Checkpoints.Complete;
import io.spillway.tools.run.RootCause;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.flink.core.fs.Path;

/**
 * The newest checkpoint that can be gone on from. One that can't, or can't be read, is passed over,
 * with a word.
 */
final class NewestState {
  private final Check check;
  private final Consumer<String> told;

  /** Opens a checkpoint for a look. */
  interface Check {
    /**
     * Why it can't be gone on from; empty where it can.
     *
     * @throws IOException where it can't be read
     */
    Optional<String> refusal(Path checkpoint) throws IOException;
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
        Optional<String> refusal = check.refusal(complete.folder());
        if (refusal.isEmpty()) {
          return Optional.of(complete.folder());
        }
        told.accept("passed over " + complete.folder() + ": " + refusal.get());
      } catch (IOException | RuntimeException e) {
        told.accept("passed over " + complete.folder() + ": " + RootCause.of(e));
      }
    }
    return Optional.empty();
  }
}
