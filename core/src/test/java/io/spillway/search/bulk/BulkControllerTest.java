package io.spillway.search.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.search.bulk.Signals.Backlog;
import io.spillway.search.bulk.Signals.Flow;
import org.junit.jupiter.api.Test;

/** Single steps; how it behaves over time is in {@link BulkControllerProofTest}. */
class BulkControllerTest {
  private static final ControllerConfig CONFIG = ControllerConfig.DEFAULT;
  private static final BulkLimits INITIAL = CONFIG.bounds().initial();
  private static final long MB = 1 << 20;
  private static final Health HEALTHY = new Health(100, 0, 0, 50, 0);
  private static final Health REJECTING = new Health(100, 0.5, 0, 50, 0);
  private static final Health FAILING = new Health(100, 0, 0.5, 50, 0);
  private static final Health SLOW = new Health(100, 0, 0, 1_500, 0);
  private static final Flow EVEN = new Flow(1_000, 1_000, 2);

  private final BulkController controller = new BulkController(CONFIG);
  private ControllerState state = ControllerState.initial(CONFIG.bounds(), 0);
  private Decision last;
  private int inFlight = 2;

  private Decision step(long now, Backlog backlog, Health health, long success, long failure) {
    last = controller.step(state, new Signals(backlog, EVEN, health, success, failure, null), now);
    state = last.state();
    return last;
  }

  private Decision step(long now, long backlogBytes, Health health) {
    return step(now, new Backlog(backlogBytes, 12_000, 0), health, now, 0);
  }

  @Test
  void brakesAtOnceOnRedEvenDuringTheCooldown() {
    Decision decision = step(200, MB, REJECTING);
    assertThat(state.mode()).isEqualTo(Mode.PROTECT);
    assertThat(decision.allowed())
        .isEqualTo(
            new BulkLimits(
                INITIAL.bytes() / 2, INITIAL.intervalMs() * 2, INITIAL.concurrency() / 2));
    assertThat(decision.pausedUntilMs()).as("rejects slow down but do not pause").isZero();
    assertThat(decision.change())
        .isEqualTo(
            "bulk-control mode=STEADY->PROTECT bytes=524288->262144 interval-ms=500->1000"
                + " concurrency=2->1 pause-ms=0 reason=\"reject-rate-red(0.5)\"");
  }

  @Test
  void pausesAndProbesOnErrorRed() {
    step(200, MB, FAILING);
    assertThat(last.pausedUntilMs()).isEqualTo(1_200);
    assertThat(last.allowed().concurrency()).isEqualTo(1);
    assertThat(last.allowed().bytes()).isEqualTo(CONFIG.bounds().min().bytes());

    step(1_300, new Backlog(MB, 0, 0), HEALTHY, 100, 150);
    assertThat(last.change()).as("no answer to the probe yet").isNull();
    step(1_400, new Backlog(MB, 0, 0), HEALTHY, 100, 1_350);
    assertThat(last.pausedUntilMs()).as("a failed probe doubles the pause").isEqualTo(3_400);
    step(3_600, new Backlog(MB, 0, 0), HEALTHY, 3_500, 1_350);
    assertThat(last.pausedUntilMs()).as("a passed probe ends it").isZero();
    assertThat(state.mode()).isEqualTo(Mode.PROTECT);
  }

  @Test
  void endsThePauseWhereThereIsNothingToProbeWith() {
    step(200, MB, FAILING);
    step(1_100, new Backlog(0, 0, 0), HEALTHY, 100, 150);
    assertThat(last.pausedUntilMs()).as("not before its time").isEqualTo(1_200);
    step(1_300, new Backlog(0, 0, 0), HEALTHY, 100, 150);
    assertThat(last.pausedUntilMs()).isZero();
  }

  @Test
  void pausesNoLongerThanAllowed() {
    step(200, MB, FAILING);
    for (int i = 0; i < 20; i++) {
      long probe = last.pausedUntilMs() + 10;
      step(probe, new Backlog(MB, 0, 0), HEALTHY, 0, probe);
      assertThat(last.pausedUntilMs() - probe).isLessThanOrEqualTo(CONFIG.pace().maxPauseMs());
      assertThat(last.allowed().concurrency()).isEqualTo(1);
    }
    assertThat(last.pausedUntilMs() - last.state().times().alarmMs())
        .isEqualTo(CONFIG.pace().maxPauseMs());
  }

