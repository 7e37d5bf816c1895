package io.spillway.tools.orphans;

import io.spillway.job.start.SavedState;
import io.spillway.tools.run.Checkpoints;
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
  private static final int ATTEMPTS = 50;

  private final Listing listing;
  private final Reading reading;

  /** Lists folders of complete checkpoints and savepoints. */
  interface Listing {
    List<Path> states() throws IOException;
  }

  /** Looks for a scan's tokens in one of them. */
  interface Reading {
    void read(Path state, TokenScan scan, Set<String> found) throws IOException;
  }

  KeptState(Listing listing, Reading reading) {
    this.listing = listing;
    this.reading = reading;
  }

  /**
   * @param checkpoints folder of the job's checkpoints; may not be there
   * @param savepoints each a savepoint, or a folder of some
   */
  static KeptState of(Path checkpoints, List<Path> savepoints) {
    return new KeptState(
        () -> list(checkpoints, savepoints),
        (state, scan, found) ->
            SavedState.open(state).sinkStates(bytes -> scan.find(bytes, found)));
  }

  private static List<Path> list(Path checkpoints, List<Path> savepoints) throws IOException {
    List<Path> states = new ArrayList<>();
    Checkpoints.all(checkpoints).forEach(complete -> states.add(complete.folder()));
    for (Path savepoint : savepoints) {
      List<Checkpoints.Complete> there = Checkpoints.all(savepoint);
      if (there.isEmpty()) {
        throw new IOException("no complete savepoint or checkpoint at " + savepoint);
      }
      there.forEach(complete -> states.add(complete.folder()));
    }
    return states;
  }

  /**
   * What stands in what is kept.
   *
   * @param states folders of checkpoints and savepoints
   * @param tokens those that one of them has, or one that has gone meanwhile
   */
  record Found(List<Path> states, Set<String> tokens) {}

  /**
   * Looks for tokens until all that is listed has been read. A checkpoint that goes away while it
   * is read has a successor, which a later listing has; what has been read isn't read again, so
   * that this ends although the job goes on.
   *
   * @throws IOException where anything that is kept can't be read: then nothing is known
   */
  Found find(Collection<String> tokens) throws IOException {
    TokenScan scan = new TokenScan(tokens);
    Set<String> found = new HashSet<>();
    Set<Path> read = new HashSet<>();
    FileNotFoundException gone = null;
    for (int attempt = 1; attempt <= ATTEMPTS; attempt++) {
      List<Path> states = listing.states();
      gone = null;
      for (Path state : states) {
        try {
          if (!read.contains(state)) {
            reading.read(state, scan, found);
            read.add(state);
          }
        } catch (FileNotFoundException e) {
          gone = e;
        }
      }
      if (gone == null) {
        return new Found(states, found);
      }
    }
    throw gone;
  }
}
