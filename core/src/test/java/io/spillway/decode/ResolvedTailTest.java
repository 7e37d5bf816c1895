package io.spillway.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import org.junit.jupiter.api.Test;

class ResolvedTailTest {
  private static final SourcePartition PARTITION = new SourcePartition("shop", 1);
  private static final TableId TABLE = new TableId("shop", "t");

  private static Event row(long commitTs) {
    return new Row(PARTITION, DispatcherId.of(TABLE), commitTs, new byte[0], 0, 0, null);
  }

  private static Event ddl(long commitTs) {
    return new SchemaChange(PARTITION, commitTs, TABLE, "ALTER", "x");
  }

  private static Event resolved(long commitTs) {
    return new Resolved(PARTITION, commitTs);
  }

  /** At offsets 10, 11, ... */
  private static ResolvedTail tail(Event... events) {
    ResolvedTail tail = new ResolvedTail();
    for (int i = 0; i < events.length; i++) {
      tail.add(10 + i, events[i]);
    }
    return tail;
  }

  @Test
  void itStopsAtTheFirstRowDdlOrResolvedEventBeyond() {
    assertThat(tail(row(45), resolved(48), row(49), row(60), resolved(100)).cut(50, 15))
        .isEqualTo(13);
    assertThat(tail(row(45), resolved(50), ddl(80)).cut(50, 13)).isEqualTo(12);
    assertThat(tail(row(45), resolved(50), resolved(60)).cut(50, 13)).isEqualTo(12);
  }

  @Test
  void aMessageOfRowsOnBothSidesIsReadWhole() {
    ResolvedTail tail = new ResolvedTail();
    tail.add(10, row(49));
    tail.add(10, row(60));
    tail.add(11, resolved(50));
    tail.add(12, row(70));
    assertThat(tail.cut(50, 13)).isEqualTo(12);
  }

  @Test
  void whatIsResolvedToItsEndIsReadToItsEnd() {
    ResolvedTail tail = tail(row(45), resolved(50), new Skipped(PARTITION, "x"));
    assertThat(tail.resolved()).isEqualTo(50);
    assertThat(tail.cut(50, 13)).isEqualTo(13);
  }

  @Test
  void noRowThatIsResolvedIsLeftBehindWhereNewerOnesStandAmongThem() {
    assertThat(tail(row(60), row(49), resolved(50), row(70)).cut(50, 14)).isEqualTo(13);
    assertThat(tail(row(60), row(49), resolved(55), row(70)).cut(50, 14))
        .as("a resolved event beyond is not read")
        .isEqualTo(12);
  }

  @Test
  void whatTheUpstreamSendsAgainBehindItsResolvedEventDoesNotMatter() {
    assertThat(tail(row(49), resolved(50), row(60), row(49), resolved(61)).cut(50, 15))
        .isEqualTo(12);
  }

  @Test
  void itKnowsHowFarItReachesBack() {
    assertThat(tail(row(45), resolved(48), resolved(50)).reaches(48)).isTrue();
    assertThat(tail(row(45), resolved(48), resolved(50)).reaches(47)).isFalse();
    assertThat(tail(row(45)).reaches(100)).isFalse();
    assertThat(tail(row(45)).resolved()).isEqualTo(ResolvedTail.NOTHING);
  }
}
