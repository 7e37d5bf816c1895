package io.spillway.search.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.StringLength;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IndexNamesTest {

  @ParameterizedTest
  @CsvSource({
    "REP-SOE.CUSTOMERS, rep-soe.customers",
    "dbserver1.inventory.Hike, dbserver1.inventory.hike",
    "shop.orders_2024, shop.orders_2024",
    "店.订单, 店.订单"
  })
  void onlyLowersLegalNames(String name, String legal) {
    assertThat(IndexNames.legal(name, name, false, true)).isEqualTo(legal);
  }

  private static String legal(String name) {
    return IndexNames.legal(name, name, false, false);
  }

  @Test
  void keepsNamesApartThatDifferOnlyInCase() {
    assertThat(legal("shop.orders")).isEqualTo("shop.orders");
    assertThat(legal("shop.Orders")).matches("shop\\.orders-[0-9a-f]{8}");
    assertThat(legal("shop.ORDERS")).matches("shop\\.orders-[0-9a-f]{8}");
    assertThat(legal("shop.ORDERS")).isNotEqualTo(legal("shop.Orders"));
  }

  @Test
  void marksNamesThatHadToChangeSoThatTheyNeverMeet() {
    assertThat(legal("a b.c")).matches("a_b\\.c-[0-9a-f]{8}");
    assertThat(legal("a*b.c")).isNotEqualTo(legal("a b.c"));
    assertThat(legal("_x")).matches("x_x-[0-9a-f]{8}");
    assertThat(legal("..")).matches("x\\.\\.-[0-9a-f]{8}");
    assertThat(legal("a b.c")).isEqualTo(legal("a b.c"));
  }

  @Property(tries = 500)
  void makesAnyNameLegal(@ForAll @StringLength(min = 1, max = 400) String name) {
    String legal = legal(name);
    assertThat(legal.getBytes(StandardCharsets.UTF_8).length).isLessThanOrEqualTo(255);
    assertThat(legal).doesNotContainPattern("[\\\\/*?\"<>|#:, \\p{Cntrl}]");
    assertThat(legal).doesNotMatch("(?s)^[-_+.].*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "{", "a}", "{}", "{a{b}}"})
  void refusesTemplatesThatMakeNoSense(String text) {
    assertThatThrownBy(() -> NameTemplate.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageMatching(".*(braces|empty).*");
  }
}
