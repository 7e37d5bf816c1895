package io.spillway.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.plan.PlanOrigin;
import java.time.Instant;
import java.util.Optional;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;

class PlanOriginsTest {
  private static final BucketClaim SHOP = BucketClaim.of("shop");
  private static final PlanOrigin RESTORED = new PlanOrigin("l-1", 5, "file:/out");
  private static final Optional<Owner> OWNER =
      Optional.of(
          Owner.first(
              BucketClaim.of("shop"),
              "l-1",
              new CommitterAttempt("job-1", "graph-1", 0, -1),
              Instant.EPOCH));

  private static PlanOrigin of(
      BucketClaim claim, String root, PlanOrigin restored, Optional<Owner> owner, long begun) {
    return PlanOrigins.of(claim, root, restored, owner, begun);
  }

  @Test
  void aStartFromNothingMakesALineageOrTakesTheOneItWasGiven() {
    PlanOrigin made = of(SHOP, "file:/out", PlanOrigin.UNKNOWN, Optional.empty(), 0);
    assertThat(made.lineage()).isNotEmpty();
    assertThat(made.number()).isZero();
    assertThat(of(SHOP, "file:/out", PlanOrigin.UNKNOWN, Optional.empty(), 0).lineage())
        .isNotEqualTo(made.lineage());
    BucketClaim given = new BucketClaim("shop", "", "l-9", false);
    assertThat(of(given, "file:/out", PlanOrigin.UNKNOWN, OWNER, 0).lineage()).isEqualTo("l-9");
  }

  @Test
  void stateOfAnEarlierReleaseAndAStartWithoutStateTakeTheBucketsLineage() {
    assertThat(of(SHOP, "file:/out", PlanOrigin.UNKNOWN, OWNER, 7))
        .isEqualTo(new PlanOrigin("l-1", 7, "file:/out"));
    assertThat(of(BucketClaim.of("mall"), "file:/out", PlanOrigin.UNKNOWN, OWNER, 7).lineage())
        .as("not that of another pipeline")
        .isNotEqualTo("l-1");
    BucketClaim forced = new BucketClaim("shop", "", "", true);
    assertThat(of(forced, "file:/out", PlanOrigin.UNKNOWN, OWNER, 7).lineage())
        .as("taken over on purpose")
        .isNotEqualTo("l-1");
  }

  @Test
  void numbersGoOnBehindTheHighestThatHasBegun() {
    assertThat(of(SHOP, "file:/out", RESTORED, OWNER, 5).next().number()).isEqualTo(6);
    assertThat(of(SHOP, "file:/out", RESTORED, OWNER, 9).next().number())
        .as("behind an older savepoint")
        .isEqualTo(10);
    assertThat(of(SHOP, "file:/out", RESTORED, OWNER, 4).next().number())
        .as("a plan of the state is still to be carried out")
        .isEqualTo(6);
  }

  @Test
  void stateOfAnotherBucketIsRefusedWithBothPaths() {
    assertThatThrownBy(() -> of(SHOP, "file:/new", RESTORED, Optional.empty(), 0))
        .isInstanceOf(SuppressRestartsException.class)
        .hasStackTraceContaining("file:/out")
        .hasStackTraceContaining("file:/new");
  }

  @Test
  void aBucketThatWasCopiedAsAWholeIsTaken() {
    assertThat(of(SHOP, "file:/new", RESTORED, OWNER, 5))
        .isEqualTo(new PlanOrigin("l-1", 5, "file:/new"));
  }
}
