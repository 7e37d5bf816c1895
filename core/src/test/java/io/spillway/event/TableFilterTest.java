package io.spillway.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TableFilterTest {
  @ParameterizedTest
  @CsvSource({
    "shop.*, shop, orders, true",
    "shop.*, shop2, orders, false",
    "s?op.orders, shop, orders, true",
    "shop.t[0-9], shop, t7, true",
    "shop.t[!0-9], shop, t7, false",
    "shop.`a.b`, shop, a.b, true",
    "/^sh.*/.orders, shop, orders, true",
    "shop.a\\*, shop, a*, true",
    "shop.a\\*, shop, ab, false",
    "SHOP.Orders, shop, orders, true",
  })
  void aRuleMatchesAsTiCdcHasIt(String rule, String schema, String table, boolean chosen) {
    assertThat(new TableFilter(List.of(rule)).chooses(new TableId(schema, table)))
        .isEqualTo(chosen);
  }

  @Test
  void theLastRuleThatMatchesDecides() {
    TableFilter filter = new TableFilter(List.of("shop.*", "!shop.tmp_*", "shop.tmp_kept"));
    assertThat(filter.chooses(new TableId("shop", "orders"))).isTrue();
    assertThat(filter.chooses(new TableId("shop", "tmp_1"))).isFalse();
    assertThat(filter.chooses(new TableId("shop", "tmp_kept"))).isTrue();
    assertThat(filter.chooses(new TableId("other", "orders"))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(strings = {"shop", "shop.", ".t", "shop.t.u", "shop.`t", "/(/.t", "shop.t[1", "!"})
  void whatIsNoRuleIsRefusedByItsText(String text) {
    assertThatThrownBy(() -> new TableFilter(List.of(text)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("'" + text + "' is no table filter");
  }
}
