package io.spillway.policy;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.policy.PolicyOverride.Change;
import io.spillway.policy.PolicyOverride.Ending;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;

class PolicyOverridesTest {
  private static final Change NOTHING =
      new Change(
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          new Ending(Optional.empty(), Optional.empty(), Optional.empty()));

  private static Change alert(Alert alert) {
    return new Change(
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        new Ending(Optional.empty(), Optional.empty(), Optional.of(alert)));
  }

  private static PolicyOverride override(Selector selector, Change change) {
    return new PolicyOverride(selector, change, "file:1", 1);
  }

  private static PolicyOverrides.Outcome apply(PolicyOverride... overrides) {
    return PolicyOverrides.apply(JobMatrix.DEFAULT, List.of(overrides));
  }

  @Test
  void theMostSpecificOverrideCountsWhereItIsAsSpecificAsTheRow() {
    PolicyKey failed = EventType.STORAGE_WRITE.key(Phase.FAILED, ErrorKind.TIMEOUT);
    PolicyMatrix matrix =
        apply(
                override(Selector.kind("timeout"), alert(Alert.CRITICAL)),
                override(Selector.exact(failed), alert(Alert.ERROR)))
            .matrix();
    assertThat(matrix.resolve(failed).level()).isEqualTo(Level.EXACT);
    assertThat(matrix.resolve(failed).policy().alert()).isEqualTo(Alert.ERROR);
    // its row is about the event, which a kind alone doesn't beat
    Ruling commit = matrix.resolve(EventType.STORAGE_COMMIT.key(Phase.FAILED, ErrorKind.TIMEOUT));
    assertThat(commit.override()).isNull();
    assertThat(matrix.resolve(EventType.SOURCE_READ.key(Phase.FAILED, ErrorKind.TIMEOUT)).level())
        .isEqualTo(Level.KIND);
  }

  @Test
  void oneRefusedOverrideRefusesAll() {
    PolicyOverrides.Outcome outcome =
        apply(
            override(Selector.kind("malformed"), alert(Alert.CRITICAL)),
            override(Selector.kind("empty"), alert(Alert.INFO)));
    assertThat(outcome.faults())
        .extracting(PolicyOverrides.Fault::toString)
        .containsExactly(
            "* * * empty: lowers the alert from warn to info (for decode message failed empty)");
    assertThat(outcome.matrix().rulings()).isEqualTo(JobMatrix.DEFAULT.rulings());
  }

  @Test
  void moreAttemptsBeforeTheDeadLettersAreRefused() {
    Change longer =
        new Change(
            Optional.empty(),
            Optional.empty(),
            Optional.of(11),
            Optional.empty(),
            NOTHING.ending());
    assertThat(apply(override(Selector.event("search", "item", "unknown"), longer)).faults().get(0))
        .hasToString(
            "search item * unknown: turns the dead-letter of failure 10 into retry"
                + " (for search item failed unknown)");
  }

  @Test
  void retriesMayNotEndInNothing() {
    Change dropped =
        new Change(
            Optional.of(Retry.NO),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            NOTHING.ending());
    assertThat(
            apply(override(Selector.event("search", "item", "rejected"), dropped)).faults().get(0))
        .hasToString(
            "search item * rejected: turns the retry of failure 1 into record"
                + " (for search item failed rejected)");
  }

  /** What is accepted is never laxer, wherever one looks. */
  @Property(tries = 3_000)
  void anAcceptedOverrideIsStricterAtEveryFailure(
      @ForAll("bases") Policy base,
      @ForAll("changes") Change change,
      @ForAll FailureTrait fact,
      @ForAll @IntRange(min = 1, max = 60) int failures) {
    Vocabulary names =
        new Vocabulary(Map.of("d", Map.of("t", new Vocabulary.Event(true, true, Set.of("k")))));
    PolicyMatrix matrix =
        PolicyMatrix.of(
            names,
            List.of(
                new MatrixRow(Selector.DEFAULT, base),
                new MatrixRow(Selector.event("d", "t", "k"), base)));
    PolicyOverrides.Outcome outcome =
        PolicyOverrides.apply(matrix, List.of(override(Selector.event("d", "t", "k"), change)));
    Statistics.label("accepted").collect(outcome.faults().isEmpty());
    PolicyKey key = new PolicyKey("d", "t", Phase.RETRY, "k");
    Policy over = outcome.matrix().resolve(key).policy();
    if (!outcome.faults().isEmpty()) {
      assertThat(over).isEqualTo(base);
      return;
    }
    Action was = base.decide(failures, fact);
    Action is = over.decide(failures, fact);
    assertThat(over.alert()).isGreaterThanOrEqualTo(base.alert());
    if (was == Action.DEAD_LETTER || was == Action.STOP) {
      assertThat(is).isEqualTo(was);
    }
    if (is == Action.RETRY) {
      assertThat(was).isEqualTo(Action.RETRY);
      assertThat(over.attempts().backoff().delayMs(failures, 0))
          .isGreaterThanOrEqualTo(base.attempts().backoff().delayMs(failures, 0));
    }
    if (was == Action.RETRY) {
      assertThat(is).isNotEqualTo(Action.RECORD);
    }
  }

