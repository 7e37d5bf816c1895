package io.spillway.search.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.TableFilter;
import io.spillway.event.TableId;
import io.spillway.search.document.DocumentConfig.Naming;
import io.spillway.search.document.DocumentConfig.TableNames;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Tables whose documents are named by templates of their own, and dates in names. */
class TableNamesTest {
  private static final String BY_MONTH = "{schema}.{table}-{at:yyyy.MM}";

  static DocumentConfig named(String tables, String index, String id) {
    DocumentConfig d = DocumentConfig.DEFAULT;
    return new DocumentConfig(
        d.index(),
        d.id(),
        d.versioning(),
        d.longIds(),
        d.values(),
        d.maxBytes(),
        new Naming(
            Naming.DEFAULT.withoutKey(),
            Naming.DEFAULT.letterCase(),
            List.of(
                new TableNames(
                    new TableFilter(List.of(tables)),
                    NameTemplate.parse(index),
                    NameTemplate.parse(id)))));
  }

  private static List<String> places(DocumentConfig config, CanalJson... rows)
      throws RefusedRowException {
    RowDocuments documents = new RowDocuments(config);
    List<String> places = new java.util.ArrayList<>();
    for (CanalJson row : rows) {
      for (Document document : documents.of(row.bytes(), 1)) {
        places.add((document.delete() ? "-" : "") + document.index() + "/" + document.id());
      }
    }
    return places;
  }

  private static CanalJson row(String table, String at) {
    return CanalJson.row("INSERT", "shop", table)
        .key("id", "bigint", "7")
        .column("at", "datetime(6)", at);
  }

  @Test
  void eachTableIsNamedByTheFirstEntryThatChoosesIt() throws Exception {
    DocumentConfig config = named("shop.log_*", "logs-{table}", "{at}-{pk}");
    assertThat(
            places(
                config,
                row("orders", "x"),
                row("log_a", "y"),
                row("orders", "z"),
                row("log_b", "y")))
        .containsExactly("shop.orders/7", "logs-log_a/y-7", "shop.orders/7", "logs-log_b/y-7");
  }

  @Test
  void aDateIsWrittenInItsForm() throws Exception {
    String at = "2026-01-31 23:59:59.999999";
    for (String form : List.of("yyyy", "yyyy.MM", "yyyy-MM-dd", "yyyyMMdd", "yyyy_MM")) {
      String expected = form.replace("yyyy", "2026").replace("MM", "01").replace("dd", "31");
      assertThat(places(named("*.*", "t-{at:" + form + "}", "{pk}"), row("orders", at)))
          .containsExactly("t-" + expected + "/7");
    }
  }

  @Test
  void aRowWhoseDateChangesMovesToAnotherIndex() throws Exception {
    CanalJson moved =
        CanalJson.row("UPDATE", "shop", "orders")
            .key("id", "bigint", "7")
            .column("at", "datetime", "2026-02-01 00:00:00")
            .old("at", "2026-01-31 00:00:00");
    assertThat(places(named("*.*", BY_MONTH, "{pk}"), moved))
        .containsExactly("-shop.orders-2026.01/7", "shop.orders-2026.02/7");
    CanalJson stays =
        CanalJson.row("UPDATE", "shop", "orders")
            .key("id", "bigint", "7")
            .column("at", "datetime", "2026-02-01 00:00:00")
            .old("at", "2026-02-02 00:00:00");
    assertThat(places(named("*.*", BY_MONTH, "{pk}"), stays))
        .containsExactly("shop.orders-2026.02/7");
  }

  @Test
  void whatIsNoDateIsRefusedByItsColumn() {
    for (String at : List.of("0000-00-00 00:00:00", "2026-02-30", "soon", "")) {
      assertThatThrownBy(() -> places(named("*.*", BY_MONTH, "{pk}"), row("orders", at)))
          .isInstanceOf(RefusedRowException.class)
          .hasMessageContaining("column at holds no date");
    }
  }

  @Test
  void aColonThatIsNoFormOfADateBelongsToTheColumn() throws Exception {
    CanalJson row =
        CanalJson.row("INSERT", "shop", "orders")
            .key("id", "bigint", "7")
            .column("a:b", "varchar(9)", "v");
    assertThat(places(named("*.*", "t-{a:b}", "{pk}"), row)).containsExactly("t-v/7");
  }

  @Test
  void aTableKnowsItsIndexOnlyWhereNoOtherTableCouldHaveIt() {
    TableId orders = new TableId("shop", "orders");
    TableId log = new TableId("shop", "log_a");
    DocumentConfig own = named("shop.log_*", "logs-{schema}-{table}", "{pk}");
    assertThat(TableIndex.of(own, orders)).contains("shop.orders");
    assertThat(TableIndex.of(own, log)).contains("logs-shop-log_a");
    // a schema that is called logs-shop would have this index too
    DocumentConfig shared = named("shop.log_*", "logs-{schema}.{table}", "{pk}");
    assertThat(TableIndex.of(shared, log)).isEmpty();
    assertThat(TableIndex.of(shared, orders)).contains("shop.orders");
    assertThat(TableIndex.of(named("shop.log_*", BY_MONTH, "{pk}"), log)).isEmpty();
    assertThat(TableIndex.of(named("shop.log_*", "orders", "{pk}"), orders))
        .contains("shop.orders");
    assertThat(TableIndex.of(named("shop.log_*", "shop.orders", "{pk}"), orders)).isEmpty();
  }
}
