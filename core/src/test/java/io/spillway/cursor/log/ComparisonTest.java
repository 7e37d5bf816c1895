package io.spillway.cursor.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorState;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.Work;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ComparisonTest {
  private static final CursorKey ALL = CursorKey.parse("HARVEST/GLOBAL/");
  private static final CursorKey ONE = CursorKey.parse("HARVEST/EXPR/shop.orders");

  private static CursorEvent event(CursorKey cursor, long seq, String value, long checkpoint) {
    return new CursorEvent(
        cursor,
        new CursorStep(seq, CursorReason.ADVANCED, CursorKind.TIME, null, value, value),
        new Work.Reached(checkpoint),
        new CursorEvent.Origin("p", "r", 0),
        0);
  }

  private static CursorState state(long seq, String value) {
    return new CursorState(CursorKind.TIME, value, seq, 1);
  }

  @Test
  void aLogThatHasGoneOnSinceIsNoDifference() {
    Comparison comparison = new Comparison(5, Map.of(ALL, state(2, "7")));
    comparison.accept(event(ALL, 1, "5", 3));
    comparison.accept(event(ALL, 2, "7", 4));
    comparison.accept(event(ALL, 3, "9", 5));
    comparison.accept(event(ONE, 1, "9", 5));
    assertThat(comparison.differences()).isEmpty();
  }

  @Test
  void anotherValueAndAMissingEventAndAnUnknownCursorAreDifferences() {
    CursorKey third = CursorKey.parse("HARVEST/EXPR/shop.users");
    Comparison comparison = new Comparison(5, Map.of(ALL, state(2, "7"), ONE, state(4, "6")));
    comparison.accept(event(ALL, 2, "8", 4));
    comparison.accept(event(ONE, 3, "6", 4));
    comparison.accept(event(third, 1, "4", 4));
    assertThat(comparison.differences())
        .containsExactly(
            new Difference(ONE, 4, "nothing", "6"),
            new Difference(third, 0, "4", "nothing"),
            new Difference(ALL, 2, "8", "7"));
  }
}
