package io.spillway.storage;

import io.spillway.plan.PlanOrigin;
import io.spillway.policy.ErrorKind;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.flink.util.concurrent.ExecutorThreadFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps all but one committer out of a bucket. An attempt claims it before its first step, and
 * before every later one it has an answer, asked for no longer ago than {@link LookAge} says, that
 * the claim is still its own. So of a process that was paused at most the steps land that it had
 * begun; and of one that goes on, those of that time, which whoever takes over waits for. Used by
 * several threads.
 */
final class Fence implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(Fence.class);
  private static final long LAST_LOOK_MS = 10_000;

  private final OwnerFile file;
  private final BucketClaim claim;
  private final String bucket;
  private final CommitterAttempt me;
  private final Clock clock;
  private final LookAge age;
  private final ReentrantLock looking = new ReentrantLock();
  private final AtomicBoolean lookingAhead = new AtomicBoolean();
  private final ExecutorService ahead =
      Executors.newSingleThreadExecutor(new ExecutorThreadFactory("spillway-fence"));
  private volatile LookAge.Moment seen;
  private final String temporary = UUID.randomUUID().toString();
  private volatile Owner mine;
  private volatile FencedException lost;
  private boolean takenOver;

  /**
   * @param bucket its path, for messages
   * @param age for how long an answer is good
   */
  Fence(OwnerFile file, BucketClaim claim, String bucket, CommitterAttempt me, LookAge age) {
    this.age = age;
    this.file = file;
    this.claim = claim;
    this.bucket = bucket;
    this.me = me;
    this.clock = age.clock();
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
    takenOver |= standing.filter(owner -> !owner.isBy(me) && !owner.isNote()).isPresent();
    follow(ClaimRule.claim(standing, claim, origin.lineage(), carriedOut, me, clock.instant()));
    LOG.info(
        "{} is claimed for pipeline {}, epoch {}, by {}",
        bucket,
        mine.pipeline(),
        mine.epoch(),
        mine.by());
    return takenOver;
  }

  /** How long whoever has taken a bucket over leaves it alone: steps of others end meanwhile. */
  long waitMs() {
    return takenOver ? age.goodForMs() : 0;
  }

  /**
   * To be called directly before each step that changes anything.
   *
   * @throws FencedException where the bucket is not this attempt's any more
   */
  void check() throws IOException {
    throwIfLost();
    LookAge.Moment now = age.now();
    LookAge.Moment last = seen;
    if (age.isGood(last, now)) {
      if (age.isAging(last, now)) {
        lookAhead();
      }
      return;
    }
    looking.lock();
    try {
      // one look answers all that wait for it, unless it began before they asked
      LookAge.Moment newest = seen;
      if (!age.isGood(newest, age.now()) && !now.isNotAfter(newest)) {
        checkNow();
      }
    } finally {
      looking.unlock();
    }
    throwIfLost();
  }

  /** So that steps need not wait for the next answer. */
  private void lookAhead() {
    if (!lookingAhead.compareAndSet(false, true)) {
      return;
    }
    try {
      ahead.execute(
          () -> {
            try {
              checkNow();
            } catch (IOException e) {
              // the step that needs the answer asks again
              LOG.debug("could not look ahead at {}", file.name(), e);
            } finally {
              lookingAhead.set(false);
            }
          });
    } catch (RejectedExecutionException closed) {
      lookingAhead.set(false);
    }
  }

  /**
   * As {@link #check}, by an answer of its own.
   *
   * @throws FencedException where the bucket is not this attempt's any more
   */
  void checkNow() throws IOException {
    throwIfLost();
    LookAge.Moment asked = age.now();
    Optional<Owner> standing = file.read();
    if (standing.isEmpty()) {
      throw new CommitFault(
          ErrorKind.LOST, file.name() + " is gone: somebody empties bucket " + bucket);
    }
    if (!standing.get().isBy(me)) {
      notMine();
    }
    seen = asked;
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

  @Override
  public void close() {
    ahead.shutdownNow();
    boolean interrupted = Thread.interrupted();
    try {
      var unused = ahead.awaitTermination(LAST_LOOK_MS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      interrupted = true;
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }
}
