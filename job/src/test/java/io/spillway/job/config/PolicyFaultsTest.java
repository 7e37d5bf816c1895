package io.spillway.job.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.policy.Action;
import io.spillway.policy.Alert;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.FailureTrait;
import io.spillway.policy.Level;
import io.spillway.policy.Phase;
import io.spillway.policy.PolicyKey;
import io.spillway.policy.Ruling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PolicyFaultsTest {
  @TempDir private Path folder;
  private Pipelines pipelines;

  @BeforeEach
  void setUp() {
    pipelines = new Pipelines(folder);
  }

  private List<String> faults(String... lines) {
    return pipelines.faults(Pipelines.with(lines));
  }

  @Test
  void everyLaxerRowIsRefusedWithItsLineAndWhy() {
    assertThat(
            faults(
                "errors:",
                "  policy:",
                "    - {domain: storage, type: commit, kind: lost, alert: error}",
                "    - {domain: decode, type: message, kind: malformed, alert: error}",
                "    - {domain: search, type: item, kind: refused, retry: yes, dead-letter: never}",
                "    - {domain: storage, type: commit, kind: io, backoff: none}",
                "    - {domain: storage, type: comit, kind: io, alert: error}"))
        .containsExactly(
            "10: errors.policy: storage commit * lost: lowers the alert from critical to error"
                + " (for storage commit failed lost)",
            "12: errors.policy: search item * refused: turns the dead-letter of failure 1 into"
                + " record (for search item failed refused)",
            "13: errors.policy: storage commit * io: makes the backoff shorter"
                + " (for storage commit failed io)",
            "14: errors.policy: storage comit * io: there is no such failure;"
                + " spillway explain shows all");
  }

  @Test
  void aFileOfItsOwnIsReadBesideThePipelineAndItsLinesAreTold() throws IOException {
    Files.writeString(
        folder.resolve("policy.yaml"),
        """
        overrides:
          - {kind: malformed, alert: error}

          - {domain: storage, type: commit, kind: lost, alert: info}
        """);
    assertThat(faults("errors: {policy: policy.yaml}"))
        .containsExactly(
            "8: errors.policy: \"policy.yaml\" is refused, policy.yaml:4: storage commit * lost:"
                + " lowers the alert from critical to info (for storage commit failed lost)");
  }

  @Test
  void faultsOfThatFileAreToldToo() throws IOException {
    Files.writeString(
        folder.resolve("policy.yaml"), "overrides:\n  - {kind: late, alrt: warn}\nmore: 1\n");
    assertThat(faults("errors: {policy: policy.yaml}"))
        .containsExactlyInAnyOrder(
            "8: errors.policy: \"policy.yaml\" has a fault, policy.yaml:2: overrides[0].alrt: is"
                + " not a known key; did you mean \"alert\"?",
            "8: errors.policy: \"policy.yaml\" has a fault, policy.yaml:3: more: is not a known"
                + " key; known are overrides");
  }

  @Test
  void aMissingFileIsAFault() {
    assertThat(faults("errors: {policy: nowhere.yaml}"))
        .singleElement()
        .asString()
        .startsWith("8: errors.policy: \"nowhere.yaml\" can't be read: ");
  }

  @Test
  void aRowThatIsShadowedOrGivenTwiceIsRefused() {
    assertThat(
            faults(
                "errors:",
                "  policy:",
                "    - {kind: lost, alert: critical}",
                "    - {kind: malformed, alert: error}",
                "    - {kind: malformed, alert: critical}",
                "    - {domain: decode, type: message, phase: retry, kind: empty, alert: error}"))
        .containsExactly(
            "10: errors.policy: * * * lost: changes nothing: each key of it has a more specific"
                + " row",
            "12: errors.policy: * * * malformed: is overridden twice",
            "13: errors.policy: decode message retry empty: nothing is decided in this phase");
  }

  @Test
  void deadLettersNeedARecord() {
    assertThat(
            faults(
                "errors:",
                "  policy:",
                "    - {domain: storage, type: commit, kind: io, dead-letter: on-exhausted}"))
        .singleElement()
        .asString()
        .contains("there is no record that could go to the dead letters");
  }

  @Test
  void theUserSaysWhatIsNotTriedAgain() {
    PipelineConfig config =
        pipelines.load(
            Pipelines.with(
                "elasticsearch: {hosts: ['http://localhost:9200']}",
                "errors:",
                "  policy:",
                "    - domain: search",
                "      type: item",
                "      kind: blocked",
                "      attempts: 3",
                "      dead-letter: on-exhausted",
                "      alert: critical"));
    Ruling ruling =
        config.policy().resolve(EventType.SEARCH_ITEM.key(Phase.RETRY, ErrorKind.BLOCKED));
    assertThat(ruling.policy().decide(2, FailureTrait.OTHER)).isEqualTo(Action.RETRY);
    assertThat(ruling.policy().decide(3, FailureTrait.OTHER)).isEqualTo(Action.DEAD_LETTER);
    assertThat(ruling.policy().alert()).isEqualTo(Alert.CRITICAL);
    assertThat(ruling.level()).isEqualTo(Level.EVENT);
    assertThat(ruling.override().origin()).isEqualTo("errors.policy, line 11");
  }

  @Test
  void looksForNewPartitionsMayBeLimitedAndThenFailTheJob() {
    PipelineConfig config =
        pipelines.load(
            Pipelines.with(
                "errors:",
                "  policy:",
                "    - {domain: source, type: discovery, kind: timeout, attempts: 10}"));
    Ruling ruling =
        config.policy().resolve(EventType.SOURCE_DISCOVERY.key(Phase.RETRY, ErrorKind.TIMEOUT));
    assertThat(ruling.policy().decide(9, FailureTrait.TIMEOUT)).isEqualTo(Action.RETRY);
    assertThat(ruling.policy().decide(10, FailureTrait.TIMEOUT)).isEqualTo(Action.STOP);
  }

  @Test
  void aLostTransactionStopsTheJobUnlessThePipelineSaysOtherwise() {
    PolicyKey lost = EventType.LETTER_COMMIT.key(Phase.FAILED, ErrorKind.LOST);
    Ruling stops = pipelines.load(Pipelines.with()).policy().resolve(lost);
    assertThat(stops.policy().decide(1, FailureTrait.OTHER)).isEqualTo(Action.STOP);
    Ruling goesOn =
        pipelines.load(Pipelines.with("errors: {lost-transactions: go-on}")).policy().resolve(lost);
    assertThat(goesOn.policy().decide(1, FailureTrait.OTHER)).isEqualTo(Action.RECORD);
    assertThat(goesOn.policy().alert()).isEqualTo(Alert.CRITICAL);
  }

  @Test
  void unknownAnswersAreJudgedByTheirOwnSetting() {
    PipelineConfig config =
        pipelines.load(
            Pipelines.with(
                "elasticsearch:",
                "  hosts: ['http://localhost:9200']",
                "  unknown-answers: {action: fail, attempts: 3}"));
    Ruling ruling =
        config.policy().resolve(EventType.SEARCH_ITEM.key(Phase.RETRY, ErrorKind.UNKNOWN));
    assertThat(ruling.policy().decide(2, FailureTrait.OTHER)).isEqualTo(Action.RETRY);
    assertThat(ruling.policy().decide(3, FailureTrait.OTHER)).isEqualTo(Action.STOP);
  }
}
