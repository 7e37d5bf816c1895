package io.spillway.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.policy.PolicyOverride.Change;
import io.spillway.policy.PolicyOverride.Ending;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Overrides that count while the job runs, and no longer when their settings are gone. */
class RunTimeOverridesTest {
  private static final Selector BLOCKED = Selector.event("search", "item", "blocked");

  private final CountedGroup group = new CountedGroup();
  private final Deciders deciders = new Deciders(JobMatrix.DEFAULT, new PolicyMetrics(group));

  private static PolicyOverride diesAfter(Selector selector, int attempts) {
    return override(selector, Optional.of(attempts), Optional.of(DeadLettering.ON_EXHAUSTED));
  }

  private static PolicyOverride override(
      Selector selector, Optional<Integer> attempts, Optional<DeadLettering> letters) {
    return new PolicyOverride(
        selector,
        new Change(
            Optional.empty(),
            Optional.empty(),
            attempts,
            Optional.empty(),
            new Ending(letters, Optional.empty(), Optional.empty())),
        "control settings, line 5",
        5);
  }

  private static List<String> lines(PolicyOverride... overrides) {
    return List.of(overrides).stream().map(OverrideText::write).toList();
  }

  @Test
  void aDeciderThatIsHeldFollowsAndGoesBackToThePipelines() {
    Decider blocked = deciders.of(EventType.SEARCH_ITEM, ErrorKind.BLOCKED);
    assertThat(blocked.decide(7, Fact.DEPENDENCY)).isEqualTo(Action.RETRY);
    deciders.override(lines(diesAfter(BLOCKED, 5)));
    assertThat(blocked.decide(4, Fact.DEPENDENCY)).isEqualTo(Action.RETRY);
    assertThat(blocked.decide(7, Fact.DEPENDENCY)).isEqualTo(Action.DEAD_LETTER);
    assertThat(deciders.of(EventType.SEARCH_ITEM, ErrorKind.BLOCKED)).isSameAs(blocked);
    deciders.override(List.of());
    assertThat(blocked.decide(7, Fact.DEPENDENCY)).isEqualTo(Action.RETRY);
  }

  @Test
  void oneThatIsMadeLaterKnowsThem() {
    deciders.override(lines(diesAfter(BLOCKED, 5)));
    assertThat(deciders.of(EventType.SEARCH_ITEM, ErrorKind.BLOCKED).decide(5, Fact.DEPENDENCY))
        .isEqualTo(Action.DEAD_LETTER);
  }

  @Test
  void countersGoOnAndAreRegisteredOnce() {
    Decider blocked = deciders.of(EventType.SEARCH_ITEM, ErrorKind.BLOCKED);
    for (int i = 0; i < 3; i++) {
      assertThat(blocked.decide(2, Fact.DEPENDENCY)).isEqualTo(Action.RETRY);
      deciders.override(lines(diesAfter(BLOCKED, 5 + i)));
    }
    assertThat(group.registeredTwice()).isEmpty();
    assertThat(group.counts())
        .containsEntry(
            "spillway.domain.search.type.item.phase.retry.kind.blocked.action.retry"
                + ".policy_decisions_total",
            3L);
  }

  /** As of settings that were kept for a pipeline that has changed since. */
  @Test
  void whatDoesNotFitCountsAsAWholeNot() {
    Decider blocked = deciders.of(EventType.SEARCH_ITEM, ErrorKind.BLOCKED);
    PolicyOverride lax =
        override(
            Selector.event("search", "item", "refused"),
            Optional.empty(),
            Optional.of(DeadLettering.NEVER));
    deciders.override(lines(diesAfter(BLOCKED, 5), lax));
    assertThat(blocked.decide(7, Fact.DEPENDENCY)).isEqualTo(Action.RETRY);
    deciders.override(List.of("nonsense"));
    assertThat(blocked.decide(7, Fact.DEPENDENCY)).isEqualTo(Action.RETRY);
  }

  @Test
  void whatSettingsDoNotReachIsRefused() {
    PolicyOverride commit =
        override(Selector.event("storage", "commit", "timeout"), Optional.of(3), Optional.empty());
    PolicyOverrides.Outcome outcome =
        RunTimeOverrides.apply(JobMatrix.DEFAULT, List.of(diesAfter(BLOCKED, 5), commit));
    assertThat(outcome.matrix()).isEqualTo(JobMatrix.DEFAULT);
    assertThat(outcome.faults())
        .singleElement()
        .satisfies(fault -> assertThat(fault.override()).isEqualTo(commit))
        .satisfies(fault -> assertThat(fault.message()).contains("[storage commit]"));
  }

  @Test
  void everyPartOfAnOverrideIsInItsLine() {
    PolicyOverride full =
        new PolicyOverride(
            Selector.exact(EventType.SEARCH_ITEM.key(Phase.RETRY, ErrorKind.BLOCKED)),
            new Change(
                Optional.of(Retry.CONDITIONAL),
                Optional.of(new Backoff(Backoff.Shape.LINEAR, 5, 50, 0.25)),
                Optional.of(Policy.UNLIMITED),
                Optional.of(Map.of(Fact.TIMEOUT, Action.RETRY, Fact.INPUT, Action.DEAD_LETTER)),
                new Ending(
                    Optional.of(DeadLettering.ALWAYS),
                    Optional.of(true),
                    Optional.of(Alert.CRITICAL))),
            "control settings, line 9",
            9);
    PolicyOverride none = override(Selector.kind("timeout"), Optional.empty(), Optional.empty());
    PolicyOverride noFacts =
        new PolicyOverride(
            BLOCKED,
            new Change(
                Optional.empty(),
                Optional.of(Backoff.NONE),
                Optional.empty(),
                Optional.of(Map.of()),
                none.change().ending()),
            "",
            0);
    for (PolicyOverride override : List.of(full, none, noFacts)) {
      assertThat(OverrideText.read(OverrideText.write(override))).isEqualTo(override);
    }
    assertThatThrownBy(() -> OverrideText.read("a\tb"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("not an override");
  }
}
