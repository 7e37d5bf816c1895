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
    assertThat(IndexNames.legal(name)).isEqualTo(legal);
  }

  @Test
  void marksNamesThatHadToChangeSoThatTheyNeverMeet() {
    assertThat(IndexNames.legal("a b.c")).matches("a_b\\.c-[0-9a-f]{8}");
    assertThat(IndexNames.legal("a*b.c")).isNotEqualTo(IndexNames.legal("a b.c"));
    assertThat(IndexNames.legal("_x")).matches("x_x-[0-9a-f]{8}");
    assertThat(IndexNames.legal("..")).matches("x\\.\\.-[0-9a-f]{8}");
    assertThat(IndexNames.legal("a b.c")).isEqualTo(IndexNames.legal("a b.c"));
  }

  @Property(tries = 500)
  void makesAnyNameLegal(@ForAll @StringLength(min = 1, max = 400) String name) {
    String legal = IndexNames.legal(name);
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
