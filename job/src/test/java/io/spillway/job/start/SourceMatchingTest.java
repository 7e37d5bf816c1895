package io.spillway.job.start;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.start.Provenance.Numbered;
import io.spillway.job.start.SourceMatching.Found;
import io.spillway.job.start.SourceMatching.Kept;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class SourceMatchingTest {
  private static final String K = "k1:9092";
  private static final SourceIdentity TA = kafka(K, "ta");
  private static final SourceIdentity TB = kafka(K, "tb");

  private static SourceIdentity kafka(String brokers, String... topics) {
    return kafka(brokers, Map.of("operation", "HARVEST", "format", "canal-json"), topics);
  }

  private static SourceIdentity kafka(String brokers, Map<String, String> keys, String... topics) {
    return new SourceIdentity(
        "kafka", "", Arrays.asList(brokers.split(",")), List.of(topics), "", new TreeMap<>(keys));
  }

  private static SourceIdentity pattern(String pattern) {
    return new SourceIdentity(
        "kafka", "", List.of(K), List.of(), pattern, new TreeMap<>(TA.keys()));
  }

  private static SourceIdentity folder(String folder) {
    return new SourceIdentity(
        "files", folder, List.of(), List.of(), "", new TreeMap<>(Map.of("operation", "HARVEST")));
  }

  private static Kept kept(int number, SourceIdentity source, String... seen) {
    return new Kept(number, Optional.of(source), Set.of(seen));
  }

  /** As 0.1.0 has left it: without a name, but with what its readers had. */
  private static Kept unnamed(int number, String... seen) {
    return new Kept(number, Optional.empty(), Set.of(seen));
  }

  private static Found find(List<Kept> kept, SourceIdentity... now) {
    return new SourceMatching(kept, List.of(now), List.of()).find();
  }

  private static List<Integer> numbers(Found found) {
    assertThat(found.refused()).isEmpty();
    return found.numbers().stream().map(Numbered::number).toList();
  }

  @Test
  void asBeforeNothingIsToldAndNumbersStay() {
    Found found = find(List.of(kept(0, TA), kept(1, TB)), TA, TB);
    assertThat(numbers(found)).containsExactly(0, 1);
    assertThat(found.told()).isEmpty();
    assertThat(found.gone()).isEmpty();
  }

  @Test
  void reorderedSourcesKeepTheirNumbers() {
    Found found = find(List.of(kept(0, TA), kept(1, TB)), TB, TA);
    assertThat(numbers(found)).containsExactly(1, 0);
    assertThat(found.told()).isEmpty();
  }

  @Test
  void reorderedSourcesAreKnownByTheirPartitionsWhereTheStateNamesNone() {
    assertThat(numbers(find(List.of(unnamed(0, "ta"), unnamed(1, "tb")), TB, TA)))
        .containsExactly(1, 0);
    assertThat(
            numbers(
                find(
                    List.of(unnamed(0, "file:/in"), unnamed(1, "file:/old")),
                    folder("file:/old"),
                    folder("file:/in"))))
        .containsExactly(1, 0);
  }

  @Test
  void aSourceAddedInFrontGetsANumberOfItsOwn() {
    Found found = find(List.of(kept(0, TA)), TB, TA);
    assertThat(numbers(found)).containsExactly(1, 0);
    assertThat(found.told())
        .singleElement()
        .asString()
        .contains("sources[0] (topics tb at k1:9092) is new");
  }

  @Test
  void aNumberInTheMiddleIsNotGivenToAnother() {
    assertThat(numbers(find(List.of(kept(0, TA), kept(4, TB)), TA, kafka(K, "tc"), TB)))
        .containsExactly(0, 5, 4);
  }

  @Test
  void aSourceThatIsTakenOutIsToldAndRemembered() {
    Found found = find(List.of(kept(0, TA), kept(1, TB)), TB);
    assertThat(numbers(found)).containsExactly(1);
    assertThat(found.gone()).extracting(Kept::number).containsExactly(0);
    assertThat(found.told())
        .containsExactly(
            "topics ta at k1:9092 is no longer read: no source of the pipeline has it");
  }

  @Test
  void aSourceThatComesBackIsRefusedAsItsPlaceIsLost() {
    Found found = new SourceMatching(List.of(kept(1, TB)), List.of(TA, TB), List.of(TA)).find();
    assertThat(found.refused())
        .singleElement()
        .asString()
        .contains("sources[0] (topics ta at k1:9092) was taken out", "delivered twice");
  }

  @Test
  void aTopicMovedToAnotherSourceIsRefused() {
    Found found =
        find(
            List.of(kept(0, kafka(K, "ta", "tb")), kept(1, kafka(K, "tc"))),
            kafka(K, "ta"),
            kafka(K, "tb", "tc"));
    assertThat(found.refused())
        .anySatisfy(
            why ->
                assertThat(why)
                    .contains(
                        "sources[1] (topics tb, tc at k1:9092)",
                        "topics ta, tb at k1:9092; topics tc at k1:9092"));
  }

  @Test
  void aTopicThatWasTakenOutEarlierIsStillItsSources() {
    Found found =
        find(List.of(kept(0, kafka(K, "ta"), "ta", "tb"), kept(1, kafka(K, "tc"))), TA, TB);
    assertThat(found.refused()).isNotEmpty();
  }

  @Test
  void oneSourceMadeTwoIsRefused() {
    Found found = find(List.of(kept(0, kafka(K, "ta", "tb"))), TA, TB);
    assertThat(found.refused())
        .singleElement()
        .asString()
        .contains("is 2 now, sources[0, 1]", "leave its topics together");
  }

  @Test
  void topicsMayComeAndGoWithinASource() {
    Found found = find(List.of(kept(0, kafka(K, "ta", "tb"))), kafka(K, "tc", "tb"));
    assertThat(numbers(found)).containsExactly(0);
    assertThat(found.told())
        .singleElement()
        .asString()
        .contains("topic ta is no longer read: sources[0] doesn't name it");
  }

  @Test
  void aListOfBrokersMayChangeBrokerByBroker() {
    assertThat(numbers(find(List.of(kept(3, kafka("k1:1,k2:1", "ta"))), kafka("k2:1,k3:1", "ta"))))
        .containsExactly(3);
    assertThat(find(List.of(kept(3, kafka("k1:1", "ta"))), kafka("k3:1", "ta")).refused())
        .singleElement()
        .asString()
        .startsWith("sources[0].bootstrap-servers: was k1:1, is k3:1");
  }

  @Test
  void theSameTopicOfTwoClustersIsTwoThings() {
    SourceIdentity one = kafka("k1:1", "ta");
    SourceIdentity other = kafka("k2:1", "ta");
    assertThat(numbers(find(List.of(kept(0, one, "ta"), kept(1, other, "ta")), other, one)))
        .containsExactly(1, 0);
  }

  @Test
  void backfillsMayChangePlacesButNotTheirNamespaces() {
    SourceIdentity a = kafka(K, Map.of("operation", "BACKFILL", "namespace", "a"), "ta");
    SourceIdentity b = kafka(K, Map.of("operation", "BACKFILL", "namespace", "b"), "tb");
    List<Kept> kept = List.of(kept(0, kafka(K, "th")), kept(1, a), kept(2, b));
    assertThat(numbers(find(kept, kafka(K, "th"), b, a))).containsExactly(0, 2, 1);

    SourceIdentity swapped = kafka(K, b.keys(), "ta");
    assertThat(find(List.of(kept(1, a)), swapped).refused())
        .containsExactly("sources[0].namespace: was a, is b");
  }

  @Test
  void aPatternKnowsTheTopicsOfASourceThatNamedThem() {
    assertThat(
            numbers(
                find(
                    List.of(kept(0, TA, "ta"), kept(1, kafka(K, "x"))),
                    pattern("t."),
                    kafka(K, "x"))))
        .containsExactly(0, 1);
    assertThat(numbers(find(List.of(kept(2, pattern("t.*"), "ta")), pattern("ta|tb"))))
        .containsExactly(2);
  }

  @Test
  void whatReadersHadFinishedIsTakenByItsPlaceUnlessThatIsAnothers() {
    assertThat(numbers(find(List.of(unnamed(0), unnamed(1, "tb")), TA, TB))).containsExactly(0, 1);
    assertThat(find(List.of(unnamed(0), unnamed(1, "tb")), TB, TA).refused())
        .singleElement()
        .asString()
        .contains("source-0", "order that they had in version 0.1.0");
  }
}
