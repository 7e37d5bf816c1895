package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SearchDdlsTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "TRUNCATE TABLE `tr`",
        "DROP TABLE `dr`",
        "drop database shop",
        "RENAME TABLE `test`.`rn` TO `test`.`rn2`",
        "/* by hand */ ALTER TABLE a RENAME TO b",
        "ALTER TABLE a\nDROP PARTITION p1"
      })
  void namesStatementsAfterWhichDocumentsStay(String statement) {
    assertThat(SearchDdls.leavesDocuments(statement)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CREATE TABLE t (id int)",
        "ALTER TABLE a ADD COLUMN dropped int",
        "ALTER TABLE a RENAME COLUMN x TO y",
        "ALTER TABLE a RENAME INDEX x TO y",
        "DROP INDEX i ON a"
      })
  void isSilentAboutAllOthers(String statement) {
    assertThat(SearchDdls.leavesDocuments(statement)).isFalse();
  }
}
