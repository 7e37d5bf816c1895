package io.spillway.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.schema.DdlAction;
import org.junit.jupiter.api.Test;

class EventKindTest {
  @Test
  void wordsAreThoseOfTicdcsEventFilter() {
    assertThat(EventKind.ofWord("delete")).contains(EventKind.DELETE);
    assertThat(EventKind.ofWord("truncate table")).contains(EventKind.TRUNCATE_TABLE);
    assertThat(EventKind.ofWord("truncate")).contains(EventKind.TRUNCATE_TABLE);
    assertThat(EventKind.ofWord("drop table partition")).contains(EventKind.DROP_TABLE_PARTITION);
    assertThat(EventKind.ofWord("insert table")).isEmpty();
    assertThat(EventKind.ofWord("add column")).isEmpty();
  }

  @Test
  void onlyStatementsThatLeaveColumnsAsTheyAreHaveAKind() {
    assertThat(EventKind.ofAction(DdlAction.DROP_TABLE)).contains(EventKind.DROP_TABLE);
    assertThat(EventKind.ofAction(DdlAction.ADD_COLUMN)).isEmpty();
    assertThat(EventKind.ofAction(DdlAction.NONE)).isEmpty();
  }
}
