package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PendingDdlsTest {
  private final PendingDdls pending = new PendingDdls();

  private static SchemaChange ddl(int partition, long commitTs, int table, String query) {
    TableId id = Rows.table(table);
    return new SchemaChange(new SourcePartition("p", partition), commitTs, id, "ALTER", query);
  }

  @Test
  void ddlsComeOutInTheirOrderOnceTheWatermarkIsThere() {
    pending.add(ddl(0, 20, 0, "b"));
    pending.add(ddl(0, 10, 0, "a"));
    pending.add(ddl(0, 30, 0, "c"));
    assertThat(pending.pollDue(9)).isNull();
    assertThat(pending.oldest().commitTs()).isEqualTo(10);
    assertThat(pending.pollDue(20).query()).isEqualTo("a");
    assertThat(pending.pollDue(20).query()).isEqualTo("b");
    assertThat(pending.pollDue(20)).isNull();
    assertThat(pending.size()).isEqualTo(1);
  }

  @Test
  void theSameDdlIsTakenOnceWhereverItComesFromAndWhenever() {
    assertThat(pending.add(ddl(0, 10, 0, "a"))).isTrue();
    assertThat(pending.add(ddl(1, 10, 0, "a"))).isFalse();
    pending.pollDue(10);
    assertThat(pending.add(ddl(0, 10, 0, "a"))).isFalse();
    assertThat(pending.add(ddl(0, 10, 1, "a"))).as("another table").isTrue();
    assertThat(pending.add(ddl(0, 11, 0, "a"))).as("another time").isTrue();
    assertThat(pending.add(ddl(0, 10, 0, "b"))).as("another statement").isTrue();
  }

  @Test
  void whatWaitsAndWhatWasSeenSurvives() {
    pending.add(ddl(0, 10, 0, "a"));
    pending.add(ddl(0, 20, 0, "b"));
    pending.pollDue(10);
    PendingDdls restored = new PendingDdls();
    restored.restore(pending.waiting(), pending.seen());
    assertThat(restored.add(ddl(0, 10, 0, "a"))).isFalse();
    assertThat(restored.add(ddl(0, 20, 0, "b"))).isFalse();
    assertThat(restored.pollDue(99)).isEqualTo(ddl(0, 20, 0, "b"));
  }

  @Test
  void marksAreBoundedAndTheOldestGoFirst() {
    for (int i = 0; i < 5000; i++) {
      pending.add(ddl(0, i, 0, "a"));
      pending.pollDue(i);
    }
    assertThat(pending.seen()).hasSize(4096);
    assertThat(pending.add(ddl(0, 4999, 0, "a"))).isFalse();
    assertThat(pending.add(ddl(0, 0, 0, "a"))).isTrue();
  }

  private List<String> drained(PendingDdls from) {
    List<String> queries = new ArrayList<>();
    for (SchemaChange ddl = from.pollDue(99); ddl != null; ddl = from.pollDue(99)) {
      queries.add(ddl.query());
    }
    return queries;
  }

  @Test
  void ofOneTimeTheyComeOutAsTheirPartitionBroughtThem() {
    pending.add(ddl(0, 10, 0, "z"));
    pending.add(ddl(0, 10, 1, "a"));
    pending.add(ddl(0, 10, 0, "m"));
    pending.add(ddl(0, 10, 0, "z"));
    assertThat(pending.size()).isEqualTo(3);
    assertThat(drained(pending)).containsExactly("z", "a", "m");
    assertThat(pending.size()).isZero();
  }

  @Test
  void whichPartitionIsReadFirstDoesNotMatter() {
    List<SchemaChange> p0 = List.of(ddl(0, 10, 0, "z"), ddl(0, 10, 0, "a"), ddl(0, 10, 0, "y"));
    List<SchemaChange> p1 = List.of(ddl(1, 10, 0, "q"), ddl(1, 10, 0, "z"), ddl(1, 10, 0, "y"));
    PendingDdls other = new PendingDdls();
    p0.forEach(pending::add);
    p1.forEach(pending::add);
    p1.forEach(other::add);
    p0.forEach(other::add);
    PendingDdls restored = new PendingDdls();
    restored.restore(other.waiting(), other.seen());

    assertThat(drained(pending)).containsExactly("q", "z", "a", "y").isEqualTo(drained(other));
    assertThat(drained(restored)).containsExactly("q", "z", "a", "y");
  }

  @Test
  void ofOneTimeTheyKeepTheirOrderAcrossARestore() {
    pending.add(ddl(0, 10, 0, "z"));
    pending.add(ddl(1, 10, 0, "z"));
    PendingDdls restored = new PendingDdls();
    restored.restore(pending.waiting(), pending.seen());
    restored.add(ddl(1, 10, 0, "a"));
    restored.add(ddl(0, 10, 0, "a"));
    assertThat(drained(restored)).containsExactly("z", "a");
  }

  @Test
  void partitionsThatContradictEachOtherEndToo() {
    pending.add(ddl(0, 10, 0, "a"));
    pending.add(ddl(1, 10, 0, "b"));
    pending.add(ddl(1, 10, 0, "a"));
    pending.add(ddl(0, 10, 0, "b"));
    assertThat(drained(pending)).containsExactlyInAnyOrder("a", "b");
  }
}
