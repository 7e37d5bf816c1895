package io.spillway.storage;

import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import java.util.Optional;

/**
 * Where a plan stands among those that have begun in a bucket. A restored state brings plans of the
 * past along, and another job may have gone on from an older state in the meantime. Pure.
 */
enum PlanOrder {
  /** Nothing newer has begun. */
  NEWEST,
  /** Its own job has begun it, or a later one. */
  KNOWN,
  /** Another job has begun plans that its job did not know. */
  OVERTAKEN;

  /**
   * @param begun the newest plan in the bucket; empty for none
   * @param me who carries the plan out
   */
  static PlanOrder of(CommitPlan plan, Optional<LastPlan> begun, CommitterAttempt me) {
    PlanOrigin origin = plan.origin();
    boolean isNew = origin.job().equals(me.job());
    if (begun.isEmpty() || origin.job().isEmpty()) {
      return NEWEST;
    }
    LastPlan last = begun.get();
    if (last.job().equals(origin.job())) {
      return plan.checkpointId() > last.checkpoint() ? NEWEST : KNOWN;
    }
    boolean isNext = last.plan().toString().equals(origin.base());
    return isNew || isNext ? NEWEST : OVERTAKEN;
  }
}
