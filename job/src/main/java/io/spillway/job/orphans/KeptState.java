package io.spillway.job.orphans;

import io.spillway.job.inspect.SavedState;
import io.spillway.job.run.Checkpoints;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.flink.core.fs.Path;

/** The checkpoints and savepoints that somebody may go on from. */
final class KeptState {
  /** A running job takes an old checkpoint away whenever it has a new one. */
  private static final int ATTEMPTS = 5;

  private final Path checkpoints;
  private final List<Path> savepoints;

  /**
   * @param checkpoints folder of the job's checkpoints; may not be there
   * @param savepoints each a savepoint, or a folder of some
   */
  KeptState(Path checkpoints, List<Path> savepoints) {
    this.checkpoints = checkpoints;
    this.savepoints = List.copyOf(savepoints);
  }

  /**
   * What stands in what is kept.
   *
   * @param states folders of checkpoints and savepoints
   * @param tokens those that one of them has
   */
  record Found(List<Path> states, Set<String> tokens) {}

  /**
   * Looks for tokens.
   *
   * @throws IOException where anything that is kept can't be read: then nothing is known
   */
  Found find(Collection<String> tokens) throws IOException {
    for (int attempt = 1; ; attempt++) {
      try {
        return findOnce(new TokenScan(tokens));
      } catch (FileNotFoundException e) {
        if (attempt == ATTEMPTS) {
          throw e;
        }
      }
    }
  }

  private Found findOnce(TokenScan scan) throws IOException {
    List<Path> states = new ArrayList<>();
    Checkpoints.all(checkpoints).forEach(complete -> states.add(complete.folder()));
    for (Path savepoint : savepoints) {
      List<Checkpoints.Complete> there = Checkpoints.all(savepoint);
      if (there.isEmpty()) {
        throw new IOException("no complete savepoint or checkpoint at " + savepoint);
      }
      there.forEach(complete -> states.add(complete.folder()));
    }
    Set<String> found = new HashSet<>();
    for (Path state : states) {
      SavedState.open(state).sinkStates(bytes -> scan.find(bytes, found));
    }
    return new Found(states, found);
  }
}
