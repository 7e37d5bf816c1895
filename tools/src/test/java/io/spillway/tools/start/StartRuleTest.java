package io.spillway.tools.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;

class StartRuleTest {
  private static final Path CHECKPOINT = new Path("/checkpoints/job/chk-7");
  private static final Optional<Path> NEWEST = Optional.of(CHECKPOINT);
  private static final Optional<String> DATA = Optional.of("/out/metadata");
  private static final Instant END = Instant.parse("2026-01-02T03:04:05Z");
  private static final Map<String, String> INPUT = Map.of("folder /in", "{a-0.ndjson=7}");

  private static Decision decide(
      boolean fresh, Optional<Map<String, String>> ended, Optional<Path> newest) {
    return decide(fresh, false, ended, newest, DATA);
  }

  private static Decision decide(
      boolean fresh,
      boolean goesOn,
      Optional<Map<String, String>> ended,
      Optional<Path> newest,
      Optional<String> delivered) {
    Lineage begun = Lineage.begin(Set.of(), Set.of(), Map.of());
    Optional<Lineage> lineage = ended.map(inputs -> begun.ended(END, inputs));
    return StartRule.decide(
        new StartRule.Situation(fresh, goesOn, INPUT, lineage, newest, delivered));
  }

  @Test
  void withACheckpointItGoesOn() {
    assertThat(decide(false, Optional.empty(), NEWEST)).isEqualTo(new Decision.Resume(CHECKPOINT));
  }

  @Test
  void withNothingAtAllItBegins() {
    assertThat(decide(false, false, Optional.empty(), Optional.empty(), Optional.empty()))
        .isInstanceOf(Decision.Begin.class);
  }

  @Test
  void withDataAndNoStateItRefusesAndSaysWhatItFoundAndWhatGoesOn() {
    assertThat(decide(false, Optional.empty(), Optional.empty()))
        .isInstanceOfSatisfying(
            Decision.Refuse.class,
            refused -> assertThat(refused.why()).contains("/out/metadata", "--fresh"));
  }

  @Test
  void committedOffsetsAreStateToo() {
    assertThat(decide(false, true, Optional.empty(), Optional.empty(), DATA))
        .isInstanceOf(Decision.Begin.class);
    assertThat(decide(false, true, Optional.of(INPUT), Optional.empty(), DATA))
        .isInstanceOf(Decision.Begin.class);
  }

  @Test
  void behindTheEndNothingIsNewWhateverCheckpointsAreLeft() {
    assertThat(decide(false, Optional.of(INPUT), NEWEST))
        .isInstanceOfSatisfying(
            Decision.NothingNew.class,
            nothing -> assertThat(nothing.why()).contains("2026-01-02T03:04:05Z", "--fresh"));
  }

  @Test
  void inputThatHasChangedSinceTheEndIsNotSaidToBeDelivered() {
    assertThat(decide(false, Optional.of(Map.of("folder /in", "{a-0.ndjson=5}")), NEWEST))
        .isInstanceOfSatisfying(
            Decision.Refuse.class,
            refused -> assertThat(refused.why()).contains("folder /in", "--fresh"));
  }

  @Test
  void otherSourcesThanThoseThatHaveEndedAreRead() {
    assertThat(decide(false, Optional.of(Map.of("folder /old", "")), NEWEST))
        .isInstanceOf(Decision.Begin.class);
  }

  @Test
  void aCheckpointOfOtherSourcesIsNotGoneOnFrom() {
    Lineage other = Lineage.begin(Set.of(), Set.of("folder /mended"), Map.of());
    assertThat(
            StartRule.decide(
                new StartRule.Situation(
                    false, false, INPUT, Optional.of(other), NEWEST, Optional.empty())))
        .isInstanceOfSatisfying(
            Decision.Refuse.class,
            refused -> assertThat(refused.why()).contains("folder /mended", "pipeline.name"));
  }

  @Test
  void whatHasEndedBeforeOtherSourcesDidIsNotForgotten() {
    Lineage both =
        Lineage.begin(Set.of(), Set.of(), INPUT).ended(END, Map.of("folder /mended", ""));
    assertThat(
            StartRule.decide(
                new StartRule.Situation(
                    false, false, INPUT, Optional.of(both), Optional.empty(), DATA)))
        .isInstanceOf(Decision.NothingNew.class);
  }

  @Test
  void onPurposeItBeginsAnewWhateverIsThere() {
    assertThat(decide(true, Optional.of(INPUT), NEWEST)).isInstanceOf(Decision.Begin.class);
    assertThat(decide(true, Optional.empty(), NEWEST)).isInstanceOf(Decision.Begin.class);
  }
}
