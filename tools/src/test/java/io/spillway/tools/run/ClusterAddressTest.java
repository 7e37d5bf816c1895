package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterAddressTest {
  @Test
  void hostAndPortAreTakenApart() {
    assertThat(ClusterAddress.parse(" flink.example:8081 "))
        .contains(new ClusterAddress("flink.example", 8081));
  }

  @Test
  void bracketsOfAnIpv6AddressAreNotPartOfTheHost() {
    assertThat(ClusterAddress.parse("[::1]:8081")).contains(new ClusterAddress("::1", 8081));
    assertThat(new ClusterAddress("::1", 8081)).hasToString("[::1]:8081");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "flink",
        "flink:",
        ":8081",
        "flink:0",
        "flink:65536",
        "http://flink:8081",
        "::1:8081"
      })
  void anythingElseIsRefused(String text) {
    assertThat(ClusterAddress.parse(text)).isEmpty();
  }
}
