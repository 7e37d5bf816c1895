package io.spillway.search;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.contract.SinkContract;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** The search sink's writer on an engine in memory. Time is the test's. */
class SearchSinkContractTest extends SinkContract {
  private static final long STEP_MS = 50;
  private static final long LONGEST_WAIT_MS = 120_000;

  @Override
  protected Sink open() {
    return new OnFakeEngine();
  }

  private static final class OnFakeEngine implements Sink {
    private final FakeEngine engine = new FakeEngine();
    private final List<SearchRow> source = new ArrayList<>();
    private final List<SearchCommittable> uncommitted = new ArrayList<>();
    private final SearchCommittableSerializer committables = new SearchCommittableSerializer();
    private List<SearchRow> kept = List.of();
    private int keptOffset;
    private long now = BulkWriterFixture.START;
    private long newest = Long.MIN_VALUE;
    private long acked = Long.MIN_VALUE;
    private int dead;
    private BulkWriter writer = writer();

    private BulkWriter writer() {
      return new BulkWriter(
          WriterConfig.DEFAULT,
          new RowDocuments(DocumentConfig.DEFAULT),
          engine,
          () -> now,
          new Random(1));
    }

    @Override
    public void write(int id, long commitTs, String text) {
      SearchRow row = Rows.upsert(commitTs, id, text);
      source.add(row);
      take(row);
    }

    private void take(SearchRow row) {
      newest = Math.max(newest, row.commitTs());
      writer.write(row);
    }

    @Override
    public void checkpoint() throws Exception {
      SearchCommittable said =
          new SearchCommittable(writer.progress(newest), newest, 0, writer.takeDead());
      uncommitted.add(
          committables.deserialize(committables.getVersion(), committables.serialize(said)));
      kept = List.copyOf(writer.unfinishedRows());
      keptOffset = source.size();
    }

    /**
     * A checkpoint doesn't wait for the engine, so its commit says less until that has answered.
     */
    @Override
    public boolean commit() throws Exception {
      for (long until = now + LONGEST_WAIT_MS; !writer.empty() && now < until; now += STEP_MS) {
        writer.tick();
        engine.answer();
      }
      checkpoint();
      for (SearchCommittable said : uncommitted) {
        acked = Math.max(acked, said.progress());
        dead += said.dead().size();
      }
      uncommitted.clear();
      return writer.empty();
    }

    @Override
    public void crash() {
      writer = writer();
      newest = Long.MIN_VALUE;
      kept.forEach(this::take);
      source.subList(keptOffset, source.size()).forEach(this::take);
      newest = source.stream().mapToLong(SearchRow::commitTs).max().orElse(newest);
    }

    @Override
    public void failOnce() {
      engine.requestFault =
          (items, bytes) -> {
            engine.requestFault = (i, b) -> null;
            return FakeEngine.refused(429, "busy");
          };
    }

    @Override
    public long acked() {
      return acked;
    }

    @Override
    public Map<Integer, List<String>> visible() throws Exception {
      Map<Integer, List<String>> visible = new HashMap<>();
      for (Map.Entry<String, String> document : engine.live().entrySet()) {
        int id = Integer.parseInt(document.getKey().replaceAll(".*/", ""));
        byte[] json = document.getValue().getBytes(UTF_8);
        visible.put(id, List.of(new ObjectMapper().readTree(json).get("name").asText()));
      }
      return visible;
    }

    @Override
    public int deadLetters() {
      return dead;
    }

    @Override
    public boolean refuses() {
      return true;
    }

    @Override
    public void poison(int id) {
      engine.itemFault =
          item -> item.id().equals(Integer.toString(id)) ? FakeEngine.error(400, "mapping") : null;
    }

    @Override
    public void close() {}
  }
}
