package io.spillway.policy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PolicyMatrixTest {
  private static final Vocabulary NAMES =
      new Vocabulary(
          Map.of(
              "d",
              Map.of(
                  "again", new Vocabulary.Event(true, true, Set.of("k", "other")),
                  "once", new Vocabulary.Event(false, false, Set.of("k")))));
  private static final PolicyKey FAILED = new PolicyKey("d", "again", Phase.FAILED, "k");
  private static final PolicyKey RETRY = new PolicyKey("d", "again", Phase.RETRY, "k");

  private static MatrixRow row(Selector selector, Alert alert) {
    return new MatrixRow(selector, new Policy(Policy.once(), DeadLettering.NEVER, false, alert));
  }

  private static final List<MatrixRow> ROWS =
      List.of(
          row(Selector.exact(FAILED), Alert.CRITICAL),
          row(Selector.event("d", "again", "k"), Alert.ERROR),
          row(Selector.kind("k"), Alert.WARN),
          row(Selector.DEFAULT, Alert.INFO));

  @Test
  void theMostSpecificRowWins() {
    PolicyMatrix matrix = PolicyMatrix.of(NAMES, ROWS);
    assertThat(matrix.resolve(FAILED).policy().alert()).isEqualTo(Alert.CRITICAL);
    assertThat(matrix.resolve(FAILED).level()).isEqualTo(Level.EXACT);
    assertThat(matrix.resolve(RETRY).level()).isEqualTo(Level.EVENT);
    assertThat(matrix.resolve(RETRY).policy().alert()).isEqualTo(Alert.ERROR);
    Ruling once = matrix.resolve(new PolicyKey("d", "once", Phase.FAILED, "k"));
    assertThat(once.level()).isEqualTo(Level.KIND);
    assertThat(once.policy().alert()).isEqualTo(Alert.WARN);
    Ruling other = matrix.resolve(new PolicyKey("d", "again", Phase.FAILED, "other"));
    assertThat(other.level()).isEqualTo(Level.DEFAULT);
    assertThat(other.policy().alert()).isEqualTo(Alert.INFO);
  }

  @Test
  void theOrderOfRowsDoesNotMatter() {
    List<MatrixRow> reversed = new ArrayList<>(ROWS);
    java.util.Collections.reverse(reversed);
    PolicyMatrix one = PolicyMatrix.of(NAMES, ROWS);
    PolicyMatrix other = PolicyMatrix.of(NAMES, reversed);
    assertThat(one.rulings()).isEqualTo(other.rulings()).hasSize(5);
  }

  @Test
  void aGapIsRefusedByName() {
    assertThatThrownBy(() -> PolicyMatrix.complete(NAMES, ROWS))
        .hasMessageContaining("d again failed other")
        .hasMessageContaining("d again retry other")
        .hasMessageNotContaining("failed k");
  }

  @Test
  void rowsThatCannotBeAreRefused() {
    assertThatThrownBy(() -> PolicyMatrix.of(NAMES, ROWS.subList(0, 3)))
        .hasMessage("there is no default");
    List<MatrixRow> twice = new ArrayList<>(ROWS);
    twice.add(ROWS.get(1));
    assertThatThrownBy(() -> PolicyMatrix.of(NAMES, twice)).hasMessage("two rows for d again * k");
    List<MatrixRow> unknown = new ArrayList<>(ROWS);
    unknown.add(row(Selector.kind("nothing"), Alert.INFO));
    assertThatThrownBy(() -> PolicyMatrix.of(NAMES, unknown))
        .hasMessage("no such failure: * * * nothing");
    assertThatThrownBy(() -> new Selector("d", "", "", "k")).hasMessageContaining("kind alone");
  }

  @Test
  void lettersWithoutARecordAreRefused() {
    List<MatrixRow> rows = new ArrayList<>(ROWS);
    rows.add(
        new MatrixRow(
            Selector.event("d", "once", "k"),
            new Policy(Policy.once(), DeadLettering.ALWAYS, false, Alert.WARN)));
    assertThatThrownBy(() -> PolicyMatrix.of(NAMES, rows))
        .hasMessage("d once failed k has no record that could go to the dead letters");
  }

  @Test
  void onlyFailuresAreDecided() {
    PolicyMatrix matrix = PolicyMatrix.of(NAMES, ROWS);
    assertThat(matrix.decide(FAILED, 1, FailureTrait.OTHER)).contains(Action.RECORD);
    for (Phase phase : List.of(Phase.STARTED, Phase.COMPLETED)) {
      assertThat(matrix.decide(new PolicyKey("d", "again", phase, "k"), 1, FailureTrait.OTHER))
          .isEmpty();
    }
    assertThat(matrix.decide(new PolicyKey("d", "once", Phase.RETRY, "k"), 2, FailureTrait.OTHER))
        .isEmpty();
  }

  @Test
  void theMatrixOfTheJobDecidesEveryKeyAboveItsDefault() {
    assertThat(JobMatrix.DEFAULT.rulings())
        .hasSizeGreaterThan(80)
        .allSatisfy(ruling -> assertThat(ruling.level()).isNotEqualTo(Level.DEFAULT));
    for (EventType type : EventType.values()) {
      for (ErrorKind kind : type.kinds()) {
        assertThat(JobMatrix.DEFAULT.decide(type.key(Phase.FAILED, kind), 1, FailureTrait.OTHER))
            .as("%s %s", type, kind)
            .isPresent();
      }
    }
  }

  @Test
  void aLookForNewPartitionsWaitsWithoutEndForWhatPassesAndForNothingElse() {
    EventType look = EventType.SOURCE_DISCOVERY;
    for (ErrorKind kind : look.kinds()) {
      boolean passes =
          Set.of(ErrorKind.TIMEOUT, ErrorKind.CONNECTION, ErrorKind.UNAVAILABLE).contains(kind);
      Action expected = passes ? Action.RETRY : Action.STOP;
      assertThat(JobMatrix.DEFAULT.decide(look.key(Phase.FAILED, kind), 1, FailureTrait.OTHER))
          .as("first %s", kind)
          .contains(expected);
      assertThat(
              JobMatrix.DEFAULT.decide(look.key(Phase.RETRY, kind), 1_000_000, FailureTrait.OTHER))
          .as("next %s", kind)
          .contains(expected);
    }
  }

  @Test
  void aContradictionIsNoPolicy() {
    Policy.Attempts again = Policy.retry(Backoff.NONE, 3);
    assertThatThrownBy(() -> new Policy(again, DeadLettering.ALWAYS, false, Alert.INFO))
        .hasMessageContaining("contradicts retry: yes");
    assertThatThrownBy(() -> new Policy(again, DeadLettering.ON_EXHAUSTED, true, Alert.INFO))
        .hasMessageContaining("end: stop contradicts");
    Policy.Attempts empty = new Policy.Attempts(Retry.CONDITIONAL, Backoff.NONE, 3, Map.of());
    assertThatThrownBy(() -> new Policy(empty, DeadLettering.NEVER, false, Alert.INFO))
        .hasMessageContaining("need each other");
  }

  @Test
  void factsComeFromTypesNotFromTexts() {
    assertThat(FailureTrait.of(new java.io.IOException("x", new java.net.SocketTimeoutException())))
        .isEqualTo(FailureTrait.TIMEOUT);
    assertThat(FailureTrait.of(new java.io.IOException(new java.net.ConnectException())))
        .isEqualTo(FailureTrait.CONNECTION);
    assertThat(FailureTrait.of(new java.nio.file.FileAlreadyExistsException("f")))
        .isEqualTo(FailureTrait.CONFLICT);
    assertThat(FailureTrait.of(new java.nio.file.AccessDeniedException("f")))
        .isEqualTo(FailureTrait.CONFIGURATION);
    assertThat(FailureTrait.of(new java.io.IOException("timeout"))).isEqualTo(FailureTrait.OTHER);
    assertThat(ErrorKind.ofIo(new java.io.IOException("x"))).isEqualTo(ErrorKind.IO);
  }
}