  @Test
  void leavesProtectOnlyAfterACalmCooldownAndASuccess() {
    step(200, MB, REJECTING);
    step(20_000, MB, HEALTHY);
    assertThat(state.mode()).isEqualTo(Mode.PROTECT);
    step(31_000, new Backlog(MB, 0, 0), HEALTHY, 100, 150);
    assertThat(state.mode()).as("nothing has come through since").isEqualTo(Mode.PROTECT);
    step(31_200, MB, HEALTHY);
    assertThat(state.mode()).isEqualTo(Mode.STEADY);
  }

  @Test
  void easesOneKnobOnYellowAfterTheCooldown() {
    step(29_000, MB, SLOW);
    assertThat(last.change()).isNull();
    step(30_000, MB, SLOW);
    assertThat(last.allowed()).isEqualTo(INITIAL.withBytes(INITIAL.bytes() / 2));
    assertThat(state.mode()).isEqualTo(Mode.STEADY);
    step(59_000, MB, SLOW);
    assertThat(last.change()).as("the next one waits again").isNull();
  }

  @Test
  void stepsDownBytesThenIntervalThenConcurrency() {
    long now = 30_000;
    BulkBounds bounds = CONFIG.bounds();
    for (int i = 0; i < 20; i++, now += 30_000) {
      BulkLimits before = state.limits();
      step(now, MB, SLOW);
      if (state.limits().intervalMs() != before.intervalMs()) {
        assertThat(before.bytes()).isEqualTo(bounds.min().bytes());
      }
      if (state.limits().concurrency() != before.concurrency()) {
        assertThat(before.intervalMs()).isEqualTo(bounds.max().intervalMs());
      }
    }
    assertThat(state.limits())
        .isEqualTo(new BulkLimits(bounds.min().bytes(), bounds.max().intervalMs(), 1));
  }

  private Decision behind(long now, double consumedPerSecond) {
    Flow flow = new Flow(consumedPerSecond, consumedPerSecond, inFlight);
    last =
        controller.step(
            state, new Signals(new Backlog(40 * MB, 12_000, 0), flow, HEALTHY, now, 0, null), now);
    state = last.state();
    return last;
  }

  @Test
  void doublesRequestsAndTheirSizeInTurnUntilThatBringsNothingAndAddsAfterwards() {
    behind(10_000, 1_000);
    assertThat(state.mode()).isEqualTo(Mode.CATCH_UP);
    behind(10_200, 1_000);
    assertThat(last.allowed()).isEqualTo(INITIAL.withConcurrency(4));
    behind(20_000, 1_200);
    assertThat(last.change()).as("a window of answers to it first").isNull();
    behind(20_200, 1_200);
    assertThat(last.allowed()).isEqualTo(larger(2).withConcurrency(4));
    inFlight = 4;
    behind(30_200, 1_300);
    assertThat(last.allowed()).isEqualTo(larger(2).withConcurrency(8));
    behind(40_200, 1_310);
    assertThat(last.allowed()).as("no gain").isEqualTo(larger(2).withConcurrency(4));
    assertThat(last.change()).contains("reason=\"no gain\"");
    assertThat(state.slowStart()).isFalse();

    behind(70_200, 1_310);
    assertThat(last.allowed().bytes())
        .as("the next try adds")
        .isEqualTo(2 * INITIAL.bytes() + CONFIG.bounds().byteStep());
    behind(99_200, 1_310);
    assertThat(last.change()).as("cooldown").isNull();
    behind(100_200, 1_310);
    assertThat(last.allowed()).isEqualTo(larger(2).withConcurrency(4));
  }

  private static BulkLimits larger(int times) {
    return INITIAL.withBytes(times * INITIAL.bytes());
  }

