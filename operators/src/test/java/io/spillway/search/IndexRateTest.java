package io.spillway.search;

import static io.spillway.search.FakeEngine.error;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.FakeEngine.ItemFault;
import io.spillway.search.bulk.BulkBounds;
import io.spillway.search.bulk.BulkLimits;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Where there are more rows than the engine takes, one index in trouble slows no other down. */
class IndexRateTest {
  private static final int TABLES = 12;
  private static final int SECONDS = 10;
  private static final int STEP_MS = 50;
  private static final int MORE_THAN_A_STEP_TAKES = 400;

  /** Two requests of 16 KB a step, whatever the controller thinks of it. */
  private static final BulkBounds FIXED =
      new BulkBounds(
          new BulkLimits(16 << 10, 50, 1),
          new BulkLimits(16 << 10, 50, 2),
          new BulkLimits(16 << 10, 50, 2));

  private static long without;
  private long now = 1_768_472_430_400L;

  @BeforeAll
  static void measure() {
    without = new IndexRateTest().storedOfOthers(item -> null);
  }

  /** Documents of the other tables. */
  private long storedOfOthers(ItemFault fault) {
    FakeEngine engine = new FakeEngine();
    engine.itemFault = fault;
    WriterConfig d = WriterConfig.DEFAULT;
    BulkWriter writer =
        new BulkWriter(
            new WriterConfig(
                d.controller().within(FIXED), 8 << 20, d.policy(), d.deadLetters(), d.newIndices()),
            new RowDocuments(DocumentConfig.DEFAULT),
            engine,
            () -> now,
            new Random(1));
    int id = 0;
    for (long end = now + SECONDS * 1000L; now < end; now += STEP_MS) {
      for (int i = 0; i < MORE_THAN_A_STEP_TAKES && !writer.full(); i++) {
        writer.write(Rows.row("t" + id % TABLES, "INSERT", 1_000 + id, id, "x"));
        id++;
      }
      writer.takeDead();
      writer.tick();
      engine.answer();
    }
    return engine.live().keySet().stream().filter(key -> !key.startsWith("shop.t3/")).count();
  }

  @ParameterizedTest
  @CsvSource({
    "400, document_parsing_exception",
    "400, index_closed_exception",
    "403, security_exception",
    "503, unavailable_shards_exception",
    "429, es_rejected_execution_exception",
  })
  void theOthersKeepTheirRate(int status, String type) {
    long with = storedOfOthers(item -> item.index().equals("shop.t3") ? error(status, type) : null);

    assertThat(without).isGreaterThan(10_000);
    assertThat((double) with / without).as("%d of %d", with, without).isGreaterThanOrEqualTo(0.95);
  }
}
