package io.spillway.tools.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.start.Provenance;
import io.spillway.job.start.Restoration;
import io.spillway.tools.start.StartRule.Candidate;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.apache.flink.core.fs.Path;
import org.junit.jupiter.api.Test;

class StartRuleTest {
  private static final Path CHECKPOINT = new Path("/checkpoints/job/chk-7");
  private static final Restoration AS_IT_WAS = restoration(List.of());
  private static final Optional<Candidate> NEWEST =
      Optional.of(new Candidate(CHECKPOINT, AS_IT_WAS, Optional.empty()));
  private static final Optional<String> DATA = Optional.of("/out/metadata");
  private static final Instant END = Instant.parse("2026-01-02T03:04:05Z");
  private static final Map<String, String> INPUT = Map.of("folder /in", "{a-0.ndjson=7}");

  private boolean whole;

  private Decision decide(
      boolean fresh, Optional<Map<String, String>> ended, Optional<Candidate> newest) {
    return decide(fresh, false, ended, newest, DATA);
  }

  private Decision decide(
      boolean fresh,
      boolean goesOn,
      Optional<Map<String, String>> ended,
      Optional<Candidate> newest,
      Optional<String> delivered) {
    Lineage begun = Lineage.begin(Set.of(), Map.of());
    Optional<Lineage> lineage = ended.map(inputs -> begun.ended(END, inputs));
    return StartRule.decide(
        new StartRule.Situation(fresh, false, goesOn, INPUT, lineage, newest, whole, delivered));
  }

  @Test
  void withACheckpointItGoesOn() {
    assertThat(decide(false, Optional.empty(), NEWEST))
        .isEqualTo(new Decision.Resume(CHECKPOINT, AS_IT_WAS));
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
  void withDataAndNoStateAWholeInputIsReadAgainAndNothingIsDeliveredTwice() {
    whole = true;
    assertThat(decide(false, Optional.empty(), Optional.empty()))
        .isInstanceOfSatisfying(
            Decision.Begin.class,
            begin -> {
              assertThat(begin.why()).contains("/out/metadata", "not delivered again");
              assertThat(begin.again()).isFalse();
            });
    assertThat(decide(false, Optional.of(Map.of("folder /in", "{a-0.ndjson=5}")), NEWEST))
        .isInstanceOfSatisfying(Decision.Begin.class, begin -> assertThat(begin.again()).isFalse());
  }

  @Test
  void deliveringAgainIsForThoseWhoWantItOrReadNothingTwice() {
    assertThat(decide(true, Optional.empty(), NEWEST))
        .isInstanceOfSatisfying(Decision.Begin.class, begin -> assertThat(begin.again()).isTrue());
    assertThat(decide(false, true, Optional.empty(), Optional.empty(), DATA))
        .isInstanceOfSatisfying(Decision.Begin.class, begin -> assertThat(begin.again()).isFalse());
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
  void stateThatThePipelineCannotTakeUpIsRefusedWithTheReasons() {
    Candidate refused =
        new Candidate(
            CHECKPOINT, restoration(List.of("storage.path: was a, is b")), Optional.empty());
    assertThat(decide(false, Optional.empty(), Optional.of(refused)))
        .isInstanceOfSatisfying(
            Decision.Refuse.class,
            refuse ->
                assertThat(refuse.why())
                    .contains(CHECKPOINT.toString(), "storage.path: was a, is b", "--fresh"));
  }

  @Test
  void anEmptiedBucketIsRefusedWithTheChoices() {
    Candidate emptied =
        new Candidate(CHECKPOINT, AS_IT_WAS, Optional.of("bucket /out has been emptied"));
    assertThat(decide(false, Optional.empty(), Optional.of(emptied)))
        .isInstanceOfSatisfying(
            Decision.Refuse.class,
            refuse ->
                assertThat(refuse.why())
                    .contains("/out has been emptied", "Put the files back", "--fresh"));
  }

  @Test
  void topicsThatHaveEndedAreKnownAgainInWhateverOrderAndByAnyOfTheirBrokers() {
    Map<String, String> of010 = Map.of("topics ta,tb at k1:9092", "");
    Map<String, String> now =
        Map.of("topic tb at k2:9092, k1:9092", "", "topic ta at k2:9092, k1:9092", "");
    assertThat(afterEnd(of010, now)).isInstanceOf(Decision.NothingNew.class);
    assertThat(afterEnd(of010, Map.of("topic ta at k2:9092", "")))
        .as("another cluster")
        .isInstanceOf(Decision.Begin.class);
    assertThat(afterEnd(Map.of("topic ta at k1:9092", ""), now))
        .isInstanceOfSatisfying(
            Decision.Refuse.class, refuse -> assertThat(refuse.why()).contains("topic ta"));
  }

  @Test
  void anotherGroupThanThatWhichHasCommittedIsRefusedByName() {
    Map<String, String> ended = Map.of("topic ta at k1:9092", "group one");
    Lineage lineage = Lineage.begin(Set.of(), Map.of()).ended(END, ended);
    Map<String, String> other = Map.of("topic ta at k1:9092", "group two");
    assertThat(committed(lineage, other))
        .isInstanceOfSatisfying(
            Decision.Refuse.class,
            refuse -> assertThat(refuse.why()).contains("group one", "sources[].group-id"));
    assertThat(committed(lineage, ended)).isInstanceOf(Decision.Begin.class);
  }

  private static Decision committed(Lineage lineage, Map<String, String> inputs) {
    return StartRule.decide(
        new StartRule.Situation(
            false, false, true, inputs, Optional.of(lineage), Optional.empty(), false, DATA));
  }

  private static Decision afterEnd(Map<String, String> done, Map<String, String> now) {
    Lineage lineage = Lineage.begin(Set.of(), Map.of()).ended(END, done);
    return StartRule.decide(
        new StartRule.Situation(
            false, false, false, now, Optional.of(lineage), NEWEST, false, DATA));
  }

  private static Restoration restoration(List<String> refused) {
    return new Restoration(
        new Provenance(new TreeMap<>(), List.of(), List.of(), List.of()),
        false,
        refused,
        List.of());
  }

  @Test
  void whatHasEndedBeforeOtherSourcesDidIsNotForgotten() {
    Lineage both = Lineage.begin(Set.of(), INPUT).ended(END, Map.of("folder /mended", ""));
    assertThat(
            StartRule.decide(
                new StartRule.Situation(
                    false, false, false, INPUT, Optional.of(both), Optional.empty(), false, DATA)))
        .isInstanceOf(Decision.NothingNew.class);
  }

  @Test
  void onPurposeItBeginsAnewWhateverIsThere() {
    assertThat(decide(true, Optional.of(INPUT), NEWEST)).isInstanceOf(Decision.Begin.class);
    assertThat(decide(true, Optional.empty(), NEWEST)).isInstanceOf(Decision.Begin.class);
  }

  @Test
  void whatAStartWasToldThatDeliveredNothingTheNextOneDoes() {
    assertThat(unclaimed(Optional.empty()))
        .isInstanceOfSatisfying(
            Decision.Begin.class,
            begin -> {
              assertThat(begin.again()).isTrue();
              assertThat(begin.why()).contains("as the start before was told to");
            });
    assertThat(unclaimed(NEWEST)).isEqualTo(new Decision.Resume(CHECKPOINT, AS_IT_WAS));
  }

  private static Decision unclaimed(Optional<Candidate> newest) {
    Optional<Lineage> lineage = Optional.of(Lineage.begin(Set.of(), Map.of()));
    return StartRule.decide(
        new StartRule.Situation(false, true, false, INPUT, lineage, newest, false, DATA));
  }
}