  @Test
  void beginsAnewOnceAnEngineThatRefusedTheSmallestRequestIsWell() {
    long now = 200;
    for (int i = 0; i < 4; i++, now += 10_000) {
      step(now, MB, REJECTING);
    }
    long alarm = now - 10_000;
    assertThat(state.limits().concurrency()).isEqualTo(1);
    step(alarm + 9_000, MB, HEALTHY);
    assertThat(state.mode()).isEqualTo(Mode.PROTECT);
    step(alarm + 10_000, MB, HEALTHY);
    assertThat(state.mode()).isEqualTo(Mode.STEADY);
    assertThat(last.allowed()).isEqualTo(INITIAL);
  }

  @Test
  void doesNotWaitUntilRefusalsHaveLeftTheWindowOnceTheSmallestRequestPasses() {
    long now = 200;
    for (int i = 0; i < 4; i++, now += 10_000) {
      step(now, new Backlog(40 * MB, 70_000, 0), REJECTING, 0, now);
    }
    long failed = now - 10_000;
    step(failed + 2_400, new Backlog(40 * MB, 70_000, 0), REJECTING, failed + 2_300, failed);
    assertThat(state.mode()).isEqualTo(Mode.PROTECT);
    step(failed + 2_500, new Backlog(40 * MB, 70_000, 0), REJECTING, failed + 2_400, failed);
    assertThat(state.mode()).isEqualTo(Mode.CATCH_UP);
    assertThat(last.allowed()).isEqualTo(INITIAL);
    assertThat(last.eased()).as("refusals of that time no longer count").isTrue();
    step(failed + 2_700, new Backlog(40 * MB, 70_000, 0), HEALTHY, failed + 2_600, failed);
    assertThat(last.allowed().concurrency()).as("the first step at once").isEqualTo(4);
  }

  @Test
  void staysWaryOfAnEngineThatIsSlowWithTheSmallestRequest() {
    Health slow = new Health(100, 0.5, 0, 4_000, 0);
    long now = 200;
    for (int i = 0; i < 4; i++, now += 10_000) {
      step(now, new Backlog(40 * MB, 70_000, 0), slow, 0, now);
    }
    step(now, new Backlog(40 * MB, 70_000, 0), slow, now, now - 10_000);
    assertThat(state.mode()).isEqualTo(Mode.PROTECT);
  }

  @Test
  void growsSlowlyBehindAnAlarmThatItsOwnRequestsMade() {
    step(200, MB, REJECTING);
    step(31_000, MB, HEALTHY);
    assertThat(state.mode()).isEqualTo(Mode.STEADY);
    assertThat(last.allowed().bytes()).isEqualTo(INITIAL.bytes() / 2);
    step(41_000, 40 * MB, HEALTHY);
    assertThat(state.mode()).isEqualTo(Mode.CATCH_UP);
    assertThat(state.slowStart()).isFalse();
  }

  @Test
  void takesMoreRequestsBackWhereTheyBroughtNothing() {
    step(10_000, 40 * MB, HEALTHY);
    step(20_000, 40 * MB, HEALTHY);
    assertThat(last.allowed()).isEqualTo(INITIAL.withConcurrency(4));
    step(30_000, 40 * MB, HEALTHY);
    assertThat(last.allowed()).isEqualTo(INITIAL);
    assertThat(last.change()).contains("reason=\"no gain\"");
  }

  @Test
  void entersAndLeavesCatchUpAtDifferentBacklogs() {
    step(10_000, 17 * MB, HEALTHY);
    assertThat(state.mode()).isEqualTo(Mode.CATCH_UP);
    step(25_000, 10 * MB, HEALTHY);
    assertThat(state.mode()).isEqualTo(Mode.CATCH_UP);
    step(26_000, 3 * MB, HEALTHY);
    assertThat(state.mode()).isEqualTo(Mode.STEADY);
  }

  @Test
  void doesNotAskAnUnhealthyEngineForMore() {
    step(10_000, 40 * MB, SLOW);
    assertThat(state.mode()).isEqualTo(Mode.STEADY);
  }

