package io.spillway.storage;

import java.time.Instant;
import java.util.Optional;

/**
 * Fencing by epochs: whether an attempt of the committer may claim a bucket, and whether a claim
 * that stands there now takes it away again. Pure.
 *
 * <p>Within a job the later attempt is right; where two belong to different execution graphs, the
 * one that claimed last, unless it was restored from an older checkpoint. Of two jobs of one
 * lineage the one that claimed last is right, and the other can never claim again: a cluster that
 * was forgotten does not come back.
 */
final class ClaimRule {
  private ClaimRule() {}

  /** What to do. */
  sealed interface Verdict {
    /** The bucket is this attempt's own, through a claim that stands there already. */
    record Owned(Owner owner) implements Verdict {}

    /** Write this claim. */
    record Write(Owner owner) implements Verdict {}

    /** A later attempt of this very job has it: this one ends and touches nothing. */
    record Superseded(String why) implements Verdict {}

    /** The job ends for good. */
    record Refused(String why) implements Verdict {}
  }

  /**
   * What an attempt does before its first step.
   *
   * @param standing the claim in the bucket; empty for none
   * @param lineage of the attempt's state; empty where it knows none
   * @param carriedOut plans of that lineage that were carried out before the state was taken
   */
  static Verdict claim(
      Optional<Owner> standing,
      BucketClaim claim,
      String lineage,
      long carriedOut,
      CommitterAttempt me,
      Instant now) {
    if (carriedOut > 0 && standing.filter(owner -> !owner.isNote()).isEmpty()) {
      return new Verdict.Refused(
          ("it has no %s, although %d plans of this state were carried out: it was emptied, or"
                  + " storage.path is another one. Put back what was there, or start without"
                  + " state")
              .formatted(claim.ownerPath(), carriedOut));
    }
    if (standing.isEmpty()) {
      return new Verdict.Write(Owner.first(claim, lineage, me, now));
    }
    Owner owner = standing.get();
    if (owner.isBy(me)) {
      boolean complete = lineage.isEmpty() || owner.lineage().equals(lineage);
      return complete
          ? new Verdict.Owned(owner)
          : new Verdict.Write(owner.next(claim, lineage, me, now));
    }
    return over(owner, claim, lineage, me, now);
  }

  private static Verdict over(
      Owner owner, BucketClaim claim, String lineage, CommitterAttempt me, Instant now) {
    boolean sameJob = owner.by().job().equals(me.job());
    if (sameJob ? isZombie(owner, me) : owner.superseded().contains(me.job())) {
      return lost(owner, me);
    }
    Optional<String> ofFiles = owner.refusesFiles(claim.files(), claim.form());
    if (ofFiles.isPresent()) {
      return new Verdict.Refused(ofFiles.get());
    }
    if (!claim.takeOver()) {
      Optional<String> refusal = owner.refuses(claim.pipeline(), Optional.of(lineage));
      if (refusal.isPresent()) {
        return new Verdict.Refused(refusal.get() + ", or take it over on purpose (--take-over)");
      }
    }
    String id = lineage.isEmpty() ? owner.lineage() : lineage;
    return new Verdict.Write(owner.next(claim, id, me, now));
  }

  private static boolean isZombie(Owner owner, CommitterAttempt me) {
    if (owner.by().execution().equals(me.execution())) {
      return owner.by().number() > me.number();
    }
    return owner.superseded().contains(me.execution()) || owner.by().restored() > me.restored();
  }

  /**
   * What an attempt does before any later step.
   *
   * @param mine its claim
   * @param standing the one in the bucket now
   */
  static Verdict check(Owner mine, Owner standing, CommitterAttempt me, Instant now) {
    if (standing.isBy(me)) {
      return new Verdict.Owned(standing);
    }
    if (isFromBefore(mine, standing)) {
      // a paused process had begun to write its claim before this one was there
      long epoch = Math.max(mine.epoch(), standing.epoch()) + 1;
      return new Verdict.Write(
          new Owner(
              mine.pipeline(),
              mine.lineage(),
              epoch,
              now.toString(),
              me,
              mine.superseded(),
              mine.files(),
              mine.form()));
    }
    return lost(standing, me);
  }

  private static boolean isFromBefore(Owner mine, Owner standing) {
    if (standing.by().job().isEmpty()) {
      return standing.pipeline().isEmpty();
    }
    if (!standing.by().job().equals(mine.by().job())) {
      return mine.superseded().contains(standing.by().job());
    }
    return standing.by().execution().equals(mine.by().execution())
        ? standing.by().number() < mine.by().number()
        : mine.superseded().contains(standing.by().execution());
  }

  private static Verdict lost(Owner owner, CommitterAttempt me) {
    if (owner.by().job().equals(me.job())) {
      return new Verdict.Superseded(
          "attempt %d of this job has claimed it at %s".formatted(owner.by().number(), owner.at()));
    }
    return new Verdict.Refused(
        ("it was taken over by pipeline %s (job %s) at %s: this job has stopped for good. If that"
                + " one is wanted, do nothing; if not, cancel it and start this pipeline again")
            .formatted(owner.pipeline(), owner.by().job(), owner.at()));
  }
}
