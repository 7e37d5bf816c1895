package io.spillway.storage;

import io.spillway.plan.PlanOrigin;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import org.apache.flink.runtime.execution.SuppressRestartsException;

/** Which lineage an attempt's plans belong to, and where their numbers go on. */
final class PlanOrigins {
  private PlanOrigins() {}

  /**
   * Reads the owner of the bucket.
   *
   * @param job id of this job
   */
  static PlanOrigin open(StorageSettings settings, PlanOrigin restored, String job)
      throws IOException {
    BucketFiles bucket = new BucketFiles(settings);
    OwnerFile file = new OwnerFile(bucket, settings.claim());
    Optional<Owner> owner = file.read();
    Optional<LastPlan> begun = file.lastPlan();
    long number = owner.isPresent() ? begun.map(LastPlan::number).orElse(0L) : 0;
    PlanOrigin known = of(settings.claim(), bucket.root(), restored, owner, number);
    String base = begun.map(plan -> plan.plan().toString()).orElse("");
    return new PlanOrigin(
        known.lineage(),
        known.number(),
        known.root(),
        job,
        base,
        restored.claimed(),
        restored.noted());
  }

  /**
   * @param root of the bucket that the settings name
   * @param restored what state says, or {@link PlanOrigin#UNKNOWN}
   * @param owner of the bucket; empty for none
   * @param begun number of the newest plan that has begun there; 0 for none
   */
  static PlanOrigin of(
      BucketClaim claim, String root, PlanOrigin restored, Optional<Owner> owner, long begun) {
    boolean moved = !restored.root().isEmpty() && !restored.root().equals(root);
    if (moved && owner.filter(o -> o.lineage().equals(restored.lineage())).isEmpty()) {
      throw new SuppressRestartsException(
          new IllegalStateException(
              ("this state belongs to bucket %s, and storage.path is %s, where nothing of it is."
                      + " Put the path back, copy the bucket as a whole with its folder"
                      + " _spillway, or start without state")
                  .formatted(restored.root(), root)));
    }
    // numbers are never used a second time, so that an older state can be told from a newer one
    return new PlanOrigin(
        lineage(claim, restored, owner), Math.max(restored.number(), begun), root);
  }

  private static String lineage(BucketClaim claim, PlanOrigin restored, Optional<Owner> owner) {
    if (!restored.lineage().isEmpty()) {
      return restored.lineage();
    }
    if (!claim.lineage().isEmpty()) {
      return claim.lineage();
    }
    return owner
        .filter(o -> !claim.takeOver() && o.pipeline().equals(claim.pipeline()))
        .map(Owner::lineage)
        .filter(id -> !id.isEmpty())
        .orElseGet(() -> UUID.randomUUID().toString());
  }
}
