package io.spillway.cursor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CursorStateTest {
  private static List<String> values(CursorKind kind, String... candidates) {
    List<String> values = new ArrayList<>();
    CursorState state = CursorState.none(kind);
    for (String candidate : candidates) {
      CursorStep step = state.acknowledge(candidate, 1);
      state = state.after(step, 1);
      values.add(state.value());
    }
    return values;
  }

  @Test
  void commitTimestampsGoForwardByTheirNumber() {
    assertThat(values(CursorKind.TIME, "9", "10", "9223372036854775807", "8"))
        .containsExactly("9", "10", "9223372036854775807", "9223372036854775807");
  }

  @Test
  void numericIdsOfAnyLengthGoForwardByTheirNumber() {
    assertThat(values(CursorKind.ID_NUMERIC, "9", "10", "92233720368547758080", "11"))
        .containsExactly("9", "10", "92233720368547758080", "92233720368547758080");
  }

  @Test
  void textIdsGoForwardByTheirBytes() {
    assertThat(values(CursorKind.ID_TEXT, "10", "9", "\uFFFD", "\uD83D\uDE00", "\uFFFE"))
        .as("a code point beyond the basic plane is behind all of it")
        .containsExactly("10", "9", "\uFFFD", "\uD83D\uDE00", "\uD83D\uDE00");
  }

  @Test
  void theLastTokenIsKeptWhateverItSays() {
    assertThat(values(CursorKind.TOKEN, "b", "a", "b")).containsExactly("b", "a", "b");
  }

  @Test
  void aTokenOfAnOlderCheckpointIsNotTheLast() {
    CursorState state = new CursorState(CursorKind.TOKEN, "b", 4, 9);
    assertThat(state.acknowledge("a", 8).reason()).isEqualTo(CursorReason.NO_FORWARD);
    assertThat(state.acknowledge("a", 9).value()).isEqualTo("a");
  }

  @Test
  void aLateRowIsToldByTheNextEventAndMovesNothingBack() {
    CursorState state = new CursorState(CursorKind.TIME, "90", 4, 9);
    CursorStep late = state.acknowledge("70", 10);
    assertThat(late)
        .isEqualTo(new CursorStep(5, CursorReason.NO_FORWARD, CursorKind.TIME, "90", "70", "90"));
    assertThat(state.after(late, 10).acknowledge("91", 11).value()).isEqualTo("91");
  }

  @Test
  void theSameCandidateAgainIsNoStepForward() {
    for (CursorKind kind : CursorKind.values()) {
      CursorState state = new CursorState(kind, "5", 4, 9);
      CursorStep step = state.acknowledge("5", 9);
      assertThat(step).isEqualTo(new CursorStep(5, CursorReason.NO_FORWARD, kind, "5", "5", "5"));
    }
  }

  @Test
  void whatIsNoNumberIsRefused() {
    CursorState state = new CursorState(CursorKind.ID_NUMERIC, "5", 4, 9);
    assertThatThrownBy(() -> state.acknowledge("x", 9))
        .isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> state.acknowledge(null, 9))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "HARVEST/GLOBAL/",
        "HARVEST/EXPR/shop.orders",
        "HARVEST/GLOBAL/search",
        "BACKFILL:plan-7/EXPR/shop.orders#orders-3",
        "UPDATE:c.1/GLOBAL/search"
      })
  void aKeyIsReadBack(String text) {
    assertThat(CursorKey.parse(text).text()).isEqualTo(text);
    assertThatThrownBy(() -> CursorKey.parse(text.replace("/", "-")))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void aKeySaysWhoseItIs() {
    CursorKey key = CursorKey.parse("BACKFILL:plan-7/GLOBAL/search");
    assertThat(key)
        .isEqualTo(CursorKey.global(new Namespace("BACKFILL", "plan-7"), CursorKey.SEARCH));
    assertThat(key.namespace().direction()).isEqualTo("BACKFILL");
    assertThat(key.namespace().label()).isEqualTo("BACKFILL~plan-7");
    assertThat(Namespace.HARVEST.label()).isEmpty();
    assertThat(new Namespace("UPDATE", "c").direction()).isEqualTo("FORWARD");
  }
}
