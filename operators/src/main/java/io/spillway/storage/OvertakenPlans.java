package io.spillway.storage;

import io.spillway.layout.Layout;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/**
 * Plans of a state that can never be carried out any more: they were not, and another job has gone
 * on since from an older state, whose files have their numbers now. The state can't be gone on from
 * then, as it takes the rows of these plans for delivered.
 */
public final class OvertakenPlans {
  private final BucketFiles bucket;
  private final Layout layout;

  OvertakenPlans(BucketFiles bucket, Layout layout) {
    this.bucket = bucket;
    this.layout = layout;
  }

  /**
   * Looks for one among the plans that a state has, for whoever is about to start from it. Reads
   * one small file where the bucket has nothing newer.
   *
   * @param settings the bucket, as the pipeline's namespace writes it
   * @param pending plans that a restore carries out
   * @return what has happened, in words; empty where all can be carried out
   */
  public static Optional<String> find(StorageSettings settings, List<CommitPlan> pending)
      throws IOException {
    if (pending.isEmpty()) {
      return Optional.empty();
    }
    BucketFiles bucket = new BucketFiles(settings);
    Optional<LastPlan> begun = new OwnerFile(bucket, settings.claim()).lastPlan();
    OvertakenPlans plans = new OvertakenPlans(bucket, settings.layout());
    for (CommitPlan plan : pending) {
      // no job has this attempt's id yet
      if (PlanOrder.of(plan, begun, CommitterAttempt.NONE) == PlanOrder.OVERTAKEN) {
        Optional<String> why = plans.undelivered(plan, begun.orElseThrow());
        if (why.isPresent()) {
          return why;
        }
      }
    }
    return Optional.empty();
  }

  /**
   * What has happened to a plan, in words; empty where it was carried out before the other job
   * began.
   *
   * @param plan of a state from which another job has gone on too
   * @param begun that job's
   */
  Optional<String> undelivered(CommitPlan plan, LastPlan begun) throws IOException {
    for (Written.Data file : plan.data()) {
      if (!isVisible(file)) {
        return Optional.of(
            ("the state of checkpoint %d of job %s has been overtaken: file %s of its plan was never"
                    + " delivered, and job %s has gone on since from an older state")
                .formatted(
                    plan.checkpointId(),
                    plan.origin().job(),
                    layout.path(file.sealed().file()),
                    begun.job()));
      }
    }
    return Optional.empty();
  }

  /** Whether a file stands in the bucket, with just this content. */
  private boolean isVisible(Written.Data file) throws IOException {
    String path = layout.path(file.sealed().file());
    boolean isKnown = file.checksum() != Written.Data.NO_CHECKSUM;
    return bucket.length(path) == file.sealed().bytes()
        && (!isKnown || bucket.checksum(path) == file.checksum());
  }
}