  @Provide
  Arbitrary<Policy> bases() {
    return Combinators.combine(
            Arbitraries.of(Retry.class),
            backoffs(),
            Arbitraries.of(1, 2, 5, 30, Policy.UNLIMITED),
            Arbitraries.of(DeadLettering.class),
            Arbitraries.of(true, false),
            Arbitraries.of(Alert.class))
        .as(PolicyOverridesTest::policy)
        .filter(Optional::isPresent)
        .map(Optional::orElseThrow);
  }

  private static Optional<Policy> policy(
      Retry retry, Backoff backoff, int most, DeadLettering letters, boolean stops, Alert alert) {
    Map<FailureTrait, Action> when =
        retry == Retry.CONDITIONAL
            ? Map.of(FailureTrait.TIMEOUT, Action.RETRY, FailureTrait.CONFLICT, Action.RECORD)
            : Map.of();
    try {
      return Optional.of(
          new Policy(new Policy.Attempts(retry, backoff, most, when), letters, stops, alert));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  @Provide
  Arbitrary<Change> changes() {
    Arbitrary<Map<FailureTrait, Action>> when =
        Arbitraries.maps(Arbitraries.of(FailureTrait.class), Arbitraries.of(Action.class))
            .ofMaxSize(3);
    Arbitrary<Ending> endings =
        Combinators.combine(
                Arbitraries.of(DeadLettering.class).optional(0.4),
                Arbitraries.of(true, false).optional(0.3),
                Arbitraries.of(Alert.class).optional(0.4))
            .as(Ending::new);
    return Combinators.combine(
            Arbitraries.of(Retry.class).optional(0.4),
            backoffs().optional(0.4),
            Arbitraries.of(1, 2, 4, 5, 31, Policy.UNLIMITED).optional(0.4),
            when.optional(0.2),
            endings)
        .as(Change::new);
  }

  private static Arbitrary<Backoff> backoffs() {
    return Combinators.combine(
            Arbitraries.of(Backoff.Shape.class),
            Arbitraries.of(1L, 200L, 500L, 4_000L),
            Arbitraries.of(4_000L, 10_000L, 60_000L),
            Arbitraries.of(0.0, 0.5, 1.0))
        .as(
            (shape, first, max, jitter) ->
                shape == Backoff.Shape.NONE
                    ? Backoff.NONE
                    : new Backoff(shape, first, max, jitter));
  }

  /** Every failure and every combination of small limits, for one strictness after another. */
  @Test
  void stricterIsTransitive() {
    List<Policy> policies = new ArrayList<>();
    for (Retry retry : List.of(Retry.YES, Retry.NO)) {
      for (DeadLettering letters : DeadLettering.values()) {
        for (int most : new int[] {1, 3, Policy.UNLIMITED}) {
          for (Alert alert : List.of(Alert.WARN, Alert.ERROR)) {
            policy(retry, Backoff.NONE, most, letters, false, alert).ifPresent(policies::add);
          }
        }
      }
    }
    int chains = 0;
    for (Policy a : policies) {
      for (Policy b : policies) {
        for (Policy c : policies) {
          if (Strictness.laxer(a, b).isEmpty() && Strictness.laxer(b, c).isEmpty()) {
            chains++;
            assertThat(Strictness.laxer(a, c)).as("%s %s %s", a, b, c).isEmpty();
          }
        }
      }
    }
    assertThat(chains).isGreaterThan(policies.size());
  }
}
