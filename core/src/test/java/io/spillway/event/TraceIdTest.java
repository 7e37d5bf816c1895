package io.spillway.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TraceIdTest {
  private static final SourcePosition AT = position("orders", 3, 99);
  private static final String ID = "4bf92f3577b34da6a3ce929d0e0e4736";

  private static SourcePosition position(String source, int number, long offset) {
    return new SourcePosition(new SourcePartition(source, number), offset, 5);
  }

  private static List<Header> parent(String value) {
    return List.of(
        new Header("x", new byte[] {1}),
        new Header("Traceparent", value.getBytes(StandardCharsets.US_ASCII)));
  }

  @Test
  void theHeadersTraceIsTaken() {
    assertThat(TraceId.of(parent("00-" + ID + "-00f067aa0ba902b7-01"), AT)).isEqualTo(ID);
    assertThat(TraceId.of(parent("cc-" + ID + "-00f067aa0ba902b7-01-new"), AT)).isEqualTo(ID);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "00-4bf92f3577b34da6a3ce929d0e0e4736",
        "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
        "00-4bf92f3577b34da6a3ce929d0e0e4736-0000000000000000-01",
        "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
        "00-4BF92F3577B34DA6A3CE929D0E0E4736-00f067aa0ba902b7-01"
      })
  void anUnusableHeaderCountsAsNone(String value) {
    assertThat(TraceId.of(parent(value), AT)).isEqualTo(TraceId.of(AT));
    assertThat(TraceId.of(List.of(new Header("traceparent", null)), AT)).isEqualTo(TraceId.of(AT));
  }

  @Test
  void aPositionGivesTheSameIdEachTimeAndAnotherPositionAnother() {
    assertThat(TraceId.of(AT))
        .matches("[0-9a-f]{32}")
        .isEqualTo(TraceId.of(position("orders", 3, 99)));
    assertThat(
            List.of(
                TraceId.of(AT),
                TraceId.of(position("orders", 3, 100)),
                TraceId.of(position("orders", 4, 99)),
                TraceId.of(position("order", 3, 99))))
        .doesNotHaveDuplicates();
  }
}
