package io.spillway.storage;

import io.spillway.plan.PlanOrigin;
import io.spillway.policy.ErrorKind;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps all but one committer out of a bucket. An attempt claims it before its first step, and
 * reads the claim again before every later one, so that of a process that was paused or cut off at
 * most the one step lands that it had begun. Used by several threads.
 */
final class Fence {
  private static final Logger LOG = LoggerFactory.getLogger(Fence.class);

  private final OwnerFile file;
  private final BucketClaim claim;
  private final String bucket;
  private final CommitterAttempt me;
  private final Clock clock;
  private final String temporary = UUID.randomUUID().toString();
  private volatile Owner mine;
  private volatile FencedException lost;
  private boolean takenOver;

  Fence(OwnerFile file, BucketClaim claim, String bucket, CommitterAttempt me, Clock clock) {
    this.file = file;
    this.claim = claim;
    this.bucket = bucket;
    this.me = me;
    this.clock = clock;
  }

  /**
   * Makes the bucket this attempt's own where it isn't yet.
   *
   * @param origin of the plan that is about to be carried out
   * @return whether this attempt has it from somebody else, who may still have a step on its way
   * @throws FencedException where it must be left alone
   */
  synchronized boolean claim(PlanOrigin origin) throws IOException {
    throwIfLost();
    if (mine != null && (origin.lineage().isEmpty() || origin.lineage().equals(mine.lineage()))) {
      return takenOver;
    }
    long carriedOut = mine == null && !origin.lineage().isEmpty() ? origin.number() - 1 : 0;
    Optional<Owner> standing = file.read();
    // also where the claim is written and its answer is lost
    takenOver |= standing.isPresent() && !standing.get().isBy(me);
    follow(ClaimRule.claim(standing, claim, origin.lineage(), carriedOut, me, clock.instant()));
    LOG.info(
        "{} is claimed for pipeline {}, epoch {}, by {}",
        bucket,
        mine.pipeline(),
        mine.epoch(),
        mine.by());
    return takenOver;
  }

  /**
   * To be called directly before each step that changes anything.
   *
   * @throws FencedException where the bucket is not this attempt's any more
   */
  void check() throws IOException {
    throwIfLost();
    Optional<Owner> standing = file.read();
    if (standing.isEmpty()) {
      throw new CommitFault(
          ErrorKind.LOST, file.name() + " is gone: somebody empties bucket " + bucket);
    }
    if (!standing.get().isBy(me)) {
      notMine();
    }
  }

  private synchronized void notMine() throws IOException {
    throwIfLost();
    // another thread of this attempt may have put it right meanwhile
    Owner standing = file.read().orElse(Owner.UNREADABLE);
    ClaimRule.Verdict verdict = ClaimRule.check(mine, standing, me, clock.instant());
    if (verdict instanceof ClaimRule.Verdict.Write) {
      LOG.warn(
          "a claim of bucket {} from before has come back (epoch {}, {}): this attempt's is written"
              + " again",
          bucket,
          standing.epoch(),
          standing.by());
    }
    follow(verdict);
  }

  private void follow(ClaimRule.Verdict verdict) throws IOException {
    if (verdict instanceof ClaimRule.Verdict.Owned owned) {
      mine = owned.owner();
    } else if (verdict instanceof ClaimRule.Verdict.Write write) {
      file.write(write.owner(), temporary);
      mine = write.owner();
    } else if (verdict instanceof ClaimRule.Verdict.Superseded superseded) {
      lost = new FencedException("bucket " + bucket + ": " + superseded.why(), false);
      LOG.warn("this attempt stops and leaves everything as it is: {}", lost.getMessage());
      throw lost;
    } else if (verdict instanceof ClaimRule.Verdict.Refused refused) {
      lost = new FencedException("bucket " + bucket + ": " + refused.why(), true);
      throw lost;
    } else {
      throw new IllegalStateException("no such verdict: " + verdict);
    }
  }

  private void throwIfLost() throws FencedException {
    if (lost != null) {
      throw new FencedException(lost.getMessage(), lost.isForGood());
    }
  }

  /** The claim's epoch. */
  long epoch() {
    return mine.epoch();
  }
}
