package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.RowOrigin;
import io.spillway.event.SourcePartition;
import org.junit.jupiter.api.Test;

class PassesTest {
  private static final SourcePartition P0 = new SourcePartition("p", 0);
  private static final SourcePartition P1 = new SourcePartition("p", 1);

  private final Passes passes = new Passes();

  private int note(SourcePartition partition, long commitTs, int print) {
    return note(partition, commitTs, print, 0);
  }

  private int note(SourcePartition partition, long commitTs, int print, int restarts) {
    Row row = new Row(null, DispatcherId.of(Rows.table(0)), commitTs, new byte[0], 0, 0, null);
    return passes.note(row.printed(print).from(RowOrigin.of(partition, restarts)));
  }

  @Test
  void rowsInOrderAreOnePassAndNotSuspect() {
    int pass = note(P0, 5, 1);
    assertThat(note(P0, 5, 2)).isEqualTo(pass).isNotZero();
    assertThat(note(P0, 6, 1)).isEqualTo(pass);
    assertThat(passes.isSuspect()).isFalse();
  }

  @Test
  void aRowOfNoOriginHasNoPass() {
    Row row = new Row(null, DispatcherId.of(Rows.table(0)), 5, new byte[0], 0, 0, null);
    assertThat(passes.note(row)).isZero();
    assertThat(passes.takeChanged()).isNull();
  }

  @Test
  void goingBackIsAnotherPassAndMakesWhatIsBetweenSuspect() {
    int first = note(P0, 5, 1);
    note(P0, 9, 2);
    assertThat(note(P0, 6, 3)).isNotEqualTo(first);
    assertThat(passes.suspectFrom()).isEqualTo(6);
    assertThat(passes.suspectTo()).isEqualTo(9);
  }

  @Test
  void aTransactionThatBeginsAgainIsSuspectInTheSamePass() {
    int pass = note(P0, 5, 1);
    note(P0, 5, 2);
    assertThat(note(P0, 5, 1)).isEqualTo(pass);
    assertThat(passes.suspectFrom()).isEqualTo(5);
    assertThat(passes.suspectTo()).isEqualTo(5);
  }

  @Test
  void aTransactionOfWhichAnyRowComesAgainIsSuspect() {
    for (int print = 1; print <= 10_000; print++) {
      note(P0, 5, print);
    }
    assertThat(passes.isSuspect()).isFalse();
    note(P0, 5, 7000);
    assertThat(passes.isSuspect()).isTrue();
    passes.cleared(5);
    note(P0, 6, 7000);
    note(P0, 6, 1);
    assertThat(passes.isSuspect()).as("another transaction").isFalse();
    note(P0, 6, 7000);
    assertThat(passes.isSuspect()).isTrue();
  }

  @Test
  void whatComesOfATransactionOnceItsPartitionWasSeenToStartAgainIsSuspect() {
    note(P0, 5, 1);
    note(P0, 5, 2);
    note(P0, 5, 3, 1);
    assertThat(passes.isSuspect(5)).isTrue();
  }

  @Test
  void partitionsHaveNoOrderBetweenThemButWhatOneBeginsWith() {
    note(P0, 1, 1);
    note(P1, 2, 1);
    passes.cleared(0);
    assertThat(passes.isSuspect()).isFalse();
    for (int i = 10; i < 100; i += 10) {
      note(P0, i, 1);
      note(P1, i - 5, 1);
    }
    assertThat(passes.isSuspect()).isFalse();
    note(new SourcePartition("p", 2), 50, 1);
    assertThat(passes.suspectFrom()).as("a new partition").isEqualTo(50);
  }

  @Test
  void whatIsClearedIsNotLookedAtAgain() {
    note(P0, 5, 1);
    note(P0, 9, 2);
    note(P0, 5, 1);
    passes.cleared(7);
    assertThat(passes.suspectFrom()).isEqualTo(8);
    assertThat(passes.isSuspect(7)).isFalse();
    passes.cleared(9);
    assertThat(passes.isSuspect()).isFalse();
  }

  @Test
  void afterARestoreAPartitionGoesOnInItsPassAndGoesBackInAnother() {
    note(P0, 5, 1);
    int pass = note(P0, 9, 2);
    Passes restored = new Passes();
    restored.restore(passes.takeChanged());
    assertThat(passes.takeChanged()).as("nothing new").isNull();
    Row on = new Row(null, DispatcherId.of(Rows.table(0)), 10, new byte[0], 0, 0, null);
    assertThat(restored.note(on.printed(1).from(RowOrigin.of(P0, 0)))).isEqualTo(pass);
    assertThat(restored.isSuspect()).isFalse();
    Row back = new Row(null, DispatcherId.of(Rows.table(0)), 9, new byte[0], 0, 0, null);
    assertThat(restored.note(back.printed(1).from(RowOrigin.of(P0, 0)))).isNotEqualTo(pass);
    assertThat(restored.suspectTo()).isEqualTo(10);
  }
}
