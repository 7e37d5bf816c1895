package io.spillway.search;

import static io.spillway.search.FakeEngine.error;
import static io.spillway.search.FakeEngine.refused;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.FakeEngine.Item;
import io.spillway.search.bulk.Mode;
import io.spillway.search.document.DocumentConfig;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** One index's trouble is its own. */
class IndexIsolationTest extends BulkWriterFixture {
  private static final int TABLES = 12;
  private int written;

  private static boolean isOf(Item item, String table) {
    return item.index().equals("shop." + table);
  }

  /** A row of each table a round, twenty rounds a second. */
  private void writeFor(int seconds) {
    for (int round = 0; round < 20 * seconds; round++) {
      for (int table = 0; table < TABLES; table++) {
        writer.write(Rows.row("t" + table, "INSERT", 1_000 + written, written, "x"));
      }
      written++;
      run(50);
    }
    run(6_000);
  }

  @AfterEach
  void everyDocumentIsAccountedFor() {
    WriterView view = writer.view();
    assertThat(view.counts().taken)
        .isEqualTo(view.counts().finished() + view.counts().dead + view.backlog());
  }

  private long stored(String table) {
    return engine.live().keySet().stream().filter(k -> k.startsWith("shop." + table + "/")).count();
  }

  private void assertOthersStored() {
    assertThat(writer.view().mode()).isNotEqualTo(Mode.PROTECT);
    assertThat(engine.live().keySet().stream().filter(k -> !k.startsWith("shop.t3/")).count())
        .isEqualTo((TABLES - 1L) * written);
  }

  @Test
  void anIndexThatRefusesEveryDocumentIsParkedAndTheOthersGoOn() {
    engine.itemFault = item -> isOf(item, "t3") ? error(400, "document_parsing_exception") : null;
    writeFor(20);
    assertOthersStored();
    assertThat(writer.takeDead()).hasSizeLessThan(20);
    assertThat(writer.view().held()).isGreaterThan(380);
    engine.itemFault = item -> null;
    run(60_000);
    assertThat(writer.empty()).isTrue();
    assertThat(writer.view().held()).isZero();
  }

  @Test
  void theEndOfTheInputTakesWhatAnIndexRefusesForDead() {
    engine.itemFault = item -> isOf(item, "t3") ? error(400, "document_parsing_exception") : null;
    writeFor(10);
    int before = writer.takeDead().size();
    writer.drain();
    run(2_000);
    assertThat(writer.empty()).isTrue();
    assertThat(writer.takeDead()).hasSize(written - before);
    assertOthersStored();
  }

  @ParameterizedTest
  @CsvSource({
    "400, index_closed_exception, closed",
    "403, cluster_block_exception, read-only",
    "429, cluster_block_exception, disk usage exceeded flood-stage watermark",
    "403, security_exception, unauthorized",
    "400, illegal_argument_exception, pipeline with id [clean] does not exist",
    "400, illegal_argument_exception, no write index is defined for alias [shop.t3]",
    "400, illegal_argument_exception, Limit of total fields [1000] has been exceeded",
    "400, illegal_argument_exception, only write ops with an op_type of create are allowed in data"
        + " streams",
    "503, unavailable_shards_exception, primary shard is not active",
    "429, es_rejected_execution_exception, queue",
    "500, odd, why",
  })
  void aConditionThatAPersonMendsParksTheIndexAndLosesNothing(
      int status, String type, String reason) {
    engine.itemFault = item -> isOf(item, "t3") ? error(status, type, reason) : null;
    writeFor(10);
    assertOthersStored();
    long sent =
        engine.requests.stream().flatMap(List::stream).filter(item -> isOf(item, "t3")).count();
    assertThat(writer.takeDead()).isEmpty();
    assertThat(sent).as("documents sent to it").isLessThan(200);
    engine.itemFault = item -> null;
    run(60_000);
    assertThat(stored("t3")).isEqualTo(written);
    assertThat(writer.takeDead()).isEmpty();
  }

  @Test
  void theEndOfTheInputWaitsForAConditionForAsLongAsWasAgreed() {
    engine.itemFault = item -> isOf(item, "t3") ? error(403, "cluster_block_exception") : null;
    writeFor(5);
    writer.drain();
    run(59_000);
    assertThat(writer.empty()).isFalse();
    run(2_000);
    assertThat(writer.empty()).isTrue();
    assertThat(writer.takeDead()).hasSize(written);
    assertOthersStored();
  }

  @Test
  void documentsThatPassGoOnBesideThoseOfTheirIndexThatDoNot() {
    engine.itemFault =
        item ->
            isOf(item, "t3") && item.id().endsWith("1")
                ? error(400, "illegal_argument_exception", "Limit of total fields [9]")
                : null;
    writeFor(20);
    assertThat(stored("t3")).isEqualTo(written * 9 / 10);
    assertThat(writer.view().held()).isEqualTo(written / 10);
    assertOthersStored();
    engine.itemFault = item -> null;
    run(60_000);
    assertThat(stored("t3")).isEqualTo(written);
  }

