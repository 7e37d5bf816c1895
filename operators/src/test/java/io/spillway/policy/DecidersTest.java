package io.spillway.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;

class DecidersTest {
  private final CountedGroup group = new CountedGroup();
  private final Deciders deciders = new Deciders(JobMatrix.DEFAULT, new PolicyMetrics(group));

  @Test
  void everyDecisionIsCountedUnderItsNames() {
    Decider commit = deciders.of(EventType.STORAGE_COMMIT, ErrorKind.IO);
    assertThat(commit.decide(1)).isEqualTo(Action.RETRY);
    assertThat(commit.decide(2)).isEqualTo(Action.RETRY);
    assertThat(commit.decide(3)).isEqualTo(Action.RETRY);
    assertThat(commit.decide(30)).isEqualTo(Action.STOP);
    String names = ".domain.storage.type.commit.phase.";
    assertThat(group.counts())
        .isEqualTo(
            Map.of(
                name(names + "failed.kind.io.action.retry"),
                1L,
                name(names + "failed.kind.io.action.stop"),
                0L,
                name(names + "retry.kind.io.action.retry"),
                2L,
                name(names + "retry.kind.io.action.stop"),
                1L,
                "spillway.level.warn.policy_alerts_total",
                4L));
  }

  private static String name(String keys) {
    return "spillway" + keys + ".policy_decisions_total";
  }

  @Test
  void aFailureIsLookedUpOnce() {
    assertThat(deciders.of(EventType.DECODE_MESSAGE, ErrorKind.EMPTY))
        .isSameAs(deciders.all(EventType.DECODE_MESSAGE).get(ErrorKind.EMPTY));
    assertThat(group.registeredTwice()).isEmpty();
  }

  @Test
  void whatAnEventCannotEndInIsNoQuestion() {
    assertThatThrownBy(() -> deciders.of(EventType.DECODE_MESSAGE, ErrorKind.LOST))
        .hasMessage("DECODE_MESSAGE doesn't end in LOST");
  }

  @Test
  void waitsAreThoseOfTheMatrix() {
    Decider commit = deciders.of(EventType.STORAGE_COMMIT, ErrorKind.TIMEOUT);
    assertThat(commit.ceilingMs(1)).isEqualTo(200);
    assertThat(commit.ceilingMs(3)).isEqualTo(800);
    assertThat(commit.delayMs(3, 0)).isEqualTo(400);
    assertThat(commit.alert(1)).isEqualTo(Alert.WARN);
  }
}