  @Test
  void idlesWithALongIntervalAndKeepsWhatItHasLearned() {
    step(10_000, new Backlog(0, 0, 0), HEALTHY, 0, 0);
    assertThat(state.mode()).isEqualTo(Mode.IDLE);
    assertThat(last.allowed().intervalMs()).isEqualTo(CONFIG.bounds().max().intervalMs());
    step(21_000, MB, HEALTHY);
    assertThat(last.allowed()).isEqualTo(INITIAL);
  }

  @Test
  void judgesNothingByAHandfulOfRequestsUnlessNothingComesBack() {
    step(200, MB, new Health(2, 0.5, 0.5, 9_000, 0));
    assertThat(state.mode()).isEqualTo(Mode.STEADY);
    step(400, MB, new Health(0, 0, 0, 0, 3_500));
    assertThat(state.mode()).isEqualTo(Mode.PROTECT);
  }

  @Test
  void protectsOnAnAlertWhateverTheEngineSays() {
    Signals alert = new Signals(new Backlog(MB, 0, 0), EVEN, HEALTHY, 200, 0, "dead-letter-rate");
    Decision decision = controller.step(state, alert, 200);
    assertThat(decision.state().mode()).isEqualTo(Mode.PROTECT);
    assertThat(decision.change()).contains("reason=\"dead-letter-rate\"");
  }

  @Test
  void asksForMoreInSteadyOnlyWhereRequestsWaitAndItFallsBehind() {
    assertThat(steady(5 * MB, 0, new Flow(1_000, 985, 2), 30_000)).as("by chance").isNull();
    assertThat(steady(5 * MB, 0, new Flow(1_000, 975, 2), 30_000)).contains("\"falling behind\"");
    assertThat(steady(5 * MB, 99, EVEN, 30_000)).as("an interval's sawtooth").isNull();
    assertThat(steady(5 * MB, 101, EVEN, 30_000)).contains("\"lag rises\"");
    assertThat(steady(2 * MB, 101, new Flow(1_000, 900, 2), 30_000))
        .as("no more waits than is in flight at most")
        .isNull();
  }

  @Test
  void asksForNoMoreBeforeTheLastStepHasBeenAnswered() {
    state = state.withLimits(INITIAL.withConcurrency(1), 10_000);
    assertThat(steady(5 * MB, 101, EVEN, 9_999)).isNull();
    assertThat(steady(5 * MB, 101, EVEN, 10_000)).contains("\"recovering\"");
  }

  /** What a step says 30 s later, without becoming the state. */
  private String steady(long backlogBytes, double lagTrend, Flow flow, long success) {
    Backlog backlog = new Backlog(backlogBytes, 12_000, lagTrend);
    return controller
        .step(state, new Signals(backlog, flow, HEALTHY, success, 0, null), 40_000)
        .change();
  }

  @Test
  void forgetsEarlierSamplesOnlyWhereItEasesOrTroubleHasEnded() {
    assertThat(step(200, MB, HEALTHY).eased()).as("nothing has changed").isFalse();
    assertThat(step(10_000, 40 * MB, HEALTHY).eased()).as("another mode").isFalse();
    assertThat(step(10_200, 40 * MB, HEALTHY).eased()).as("a step up").isFalse();
    assertThat(step(20_200, 40 * MB, HEALTHY).eased()).as("no gain, a step back").isTrue();
    assertThat(step(20_400, MB, REJECTING).eased()).as("it protects").isTrue();
    assertThat(step(20_600, MB, HEALTHY).eased()).isFalse();
    assertThat(step(60_000, MB, HEALTHY).eased()).as("trouble has ended").isTrue();
    assertThat(state.mode()).isEqualTo(Mode.STEADY);
  }

  @Test
  void refusesBoundsThatContradictEachOther() {
    BulkLimits small = new BulkLimits(10, 10, 1);
    BulkLimits large = new BulkLimits(100, 100, 4);
    assertThatThrownBy(() -> new BulkBounds(large, small, large))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("min <= initial <= max");
    assertThatThrownBy(() -> new Guardrails.Rail(0.5, 0.5))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("yellow < red");
  }
}
