package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.storage.ClaimRule.Verdict;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClaimRuleTest {
  private static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");
  private static final BucketClaim SHOP = BucketClaim.of("shop");
  private static final CommitterAttempt FIRST = attempt("job-1", "graph-1", 0, -1);

  private static CommitterAttempt attempt(String job, String graph, int number, long restored) {
    return new CommitterAttempt(job, graph, number, restored);
  }

  private static Verdict claim(Owner standing, BucketClaim claim, CommitterAttempt me) {
    return claim(standing, claim, "l-1", me);
  }

  private static Verdict claim(
      Owner standing, BucketClaim claim, String lineage, CommitterAttempt me) {
    return ClaimRule.claim(Optional.of(standing), claim, lineage, 4, me, NOW);
  }

  private static Owner owned(CommitterAttempt by) {
    return Owner.first(BucketClaim.of("shop"), "l-1", by, NOW);
  }

  private static Owner written(Verdict verdict) {
    assertThat(verdict).isInstanceOf(Verdict.Write.class);
    return ((Verdict.Write) verdict).owner();
  }

  @Test
  void aBucketWhoseFilesAreCompressedOtherwiseIsRefusedAlsoOnPurpose() {
    BucketClaim forced = new BucketClaim("shop", "", "", true).writing(".json.gz");

    assertThat(claim(owned(FIRST), forced, attempt("job-2", "graph-2", 0, -1)))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused ->
                assertThat(refused.why()).contains(".json,", ".json.gz", "storage.compression"));
  }

  @Test
  void anEmptyBucketIsClaimedByTheFirst() {
    Verdict verdict = ClaimRule.claim(Optional.empty(), SHOP, "l-1", 0, FIRST, NOW);
    assertThat(written(verdict)).isEqualTo(owned(FIRST));
  }

  @Test
  void aBucketThatWasEmptiedIsRefusedToStateThatHasWrittenIntoIt() {
    assertThat(ClaimRule.claim(Optional.empty(), SHOP, "l-1", 4, FIRST, NOW))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused -> assertThat(refused.why()).contains("4 plans", "storage.path"));
  }

  @Test
  void aNotedLineageKeepsNobodyAwayAndMakesNoEmptiedBucketWhole() {
    Owner note = Owner.noted("shop", "l-0", NOW);
    for (BucketClaim anyone : List.of(SHOP, BucketClaim.of("mall"))) {
      Verdict first = ClaimRule.claim(Optional.of(note), anyone, "l-1", 0, FIRST, NOW);
      assertThat(written(first))
          .isEqualTo(
              new Owner(anyone.pipeline(), "l-1", 1, NOW.toString(), FIRST, List.of(), "", ""));
    }
    assertThat(ClaimRule.claim(Optional.of(note), SHOP, "l-0", 4, FIRST, NOW))
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void subtasksOfOneAttemptShareItsClaim() {
    assertThat(claim(owned(FIRST), SHOP, attempt("job-1", "graph-1", 0, -1)))
        .isEqualTo(new Verdict.Owned(owned(FIRST)));
  }

  @Test
  void aLaterAttemptRaisesTheEpochAndAnEarlierOneLeavesTheBucketAlone() {
    CommitterAttempt second = attempt("job-1", "graph-1", 1, 7);
    Owner owner = written(claim(owned(FIRST), SHOP, second));
    assertThat(owner.epoch()).isEqualTo(2);
    assertThat(owner.by()).isEqualTo(second);
    assertThat(claim(owner, SHOP, FIRST)).isInstanceOf(Verdict.Superseded.class);
  }

  @Test
  void withAnotherJobManagerTheLastClaimIsRightAndTheGraphBeforeNeverComesBack() {
    CommitterAttempt busy = attempt("job-1", "graph-1", 5, 7);
    CommitterAttempt elsewhere = attempt("job-1", "graph-2", 0, 7);
    Owner owner = written(claim(owned(busy), SHOP, elsewhere));
    assertThat(claim(owner, SHOP, attempt("job-1", "graph-1", 6, 7)))
        .isInstanceOf(Verdict.Superseded.class);
    assertThat(claim(owner, SHOP, attempt("job-1", "graph-0", 9, 6)))
        .as("restored from an older checkpoint")
        .isInstanceOf(Verdict.Superseded.class);
    assertThat(claim(owner, SHOP, attempt("job-1", "graph-2", 1, 7)))
        .isInstanceOf(Verdict.Write.class);
  }

  @Test
  void anotherJobOfTheLineageTakesOverAndTheOneBeforeNeverComesBack() {
    Owner owner = written(claim(owned(FIRST), SHOP, attempt("job-2", "graph-2", 0, 7)));
    assertThat(claim(owner, SHOP, attempt("job-1", "graph-9", 0, 99)))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused -> assertThat(refused.why()).contains("taken over", "shop", "job-2", "03:04"));
  }

  @Test
  void aTakeOverOnPurposeDoesNotBringAJobBackThatHasLostTheBucket() {
    Owner owner = written(claim(owned(FIRST), SHOP, attempt("job-2", "graph-2", 0, 7)));
    BucketClaim forced = new BucketClaim("shop", "", "", true);
    assertThat(claim(owner, forced, attempt("job-1", "graph-1", 1, 7)))
        .isInstanceOf(Verdict.Refused.class);
  }

  @Test
  void anotherPipelineOrLineageIsRefusedUnlessItTakesOver() {
    CommitterAttempt other = attempt("job-2", "graph-2", 0, -1);
    assertThat(claim(owned(FIRST), BucketClaim.of("mall"), other))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused -> assertThat(refused.why()).contains("pipeline shop", "--take-over"));
    assertThat(claim(owned(FIRST), SHOP, "l-2", other)).isInstanceOf(Verdict.Refused.class);
    Owner owner = written(claim(owned(FIRST), new BucketClaim("mall", "", "", true), "l-2", other));
    assertThat(owner.pipeline()).isEqualTo("mall");
    assertThat(owner.lineage()).isEqualTo("l-2");
  }

  @Test
  void stateOfAnEarlierReleaseTakesTheBucketsLineage() {
    CommitterAttempt other = attempt("job-2", "graph-2", 0, 7);
    assertThat(written(claim(owned(FIRST), SHOP, "", other)).lineage()).isEqualTo("l-1");
    Owner unknown = Owner.first(BucketClaim.of("shop"), "", FIRST, NOW);
    assertThat(written(claim(unknown, SHOP, "l-1", FIRST)).lineage())
        .as("its first new plan knows it")
        .isEqualTo("l-1");
  }

  @Test
  void aTornOwnerFileIsWrittenAnew() {
    assertThat(written(claim(Owner.UNREADABLE, SHOP, FIRST)).lineage()).isEqualTo("l-1");
    Verdict later = ClaimRule.check(owned(FIRST), Owner.UNREADABLE, FIRST, NOW);
    assertThat(written(later).epoch()).isEqualTo(2);
  }

  @Test
  void beforeAStepALaterAttemptIsFoundOut() {
    CommitterAttempt second = attempt("job-1", "graph-1", 1, 7);
    assertThat(ClaimRule.check(owned(FIRST), owned(second), FIRST, NOW))
        .isInstanceOfSatisfying(
            Verdict.Superseded.class, it -> assertThat(it.why()).contains("attempt 1"));
    assertThat(ClaimRule.check(owned(FIRST), owned(FIRST), FIRST, NOW))
        .isInstanceOf(Verdict.Owned.class);
  }

  @Test
  void beforeAStepAnotherJobIsFoundOut() {
    Owner other = owned(attempt("job-2", "graph-2", 0, 7));
    assertThat(ClaimRule.check(owned(FIRST), other, FIRST, NOW))
        .isInstanceOfSatisfying(
            Verdict.Refused.class,
            refused ->
                assertThat(refused.why()).contains("taken over by pipeline shop (job job-2)"));
  }

  @Test
  void aClaimThatLandsLateIsWrittenOver() {
    CommitterAttempt second = attempt("job-1", "graph-1", 1, 7);
    Owner mine = written(claim(owned(FIRST), SHOP, second));
    Owner again = written(ClaimRule.check(mine, owned(FIRST), second, NOW));
    assertThat(again.by()).isEqualTo(second);
    assertThat(again.epoch()).isEqualTo(3);

    CommitterAttempt otherJob = attempt("job-2", "graph-2", 0, 7);
    Owner theirs = written(claim(mine, SHOP, otherJob));
    assertThat(written(ClaimRule.check(theirs, mine, otherJob, NOW)).by()).isEqualTo(otherJob);

    CommitterAttempt otherGraph = attempt("job-2", "graph-3", 0, 9);
    Owner third = written(claim(theirs, SHOP, otherGraph));
    assertThat(written(ClaimRule.check(third, theirs, otherGraph, NOW)).by()).isEqualTo(otherGraph);
  }
}
