package io.spillway.tools.inspect;

import io.spillway.job.start.SavedState;
import io.spillway.job.start.StateUids;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.source.ReadPosition;
import io.spillway.spool.SpoolState;
import io.spillway.storage.CommitState;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * What a savepoint holds beside keyed state.
 *
 * @param positions of every partition, source by source
 * @param spool empty where the job has no storage
 * @param balance empty likewise
 * @param pending plans of commits that a restore carries out (again)
 */
public record Overview(
    List<ReadPosition> positions,
    Optional<SpoolState> spool,
    Optional<Balance> balance,
    List<CommitPlan> pending) {

  /** Reads all of it. */
  public static Overview of(SavedState state) throws IOException {
    List<ReadPosition> positions = new ArrayList<>();
    for (int source : state.sources()) {
      positions.addAll(state.read(StateUids.source(source), ReadPosition::read).orElse(List.of()));
    }
    positions.sort(Comparator.comparing(position -> position.partition().label()));
    return new Overview(
        positions,
        state.read(StateUids.SPOOL, SpoolState::read),
        state.read(StateUids.PLANNER, CommitState::balance),
        state.read(StateUids.COMMITTER, CommitState::pending).orElse(List.of()));
  }
}
