package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.ControlChange;
import io.spillway.event.SinkName;
import io.spillway.event.TableScope;
import io.spillway.event.Tuning;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.RowDocuments;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/**
 * A writer whose tables are paused and resumed at any moment, at an engine that refuses now and
 * then, and that is restarted from what it kept.
 */
class PausedStreamTest {
  private static final int TABLES = 3;
  private static final int KEYS = 8;
  private static final int CHANGES = 300;

  @Property(tries = 30)
  void nothingIsLostNorOutOfOrderNorPassedOver(@ForAll long seed, @ForAll boolean versioned) {
    new Run(seed, versioned).play();
  }

  private static final class Run {
    private final Random random;
    private final boolean versioned;
    private final FakeEngine engine = new FakeEngine();
    private final Map<String, String> expected = new TreeMap<>();
    private final Map<String, Long> newest = new TreeMap<>();
    private final Map<String, List<SearchRow>> history = new TreeMap<>();
    private long now = BulkWriterFixture.START;
    private long ts = 1_000;
    private long sequence;
    private ControlChange control;
    private int life;
    private BulkWriter writer;

    Run(long seed, boolean versioned) {
      this.random = new Random(seed);
      this.versioned = versioned;
      this.writer = start();
    }

    private BulkWriter start() {
      DocumentConfig d = DocumentConfig.DEFAULT;
      int mine = ++life;
      return new BulkWriter(
          WriterConfig.DEFAULT,
          new RowDocuments(
              new DocumentConfig(
                  d.index(),
                  d.id(),
                  versioned ? d.versioning() : Versioning.NONE,
                  d.longIds(),
                  d.values(),
                  d.maxBytes())),
          new Watched(mine),
          () -> now,
          new Random(random.nextLong()));
    }

    /** Sees each request as it begins, and answers only the writer that is alive. */
    private final class Watched implements BulkTransport {
      private final int mine;

      Watched(int mine) {
        this.mine = mine;
      }

      @Override
      public void send(Call call, Consumer<Reply> whenDone) {
        if (call.path().equals("/_bulk") && control != null) {
          String body = new String(call.body(), StandardCharsets.UTF_8);
          assertThat(control.pauses(SinkName.SEARCH)).as("the sink is paused").isFalse();
          for (TableScope scope : control.paused()) {
            assertThat(body).doesNotContain("\"shop." + scope.table() + "\"");
          }
        }
        engine.send(
            call,
            reply -> {
              if (mine == life) {
                whenDone.accept(reply);
              }
            });
      }

      @Override
      public void close() {}
    }

    void play() {
      engine.itemFault =
          item -> random.nextInt(5) == 0 ? FakeEngine.error(429, "es_rejected") : null;
      for (int i = 0; i < CHANGES; i++) {
        write();
        pass(random.nextInt(6));
        if (random.nextInt(15) == 0) {
          settings();
        }
        // without versions a document goes back for a moment when what was kept is written again
        if (versioned && random.nextInt(60) == 0) {
          restart();
        }
        check();
      }
      engine.itemFault = item -> null;
      control = new ControlChange(++sequence, sequence, 0, List.of(), List.of());
      writer.control(control);
      for (int i = 0; i < 10_000 && !writer.empty(); i++) {
        pass(1);
        engine.answer();
      }
      assertThat(writer.empty()).isTrue();
      assertThat(writer.progress(ts)).isEqualTo(ts);
      assertThat(engine.live()).isEqualTo(expected);
      inOrder();
    }

    private void write() {
      String table = "t" + random.nextInt(TABLES);
      int id = random.nextInt(KEYS);
      boolean delete = random.nextInt(4) == 0;
      String name = "v" + ts;
      SearchRow row = Rows.row(table, delete ? "DELETE" : "UPDATE", ++ts, id, name);
      String key = "shop." + table + "/" + id;
      if (delete) {
        expected.remove(key);
      } else {
        expected.put(key, "{\"id\":" + id + ",\"name\":\"" + name + "\"}");
      }
      history.computeIfAbsent(key, k -> new ArrayList<>()).add(row);
      writer.write(row);
    }

    private void pass(int ticks) {
      for (int i = 0; i < ticks; i++) {
        now += 50;
        writer.tick();
        if (engine.inFlight() > 0 && random.nextInt(3) > 0) {
          engine.rotate();
          engine.answerOne();
        }
      }
    }

    private void settings() {
      List<TableScope> paused = new ArrayList<>();
      for (int t = 0; t < TABLES; t++) {
        if (random.nextBoolean()) {
          paused.add(new TableScope("shop", "t" + t));
        }
      }
      Tuning tuning =
          random.nextInt(4) == 0 ? Tuning.NONE.pausing(List.of(SinkName.SEARCH)) : Tuning.NONE;
      control = new ControlChange(++sequence, sequence, 0, paused, List.of(), tuning);
      writer.control(control);
    }

    private void restart() {
      List<SearchRow> kept = writer.unfinishedRows();
      List<Integer> attempts = writer.unfinishedAttempts();
      life++;
      engine.answer();
      writer = start();
      if (control != null) {
        writer.control(control);
      }
      for (int i = 0; i < kept.size(); i++) {
        writer.write(kept.get(i), attempts.get(i));
      }
    }

    /** What the cursor would say: all changes up to there show in the engine. */
    private void check() {
      long progress = writer.progress(ts);
      Map<String, String> live = engine.live();
      history.forEach(
          (key, changes) -> {
            SearchRow last = null;
            boolean goneLater = false;
            for (SearchRow row : changes) {
              last = row.commitTs() <= progress ? row : last;
              goneLater |= row.commitTs() > progress && isDelete(row);
            }
            if (last != null && live.containsKey(key)) {
              assertThat(value(live.get(key))).as(key).isGreaterThanOrEqualTo(last.commitTs() - 1);
            } else if (last != null) {
              assertThat(isDelete(last) || goneLater).as(key + " is gone").isTrue();
            }
          });
    }

    private static boolean isDelete(SearchRow row) {
      return new String(row.bytes(), StandardCharsets.UTF_8).contains("\"DELETE\"");
    }

    /** Each upsert carries the number before its commitTs. */
    private static long value(String source) {
      return Long.parseLong(source.replaceAll(".*\"v(\\d+)\".*", "$1"));
    }

    /** Where no version keeps order, the writer does: changes of a document never go back. */
    private void inOrder() {
      if (versioned) {
        return;
      }
      for (List<FakeEngine.Item> request : engine.requests) {
        for (FakeEngine.Item item : request) {
          if (!item.delete()) {
            long value = value(item.source());
            long most = newest.merge(item.index() + "/" + item.id(), value, Math::max);
            assertThat(value).isEqualTo(most);
          }
        }
      }
    }
  }
}
