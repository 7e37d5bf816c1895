package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableId;
import org.junit.jupiter.api.Test;

class TableVersionsTest {
  private static final TableId TABLE = Rows.table(0);
  private final TableVersions versions = new TableVersions();

  @Test
  void aRowBelongsToTheNewestVersionOlderThanItself() {
    versions.add(TABLE, 10);
    versions.add(TABLE, 20);
    assertThat(versions.at(TABLE, 9)).isEqualTo(TableVersions.BASE);
    assertThat(versions.at(TABLE, 10)).isEqualTo(TableVersions.BASE);
    assertThat(versions.at(TABLE, 11)).isEqualTo(10);
    assertThat(versions.at(TABLE, 20)).isEqualTo(10);
    assertThat(versions.at(TABLE, 21)).isEqualTo(20);
    assertThat(versions.at(Rows.table(1), 21)).isEqualTo(TableVersions.BASE);
  }

  @Test
  void aVersionEndsWithTheNextDdlsOwnTimestamp() {
    versions.add(TABLE, 10);
    versions.add(TABLE, 20);
    assertThat(versions.last(TABLE, 5)).isEqualTo(10);
    assertThat(versions.last(TABLE, 10)).isEqualTo(10);
    assertThat(versions.last(TABLE, 11)).isEqualTo(20);
    assertThat(versions.last(TABLE, 21)).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void pruningKeepsWhatIsInForceAndKnowsWhatItForgot() {
    versions.add(TABLE, 10);
    versions.add(TABLE, 20);
    versions.add(TABLE, 30);
    versions.prune(25);
    assertThat(versions.at(TABLE, 25)).isEqualTo(20);
    assertThat(versions.at(TABLE, 31)).isEqualTo(30);
    assertThat(versions.forgotten(TABLE, 20)).isTrue();
    assertThat(versions.forgotten(TABLE, 21)).isFalse();
    assertThat(versions.forgotten(Rows.table(1), 1)).isFalse();
  }

  @Test
  void pruningBelowTheFirstVersionForgetsNothing() {
    versions.add(TABLE, 10);
    versions.prune(9);
    assertThat(versions.forgotten(TABLE, 5)).isFalse();
    versions.prune(10);
    assertThat(versions.forgotten(TABLE, 5)).isFalse();
  }

  @Test
  void aSnapshotAnswersAsTheOriginalDoes() {
    versions.add(TABLE, 10);
    versions.add(TABLE, 20);
    versions.add(Rows.table(1), 15);
    versions.prune(22);
    TableVersions restored = new TableVersions();
    versions.snapshot().forEach(restored::restore);
    for (long ts = 0; ts < 30; ts++) {
      for (int t = 0; t < 3; t++) {
        TableId table = Rows.table(t);
        assertThat(restored.at(table, ts)).isEqualTo(versions.at(table, ts));
        assertThat(restored.last(table, ts)).isEqualTo(versions.last(table, ts));
        assertThat(restored.forgotten(table, ts)).isEqualTo(versions.forgotten(table, ts));
      }
    }
  }
}
