package io.spillway.tables;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UnmatchedRulesTest {
  private static final TableRules RENAMED =
      new TableRules(
          List.of(
              new TableRules.Rule(
                  new TableFilter(List.of("shop.*")),
                  new Route.Renamed(new NamePart("lake"), new NamePart("{table}")),
                  Set.of(),
                  ColumnRules.NONE,
                  TableRules.Files.AS_ALL,
                  7)));

  @Test
  void rulesForDocumentsAreOfTheNamesThatTablesAreDeliveredBy() {
    UnmatchedRules unmatched =
        new UnmatchedRules(
            RENAMED,
            TableRules.NONE,
            new TableFilter(List.of("lake.*", "shop.*", "!lake.tmp_*", "!lake.orders")));
    assertThat(unmatched.count()).isEqualTo(4);

    unmatched.met(new TableId("shop", "orders"));

    assertThat(unmatched.count()).isEqualTo(2);
    assertThat(unmatched.sentences(true, 0))
        .singleElement()
        .asString()
        .contains("no table of the 1 that have come", "elasticsearch.tables: shop.*, !lake.tmp_*.");
  }

  @Test
  void eachListIsReportedOnceAfterAWhile() {
    UnmatchedRules unmatched =
        new UnmatchedRules(RENAMED, RENAMED, new TableFilter(List.of("lake.*")));
    unmatched.met(new TableId("other", "t"));
    assertThat(unmatched.sentences(false, 5)).isEmpty();
    assertThat(unmatched.sentences(false, UnmatchedRules.PATIENCE_MS + 4)).isEmpty();

    assertThat(unmatched.sentences(false, UnmatchedRules.PATIENCE_MS + 5))
        .hasSize(2)
        .anyMatch(sentence -> sentence.contains("section tables: [shop.*] on line 7"));
    assertThat(unmatched.sentences(true, UnmatchedRules.PATIENCE_MS + 6)).isEmpty();
  }

  @Test
  void nothingIsReportedWhereEveryRuleHasItsTable() {
    UnmatchedRules unmatched =
        new UnmatchedRules(RENAMED, RENAMED, new TableFilter(List.of("lake.*")));
    unmatched.met(new TableId("shop", "t"));
    assertThat(unmatched.count()).isZero();
    assertThat(unmatched.sentences(true, 0)).isEmpty();
  }
}
