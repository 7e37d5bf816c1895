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

/**
 * What a state takes for delivered.
 *
 * @param rows in files that were in the bucket before the state was taken: all that are sealed, but
 *     for those of plans that a restore carries out. 0 for state without storage
 * @param next of the first plan that a restore carries out; of the one before the next where none
 *     waits
 */
record Committed(long rows, PlanOrigin next) {
  /** Reads it. */
  static Committed of(SavedState state) throws IOException {
    long rows =
        state
            .read(StateUids.PLANNER, CommitState::balance)
            .map(balance -> balance.stored())
            .orElse(0L);
    List<CommitPlan> pending =
        state.read(StateUids.COMMITTER, CommitState::pending).orElse(List.of());
    for (CommitPlan plan : pending) {
      for (Written.Data file : plan.data()) {
        rows -= file.sealed().rows();
      }
    }
    PlanOrigin last = state.read(StateUids.PLANNER, CommitState::origin).orElse(PlanOrigin.UNKNOWN);
    PlanOrigin next =
        pending.stream()
            .map(CommitPlan::origin)
            .min(Comparator.comparingLong(PlanOrigin::number))
            .orElse(last);
    return new Committed(rows, next);
  }
}
