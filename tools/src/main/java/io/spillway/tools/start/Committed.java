package io.spillway.tools.start;

import io.spillway.job.start.SavedState;
import io.spillway.job.start.StateUids;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import io.spillway.plan.Written;
import io.spillway.storage.CommitState;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What a state takes for delivered. */
final class Committed {
  private Committed() {}

  /**
   * Rows in files that were in the bucket before the state was taken: all that are sealed, but for
   * those of plans that a restore carries out. 0 for state without storage.
   */
  static long rows(SavedState state) throws IOException {
    long stored =
        state
            .read(StateUids.PLANNER, CommitState::balance)
            .map(balance -> balance.stored())
            .orElse(0L);
    List<CommitPlan> pending =
        state.read(StateUids.COMMITTER, CommitState::pending).orElse(List.of());
    for (CommitPlan plan : pending) {
      for (Written.Data file : plan.data()) {
        stored -= file.sealed().rows();
      }
    }
    return stored;
  }

  /** Of the first plan that a restore carries out; of the next one where none waits. */
  static PlanOrigin next(SavedState state) throws IOException {
    List<CommitPlan> pending =
        state.read(StateUids.COMMITTER, CommitState::pending).orElse(List.of());
    Optional<PlanOrigin> first =
        pending.stream().map(CommitPlan::origin).min(Comparator.comparingLong(PlanOrigin::number));
    return first.isPresent()
        ? first.get()
        : state.read(StateUids.PLANNER, CommitState::origin).orElse(PlanOrigin.UNKNOWN);
  }
}
