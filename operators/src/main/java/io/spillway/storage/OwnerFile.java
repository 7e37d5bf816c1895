package io.spillway.storage;

import io.spillway.plan.CommitPlan;
import java.io.IOException;
import java.util.Optional;
import org.apache.flink.core.io.SimpleVersionedSerialization;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Spillway's own files of a namespace in its bucket. */
final class OwnerFile {
  private static final Logger LOG = LoggerFactory.getLogger(OwnerFile.class);

  private static final CommitPlanSerializer PLANS = new CommitPlanSerializer();

  private final BucketFiles bucket;
  private final BucketClaim claim;

  OwnerFile(BucketFiles bucket, BucketClaim claim) {
    this.bucket = bucket;
    this.claim = claim;
  }

  /** The claim that stands there now; empty for none. */
  Optional<Owner> read() throws IOException {
    byte[] content = bucket.read(claim.ownerPath());
    if (content == null) {
      return Optional.empty();
    }
    Optional<Owner> owner = Owner.parse(content);
    if (owner.isEmpty()) {
      LOG.warn("{} can't be read ({} bytes): it is written anew", name(), content.length);
    }
    return Optional.of(owner.orElse(Owner.UNREADABLE));
  }

  void write(Owner owner, String attempt) throws IOException {
    bucket.replace(claim.ownerPath(), owner.bytes(), attempt);
  }

  /** The newest plan that has begun; empty for none. */
  Optional<LastPlan> lastPlan() throws IOException {
    byte[] content = bucket.read(claim.lastPlanPath());
    if (content == null) {
      return Optional.empty();
    }
    Optional<LastPlan> plan = LastPlan.parse(content);
    if (plan.isEmpty()) {
      LOG.warn("{} can't be read: it is written anew", bucket.at(claim.lastPlanPath()));
    }
    return plan;
  }

  void write(LastPlan plan, String attempt) throws IOException {
    bucket.replace(claim.lastPlanPath(), plan.bytes(), attempt);
  }

  /**
   * That plan itself; empty where it has no data files, or where what stands there is of another.
   */
  Optional<CommitPlan> begun() throws IOException {
    Optional<LastPlan> last = lastPlan();
    byte[] content = last.isEmpty() ? null : bucket.read(claim.planPath());
    if (content == null) {
      return Optional.empty();
    }
    try {
      CommitPlan plan = SimpleVersionedSerialization.readVersionAndDeSerialize(PLANS, content);
      boolean isLast =
          plan.origin().number() == last.get().number()
              && plan.checkpointId() == last.get().checkpoint();
      return isLast ? Optional.of(plan) : Optional.empty();
    } catch (IOException | RuntimeException | OutOfMemoryError e) {
      // an empty or torn file: its lengths may be anything
      LOG.warn(
          "{} can't be read ({} bytes: {}): files of that plan which are not visible yet stay so",
          bucket.at(claim.planPath()),
          content.length,
          e.getMessage());
      return Optional.empty();
    }
  }

  /** To be written before the first step of a plan that has data files. */
  void write(CommitPlan plan, String attempt) throws IOException {
    bucket.replace(
        claim.planPath(),
        SimpleVersionedSerialization.writeVersionAndSerialize(PLANS, plan),
        attempt);
  }

  /** Its full path. */
  String name() {
    return bucket.at(claim.ownerPath()).toString();
  }
}
