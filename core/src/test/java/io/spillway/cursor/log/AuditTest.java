package io.spillway.cursor.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorState;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.Work;
import io.spillway.cursor.log.Finding.Kind;
import io.spillway.event.Gap;
import io.spillway.event.ReadCounts;
import io.spillway.event.SourcePartition;
import io.spillway.plan.Balance;
import java.util.List;
import org.junit.jupiter.api.Test;

class AuditTest {
  private final Audit audit = new Audit(true);

  private static CursorStep step(long seq, String previous, String value) {
    return new CursorStep(seq, CursorReason.ADVANCED, CursorKind.TIME, previous, value, value);
  }

  private void tell(CursorStep step) {
    tell(step, (Balance) null);
  }

  private void tell(CursorStep step, Balance balance) {
    tell(step, balance == null ? new Work.Reached(3) : new Work.Counted(3, balance));
  }

  private void tell(CursorStep step, Work work) {
    audit.accept(
        new CursorEvent(
            CursorKey.parse("HARVEST/GLOBAL/"),
            step,
            work,
            new CursorEvent.Origin("p", "r", 0),
            0));
  }

  private List<Kind> found() {
    return audit.findings().stream().map(Finding::kind).toList();
  }

  @Test
  void aSoundLogHasNoFinding() {
    tell(step(1, null, "5"));
    tell(step(2, "5", "9"));
    tell(new CursorState(CursorKind.TIME, "9", 2, 3).mark(CursorReason.RESTORED));
    assertThat(found()).isEmpty();
    assertThat(audit.events()).isEqualTo(3);
  }

  @Test
  void missingEventsAreAGap() {
    tell(step(2, "1", "5"));
    tell(step(5, "5", "9"));
    assertThat(found()).containsExactly(Kind.GAP, Kind.GAP);
    assertThat(audit.findings().get(1).detail()).contains("3 to 4");
  }

  @Test
  void aWindowMayBeginAnywhere() {
    Audit window = new Audit(false);
    window.accept(
        new CursorEvent(
            CursorKey.parse("HARVEST/GLOBAL/"),
            step(7, "1", "5"),
            new Work.Reached(3),
            new CursorEvent.Origin("p", "r", 0),
            0));
    assertThat(window.findings()).isEmpty();
  }

  @Test
  void aNumberThatWasThereIsAnOverlapUnlessARestoreExplainsIt() {
    tell(step(1, null, "5"));
    tell(step(2, "5", "9"));
    tell(step(2, "5", "8"));
    assertThat(found()).containsExactly(Kind.OVERLAP);
    tell(new CursorState(CursorKind.TIME, "5", 1, 3).mark(CursorReason.RESTORED));
    assertThat(found()).containsExactly(Kind.OVERLAP, Kind.REWIND);
    tell(step(1, null, "3"));
    assertThat(found()).containsExactly(Kind.OVERLAP, Kind.REWIND, Kind.REWIND);
  }

  @Test
  void anEventThatDoesNotFollowAndOneThatGoesBackAreFound() {
    tell(step(1, null, "5"));
    tell(step(2, "6", "9"));
    tell(step(3, "9", "10"));
    tell(step(4, "10", "9"));
    assertThat(found()).containsExactly(Kind.BROKEN, Kind.REGRESS);
  }

  /** Two lines of runs from one state: the log is at the second, the job goes on from the first. */
  @Test
  void aStateOfAnotherLineOfRunsIsNoBreakInTheLog() {
    CursorState start = new CursorState(CursorKind.TIME, "5", 1, 3);
    CursorStep first = start.acknowledge("7", 4);
    CursorState firstLine = start.after(first, 4);
    tell(CursorState.none(CursorKind.TIME).acknowledge("5", 3));
    tell(first);
    CursorStep again = start.mark(CursorReason.RESTORED);
    tell(again);
    CursorState second = start.after(again, 0);
    tell(second.acknowledge("6", 4));
    tell(firstLine.mark(CursorReason.RESTORED));
    assertThat(found()).containsExactly(Kind.REWIND, Kind.REWIND);
  }

  @Test
  void eventsThatARestoredStateHasAndTheLogHasNotAreMissed() {
    tell(CursorState.none(CursorKind.TIME).acknowledge("5", 3));
    tell(new CursorState(CursorKind.TIME, "9", 4, 3).mark(CursorReason.RESTORED));
    assertThat(found()).containsExactly(Kind.GAP);
  }

  @Test
  void aRewindThatTheJobTellsIsFoundOnceAndWhatFollowsIsSound() {
    tell(step(1, null, "5"));
    tell(step(2, "5", "9"));
    CursorState older = new CursorState(CursorKind.TIME, "5", 1, 3);
    tell(older.mark(CursorReason.REWIND), new Work.SetBack(3, new Work.Logged(2, 4, "9")));
    tell(step(3, "5", "7"));
    assertThat(found()).containsExactly(Kind.REWIND);
    assertThat(audit.findings().get(0).detail())
        .isEqualTo("from checkpoint 3, from 5 (event 1): the log was at 9 (event 2, checkpoint 4)");
  }

  @Test
  void aGapOfTheSourceIsFoundWithItsOffsets() {
    tell(step(1, null, "5"));
    tell(
        new CursorState(CursorKind.TIME, "5", 1, 3).mark(CursorReason.GAP),
        new Work.Missed(3, new Gap(new SourcePartition("shop", 2), 7, 30)));
    tell(step(3, "5", "7"));
    assertThat(found()).containsExactly(Kind.LOST);
    assertThat(audit.findings().get(0).detail())
        .isEqualTo("shop-2: offset 7 was next, reading went on at 30");
  }

  @Test
  void rowsUnaccountedForAreFound() {
    CursorStep mark = CursorState.none(CursorKind.TIME).mark(CursorReason.BALANCE);
    tell(mark, new Balance(new ReadCounts(5, 1, 1, 1), 1, 1, 0));
    assertThat(found()).isEmpty();
    tell(
        new CursorState(CursorKind.TIME, null, 1, 0).mark(CursorReason.BALANCE),
        new Balance(new ReadCounts(5, 1, 1, 1), 1, 0, 0));
    assertThat(found()).containsExactly(Kind.UNBALANCED);
  }
}
