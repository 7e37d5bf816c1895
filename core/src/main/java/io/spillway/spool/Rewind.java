package io.spillway.spool;

import io.spillway.layout.BegunPlan;
import java.util.Optional;

/** Whether a job starts from a state that is older than the bucket. Pure. */
final class Rewind {
  private Rewind() {}

  /**
   * What a state says of itself.
   *
   * @param job id of the job that took it; empty for state of 0.1.0
   * @param checkpointId its checkpoint; 0 where there is no state
   * @param base the newest plan that had been begun in the bucket when that job started
   * @param rewind number of the rewind that it was taken in, see {@link DeliveredRows}; 0 for none
   */
  record StateMark(String job, long checkpointId, Optional<BegunPlan> base, long rewind) {
    static final StateMark NONE = new StateMark("", 0, Optional.empty(), 0);

    /** Whether everything up to a plan is known to this state. */
    private boolean knows(BegunPlan plan) {
      return checkpointId > 0
          && (base.filter(plan::equals).isPresent()
              || plan.job().equals(job) && plan.checkpointId() <= checkpointId);
    }
  }

  /**
   * Number of the rewind that a start is part of; 0 for none. A number above the state's own means
   * that the bucket has more than the state knows.
   *
   * @param begun the newest plan in the bucket; empty where nobody has noted one
   * @param used whether the bucket has data of this pipeline
   * @param again whether a start without state delivers again what stands in the bucket
   */
  static long number(StateMark state, Optional<BegunPlan> begun, boolean used, boolean again) {
    if (state.checkpointId() == 0 && again) {
      return 0;
    }
    boolean agrees = begun.map(state::knows).orElse(!used);
    return agrees ? state.rewind() : state.rewind() + 1;
  }
}