  @Test
  void anIndexWithoutAShardAnswersLateAndOnlyForItself() {
    Map<String, Long> since = new HashMap<>();
    engine.holds =
        items ->
            items.stream().anyMatch(item -> isOf(item, "t3"))
                && now - since.computeIfAbsent(items.toString(), k -> now) < 10_000;
    engine.itemFault = item -> isOf(item, "t3") ? error(503, "unavailable_shards_exception") : null;
    writeFor(40);
    assertThat(writer.view().held()).isEqualTo(written);
    assertThat(engine.live()).hasSize((TABLES - 1) * written);
    assertThat(writer.view().mode()).isNotEqualTo(Mode.PROTECT);
  }

  @Test
  void whatMostIndicesRefuseForOneReasonProtectsTheEngine() {
    engine.itemFault = item -> error(400, "validation_exception");
    writeFor(20);
    assertThat(writer.view().mode()).isEqualTo(Mode.PROTECT);
    engine.itemFault = item -> null;
    run(5 * 60_000);
    assertThat(writer.empty()).isTrue();
    assertThat(writer.view().mode()).isNotEqualTo(Mode.PROTECT);
  }

  @Test
  void rejectionsOfMostIndicesProtectTheEngine() {
    engine.itemFault = item -> error(429, "es_rejected_execution_exception");
    writeFor(10);
    assertThat(writer.view().mode()).isEqualTo(Mode.PROTECT);
    assertThat(writer.takeDead()).isEmpty();
    engine.itemFault = item -> null;
    run(5 * 60_000);
    assertThat(writer.empty()).isTrue();
  }

  @Test
  void anIndexThatCanNotBeMadeWaitsUntilItIsMadeWithItsSettings() {
    engine.creationFault =
        index -> index.equals("shop.t3") ? refused(400, "validation_exception") : null;
    writeFor(5);
    assertOthersStored();
    assertThat(stored("t3")).isZero();
    assertThat(writer.view().held()).isEqualTo(written);
    engine.creationFault = index -> null;
    run(60_000);
    assertThat(stored("t3")).isEqualTo(written);
    assertThat(engine.settings).containsEntry("shop.t3", "86400s");
    assertThat(writer.takeDead()).isEmpty();
  }

  @Test
  void aParkedIndexHoldsNoMoreThanItsShareOfTheBufferAndTheOldestDie() {
    WriterConfig d = WriterConfig.DEFAULT;
    writer =
        writer(
            new WriterConfig(d.controller(), 8 << 20, d.policy(), d.deadLetters(), d.newIndices()));
    engine.itemFault = item -> isOf(item, "u") ? error(403, "cluster_block_exception") : null;
    String large = "x".repeat(50_000);
    for (int i = 0; i < 200; i++) {
      writer.write(Rows.row("u", "INSERT", 1_000 + i, i, large));
      writer.write(Rows.row("t", "INSERT", 1_000 + i, i, large));
      run(100);
      assertThat(writer.full()).isFalse();
    }
    run(6_000);
    assertThat(stored("t")).isEqualTo(200);
    List<DeadDocument> dead = writer.takeDead();
    assertThat(dead).hasSizeGreaterThan(150);
    assertThat(dead)
        .extracting(letter -> Integer.parseInt(letter.target().id()))
        .allMatch(id -> id < 190);
    assertThat(dead.get(0).failure().type()).isEqualTo("cluster_block_exception");
    assertThat(dead.size() + writer.view().held()).isEqualTo(200);
  }

  @Test
  void aSmallBufferIsNotFilledByOneRefusedTable() {
    WriterConfig d = WriterConfig.DEFAULT;
    writer =
        writer(
            new WriterConfig(d.controller(), 8 << 20, d.policy(), d.deadLetters(), d.newIndices()),
            DocumentConfig.DEFAULT);
    engine.itemFault = item -> isOf(item, "u") ? error(400, "illegal_argument_exception") : null;
    int rows = 0;
    for (; rows < 20_000; rows++) {
      writer.write(Rows.row(rows % 2 == 0 ? "t" : "u", "INSERT", 1_000 + rows, rows, "x"));
      if (rows % 100 == 0) {
        run(50);
        assertThat(writer.full()).isFalse();
      }
    }
    writer.drain();
    run(5_000);
    assertThat(stored("t")).isEqualTo(rows / 2);
    assertThat(writer.takeDead()).hasSize(rows / 2);
    assertThat(writer.empty()).isTrue();
  }
}
