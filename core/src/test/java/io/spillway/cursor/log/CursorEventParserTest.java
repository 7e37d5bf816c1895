package io.spillway.cursor.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorEventJson;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorState;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.FlushAck;
import io.spillway.cursor.Work;
import io.spillway.event.Gap;
import io.spillway.event.ReadCounts;
import io.spillway.event.SourcePartition;
import io.spillway.plan.Balance;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class CursorEventParserTest {
  private static final FlushAck.File FILE =
      new FlushAck.File("a/b/1/CDC1.json", 1, 2, "ddl", new FlushAck.Rows(3, 4, 5, 6));
  private static final Balance BALANCE = new Balance(new ReadCounts(9, 1, 2, 3), 4, 5, 0);

  private static FlushAck.File traced(String... traces) {
    return new FlushAck.File(
        FILE.path(), FILE.number(), FILE.version(), FILE.reason(), FILE.rows(), List.of(traces));
  }

  @Test
  void tracesAreAListOfTextsAndLeftOutWhereThereAreNone() throws IOException {
    CursorStep step = CursorState.none(CursorKind.TIME).acknowledge("7", 3);
    String traced = line(event(step, new Work.Written(3, traced("ab", "cd"))));
    assertThat(traced).contains("\"maxCommitTs\":6,\"traces\":[\"ab\",\"cd\"]}");
    assertThat(line(event(step, new Work.Written(3, FILE)))).doesNotContain("traces");
    for (String bad : new String[] {"[1]", "\"ab\"", "[[\"ab\"]]", "5"}) {
      String line = traced.replace("[\"ab\",\"cd\"]", bad);
      assertThatThrownBy(() -> new CursorEventParser().parse(line))
          .isInstanceOf(IOException.class)
          .hasMessageContaining("traces");
    }
    assertThat(new CursorEventParser().parse(traced.replace("[\"ab\",\"cd\"]", "null")).work())
        .isEqualTo(new Work.Written(3, FILE));
  }

  private static CursorEvent event(CursorStep step, Work work) {
    return new CursorEvent(
        CursorKey.parse("BACKFILL:p-1/EXPR/shop.o\u00e9"),
        step,
        work,
        new CursorEvent.Origin("nightly", "ab", 2),
        1_700_000_000_123L);
  }

  private static String line(CursorEvent event) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    new CursorEventJson().write(event, out);
    return out.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @EnumSource(CursorKind.class)
  void everyEventIsReadBackAsItWas(CursorKind kind) throws IOException {
    CursorEventParser parser = new CursorEventParser();
    CursorState state = CursorState.none(kind);
    for (CursorEvent event :
        new CursorEvent[] {
          event(state.acknowledge("7", 3), new Work.Written(3, FILE)),
          event(state.acknowledge("7", 3), new Work.Written(3, traced("ab", "cd"))),
          event(state.acknowledge("7", 3), new Work.Written(3, traced("ef"))),
          event(state.acknowledge("7", 3), new Work.Written(3, FILE)),
          event(state.mark(CursorReason.BALANCE), new Work.Counted(3, BALANCE)),
          event(new CursorState(kind, "7", 4, 3).mark(CursorReason.RESTORED), new Work.Reached(3)),
          event(
              state.mark(CursorReason.GAP),
              new Work.Missed(3, new Gap(new SourcePartition("shop", 2), 9, 4))),
          event(state.mark(CursorReason.REWIND), new Work.SetBack(3, new Work.Logged(8, 7, "5"))),
          event(
              state.mark(CursorReason.MODE),
              new Work.Steered(3, new FlushAck.Steering(2, 1500, "IDLE"))),
        }) {
      assertThat(parser.parse(line(event))).isEqualTo(event);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "[]", "{}", "{\"seq\":1", "nonsense", "{\"file\":1}", "{\"seq\":\"1\"}"})
  void whatIsNoEventIsRefused(String line) {
    assertThatThrownBy(() -> new CursorEventParser().parse(line)).isInstanceOf(IOException.class);
  }

  @Test
  void anUnknownReasonIsRefusedAndAnUnknownFieldIsNot() throws IOException {
    CursorEvent event =
        event(CursorState.none(CursorKind.TIME).acknowledge("7", 3), new Work.Reached(3));
    String line = line(event);
    assertThat(
            new CursorEventParser().parse(line.replace("\"seq\"", "\"new\":{\"a\":[1]},\"seq\"")))
        .isEqualTo(event);
    assertThatThrownBy(
            () -> new CursorEventParser().parse(line.replace("\"advanced\"", "\"sideways\"")))
        .hasMessageContaining("sideways");
  }
}
