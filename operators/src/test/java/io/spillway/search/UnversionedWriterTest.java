package io.spillway.search;

import static io.spillway.search.FakeEngine.error;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.DocumentConfig.Versioning;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without versions the engine stores whatever comes last, so that the writer has to keep order. */
class UnversionedWriterTest extends BulkWriterFixture {

  @BeforeEach
  void withoutVersions() {
    DocumentConfig d = DocumentConfig.DEFAULT;
    writer =
        writer(
            WriterConfig.DEFAULT,
            new DocumentConfig(
                d.index(), d.id(), Versioning.NONE, d.longIds(), d.values(), d.maxBytes()));
  }

  @Test
  void sendsNoVersionAndOneChangeOfADocumentAtATime() {
    writer.write(Rows.upsert(30, 1, "a"));
    writer.write(Rows.upsert(20, 1, "b"));
    writer.write(Rows.upsert(10, 2, "c"));
    run(30_000);
    assertThat(engine.requests)
        .allSatisfy(
            items -> {
              assertThat(items).extracting(FakeEngine.Item::id).doesNotHaveDuplicates();
              assertThat(items)
                  .extracting(FakeEngine.Item::version)
                  .containsOnly(FakeEngine.UNVERSIONED);
            });
    assertThat(engine.live())
        .containsEntry("shop.t/1", "{\"id\":1,\"name\":\"b\"}")
        .containsEntry("shop.t/2", "{\"id\":2,\"name\":\"c\"}");
    assertThat(writer.empty()).isTrue();
  }

  @Test
  void goesOnBehindADeadDocument() {
    Set<String> refused = new HashSet<>();
    engine.itemFault = item -> refused.add(item.id()) ? error(400, "mapping") : null;
    writer.write(Rows.upsert(10, 1, "bad"));
    writer.write(Rows.upsert(20, 1, "good"));
    run(30_000);
    assertThat(engine.live()).containsEntry("shop.t/1", "{\"id\":1,\"name\":\"good\"}");
    assertThat(writer.takeDead()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void endsWithTheLastChangeOfEachDocumentThroughFaults(long seed) {
    Random random = new Random(seed);
    Map<String, String> expected = new TreeMap<>();
    engine.itemFault = item -> random.nextInt(10) == 0 ? error(429, "busy") : null;
    engine.requestFault =
        (items, bytes) ->
            switch (random.nextInt(10)) {
              // applied or not, nobody knows; then it is sent again
              case 0 -> new Lost(Loss.TIMEOUT, "t");
              case 1 -> new Lost(Loss.CUT, "c");
              default -> null;
            };
    for (int i = 0; i < 2_000; i++) {
      int id = random.nextInt(20);
      boolean delete = random.nextInt(4) == 0;
      writer.write(delete ? Rows.delete(10 + i, id) : Rows.upsert(10 + i, id, "v" + i));
      if (delete) {
        expected.remove("shop.t/" + id);
      } else {
        expected.put("shop.t/" + id, "{\"id\":" + id + ",\"name\":\"v" + i + "\"}");
      }
      if (random.nextInt(10) == 0) {
        now += random.nextInt(400);
        writer.tick();
        engine.rotate();
        if (engine.inFlight() > 0) {
          engine.answerOne();
        }
      }
    }
    engine.itemFault = item -> null;
    engine.requestFault = (items, bytes) -> null;
    run(2 * 3_600_000);
    assertThat(writer.empty()).as("seed %d", seed).isTrue();
    assertThat(engine.live()).as("seed %d", seed).isEqualTo(expected);
  }
}
