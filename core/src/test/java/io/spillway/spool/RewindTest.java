package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.layout.BegunPlan;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RewindTest {
  private static final BegunPlan BASE = new BegunPlan("job-0", 4);
  private static final Rewind.StateMark STATE =
      new Rewind.StateMark("job-1", 7, Optional.of(BASE), 2);

  private static long number(Rewind.StateMark state, BegunPlan begun) {
    return Rewind.number(state, Optional.ofNullable(begun), true, false);
  }

  @Test
  void aStateAsNewAsTheBucketIsNoRewind() {
    assertThat(number(STATE, new BegunPlan("job-1", 7))).isEqualTo(2);
    assertThat(number(STATE, new BegunPlan("job-1", 6))).isEqualTo(2);
  }

  @Test
  void aPlanOfALaterCheckpointMakesTheStateOld() {
    assertThat(number(STATE, new BegunPlan("job-1", 8))).isEqualTo(3);
  }

  @Test
  void aPlanOfAnotherJobMakesTheStateOld() {
    assertThat(number(STATE, new BegunPlan("job-2", 1))).isEqualTo(3);
  }

  @Test
  void aJobThatHasBegunNothingIsAsNewAsTheBucketItFound() {
    assertThat(number(STATE, BASE)).isEqualTo(2);
    assertThat(number(STATE, new BegunPlan("job-0", 5))).isEqualTo(3);
  }

  @Test
  void aBucketOfWhichNothingIsNotedIsReadBack() {
    assertThat(number(STATE, null)).isEqualTo(3);
    assertThat(Rewind.number(STATE, Optional.empty(), false, false)).isEqualTo(2);
  }

  @Test
  void noStateIsOlderThanAnyBucketThatIsUsed() {
    assertThat(number(Rewind.StateMark.NONE, new BegunPlan("job-1", 1))).isEqualTo(1);
    assertThat(number(Rewind.StateMark.NONE, null)).isEqualTo(1);
    assertThat(Rewind.number(Rewind.StateMark.NONE, Optional.empty(), false, false)).isZero();
  }

  @Test
  void deliveringAgainNeedsTheWishAndNoState() {
    Optional<BegunPlan> begun = Optional.of(new BegunPlan("job-1", 8));
    assertThat(Rewind.number(Rewind.StateMark.NONE, begun, true, true)).isZero();
    assertThat(Rewind.number(STATE, begun, true, true)).isEqualTo(3);
  }
}
