package io.spillway.cursor;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.log.Comparison;
import io.spillway.cursor.log.Replay;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.operators.KeyedProcessOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.util.Collector;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A source that is asked for pages and answers with the point from which to ask on: cursors of
 * every kind in Flink's keyed state, by the same {@link CursorState} and serializer as the job's,
 * through crashes at any place. Recovery asks again behind the restored value.
 */
class KindsRecoveryTest {
  private static final int PAGES = 40;
  private static final int CRASHES = 6;
  private static final CursorKey SIGNALS =
      CursorKey.global(new Namespace("UPDATE", "signals-1"), CursorKey.STORAGE);

  /** What a page's end is called. The tokens are of no order at all. */
  private static String end(CursorKind kind, int page) {
    return switch (kind) {
      case TIME -> Long.toString(page * 1000L);
      // 9 is before 10 as a number, behind it as a text
      case ID_NUMERIC -> Integer.toString(page);
      case ID_TEXT -> "id-%04d".formatted(page);
      case TOKEN -> Integer.toHexString(Integer.reverse(page * 0x9E3779B1)) + "-" + page;
    };
  }

  /** The page behind a value; the first one where there is none. */
  private static int pageBehind(CursorKind kind, String value) {
    if (value == null) {
      return 1;
    }
    for (int page = 1; page <= PAGES; page++) {
      if (end(kind, page).equals(value)) {
        return page + 1;
      }
    }
    throw new AssertionError("nobody has given out " + value);
  }

  /** Keeps the cursor, and of each page how often it was delivered. */
  private static final class Pages extends KeyedProcessFunction<String, Integer, CursorEvent> {
    private static final long serialVersionUID = 1L;
    private final CursorKind kind;
    private transient ValueState<CursorState> cursor;
    private transient ListState<Integer> delivered;

    Pages(CursorKind kind) {
      this.kind = kind;
    }

    @Override
    public void open(OpenContext context) {
      cursor =
          getRuntimeContext()
              .getState(new ValueStateDescriptor<>("c", new CursorStateSerializer()));
      delivered = getRuntimeContext().getListState(new ListStateDescriptor<>("d", Types.INT));
    }

    @Override
    public void processElement(Integer page, Context context, Collector<CursorEvent> out)
        throws Exception {
      CursorState before = cursor.value() == null ? CursorState.none(kind) : cursor.value();
      CursorStep step = before.acknowledge(end(kind, page), page);
      cursor.update(before.after(step, page));
      delivered.add(page);
      out.collect(
          new CursorEvent(
              SIGNALS, step, new Work.Reached(page), new CursorEvent.Origin("p", "r", 0), page));
    }

    CursorState state() throws Exception {
      return cursor.value();
    }

    List<Integer> delivered() throws Exception {
      List<Integer> pages = new ArrayList<>();
      delivered.get().forEach(pages::add);
      return pages;
    }
  }

  @ParameterizedTest
  @EnumSource(CursorKind.class)
  void recoveryGoesOnBehindTheLastValueAndNoPageIsLostOrCountedTwice(CursorKind kind)
      throws Exception {
    long seed = 5;
    Random random = new Random(seed);
    List<CursorEvent> log = new ArrayList<>();
    CursorState state = CursorState.none(kind);
    OperatorSubtaskState saved = null;
    List<Integer> delivered = List.of();
    for (int life = 0; life <= CRASHES; life++) {
      Pages pages = new Pages(kind);
      try (KeyedOneInputStreamOperatorTestHarness<String, Integer, CursorEvent> harness =
          new KeyedOneInputStreamOperatorTestHarness<>(
              new KeyedProcessOperator<>(pages), page -> SIGNALS.text(), Types.STRING)) {
        harness.setup(new CursorEventSerializer());
        if (saved != null) {
          harness.initializeState(saved);
        }
        harness.open();
        boolean last = life == CRASHES;
        int next = pageBehind(kind, state.value());
        int until = last ? PAGES : Math.min(PAGES, next + random.nextInt(8));
        int committed = 0;
        for (int page = next; page <= until; page++) {
          harness.processElement(new StreamRecord<>(page));
          if (last ? page == PAGES : random.nextInt(3) == 0) {
            saved = harness.snapshot(page, page);
            List<CursorEvent> told = harness.extractOutputValues();
            log.addAll(told.subList(committed, told.size()));
            committed = told.size();
            delivered = pages.delivered();
            state = pages.state();
          }
        }
      }
    }
    List<Integer> all = new ArrayList<>();
    for (int page = 1; page <= PAGES; page++) {
      all.add(page);
    }
    assertThat(delivered).as("seed %d", seed).containsExactlyElementsOf(all);
    Replay replay = new Replay();
    log.forEach(replay::accept);
    assertThat(replay.cursors())
        .singleElement()
        .satisfies(event -> assertThat(event.step().value()).isEqualTo(end(kind, PAGES)));
    Comparison comparison = new Comparison(PAGES, Map.of(SIGNALS, state));
    log.forEach(comparison::accept);
    assertThat(comparison.differences()).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = CursorKind.class,
      names = {"ID_TEXT", "ID_NUMERIC", "TIME"})
  void anAckOfAnOlderPageThatComesLateMovesNothing(CursorKind kind) {
    CursorState state = CursorState.none(kind);
    state = state.after(state.acknowledge(end(kind, 10), 10), 10);
    CursorStep late = state.acknowledge(end(kind, 9), 11);
    assertThat(late.reason()).isEqualTo(CursorReason.NO_FORWARD);
    assertThat(late.value()).isEqualTo(end(kind, 10));
  }
}
