package io.spillway.search;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.TableId;
import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class DdlEffectsTest {
  private static final DdlEffect TRUNCATE =
      new DdlEffect(new TableId("shop", "t"), "shop.t", 50, "TRUNCATE TABLE t");
  private final Script engine = new Script();
  private final long[] now = {1_000};
  private final DdlEffects effects = new DdlEffects(engine, () -> now[0]);

  /** Answers by a script; what isn't scripted is a page without documents. */
  private static final class Script implements BulkTransport {
    final List<String> calls = new ArrayList<>();
    final List<String> bodies = new ArrayList<>();
    final ArrayDeque<Reply> replies = new ArrayDeque<>();
    private final ArrayDeque<Consumer<Reply>> waiting = new ArrayDeque<>();

    @Override
    public void send(Call call, Consumer<Reply> whenDone) {
      calls.add(call.method() + " " + call.path());
      bodies.add(call.body() == null ? "" : new String(call.body(), UTF_8));
      waiting.add(whenDone);
    }

    void answer() {
      while (!waiting.isEmpty()) {
        Consumer<Reply> next = waiting.poll();
        next.accept(replies.isEmpty() ? ok("{\"hits\":{\"hits\":[]}}") : replies.poll());
      }
    }

    void script(Reply... next) {
      replies.addAll(List.of(next));
    }

    @Override
    public void close() {}
  }

  private static Reply ok(String body) {
    return new Answered(200, body.getBytes(UTF_8));
  }

  private static Reply page(Object... idsAndVersions) {
    StringBuilder hits = new StringBuilder();
    for (int i = 0; i < idsAndVersions.length; i += 2) {
      hits.append(hits.length() == 0 ? "" : ",")
          .append("{\"_index\":\"shop.t\",\"_id\":\"")
          .append(idsAndVersions[i])
          .append("\",\"_version\":")
          .append(idsAndVersions[i + 1])
          .append('}');
    }
    return ok("{\"_scroll_id\":\"s\",\"hits\":{\"hits\":[" + hits + "]}}");
  }

  @Test
  void waitsUntilEveryOlderRowIsStored() {
    effects.add(TRUNCATE);
    effects.progress(49);
    assertThat(engine.calls).isEmpty();

    effects.progress(50);
    assertThat(engine.calls).containsExactly("POST /shop.t/_refresh");
  }

  @Test
  void deletesWhatIsOlderThanTheStatementAndNothingElse() {
    effects.add(TRUNCATE);
    effects.progress(60);
    engine.script(
        ok("{}"),
        page("a", 10, "b", 51, "c", 50),
        ok("{\"items\":[{\"delete\":{\"status\":200}},{\"delete\":{\"status\":409}}]}"),
        page("d", 70));
    engine.answer();

    assertThat(engine.bodies.get(2))
        .isEqualTo(
            """
            {"delete":{"_index":"shop.t","_id":"a","version":50,"version_type":"external_gte"}}
            {"delete":{"_index":"shop.t","_id":"c","version":50,"version_type":"external_gte"}}
            """);
    assertThat(engine.calls.stream().filter(call -> call.equals("POST /_bulk"))).hasSize(1);
    assertThat(effects.pending()).isEmpty();
    assertThat(effects.deleted()).isEqualTo(1);
  }

  @Test
  void triesAgainUntilAllAreGone() {
    effects.add(TRUNCATE);
    effects.progress(60);
    engine.script(new Lost(Loss.UNREACHABLE, "nobody there"));
    engine.answer();
    assertThat(effects.pending()).containsExactly(TRUNCATE);

    now[0] += 1_000;
    effects.tick();
    engine.script(ok("{}"), page("a", 10), ok("{\"items\":[{\"delete\":{\"status\":429}}]}"));
    engine.answer();
    assertThat(effects.pending()).containsExactly(TRUNCATE);

    now[0] += 1_000;
    effects.tick();
    engine.script(ok("{}"), page("a", 10), ok("{\"items\":[{\"delete\":{\"status\":200}}]}"));
    engine.answer();
    assertThat(effects.pending()).isEmpty();
  }

  @Test
  void anIndexThatIsNotThereHasNoDocuments() {
    effects.add(TRUNCATE);
    effects.progress(60);
    engine.script(new Answered(404, new byte[0]));
    engine.answer();
    assertThat(effects.pending()).isEmpty();
  }

  @Test
  void isDoneOnceWhereEachPartitionDeliversItAndInTheOrderOfTime() {
    DdlEffect later = new DdlEffect(new TableId("shop", "a"), "shop.a", 55, "TRUNCATE TABLE a");
    effects.add(later);
    effects.add(TRUNCATE);
    effects.add(TRUNCATE);
    assertThat(effects.pending()).containsExactly(TRUNCATE, later);

    effects.progress(54);
    engine.answer();
    assertThat(effects.pending()).containsExactly(later);
    effects.progress(55);
    engine.answer();
    assertThat(engine.calls.stream().filter(call -> call.endsWith("_refresh")))
        .containsExactly("POST /shop.t/_refresh", "POST /shop.a/_refresh");
  }
}
