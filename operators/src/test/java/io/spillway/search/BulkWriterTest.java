package io.spillway.search;

import static io.spillway.search.FakeEngine.error;
import static io.spillway.search.FakeEngine.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.FakeEngine.Item;
import io.spillway.search.bulk.Backoff;
import io.spillway.search.bulk.ControllerConfig;
import io.spillway.search.bulk.Mode;
import io.spillway.search.bulk.UnknownPolicy;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BulkWriterTest {
  private static final long START = 1_768_472_430_400L;
  private final FakeEngine engine = new FakeEngine();
  private long now = START;
  private BulkWriter writer = writer(WriterConfig.DEFAULT);

  private BulkWriter writer(WriterConfig config) {
    return new BulkWriter(
        config, new RowDocuments(DocumentConfig.DEFAULT), engine, () -> now, new Random(1));
  }

  private static WriterConfig unknown(UnknownPolicy policy) {
    WriterConfig d = WriterConfig.DEFAULT;
    return new WriterConfig(
        d.controller(), d.bufferBytes(), d.backoff(), policy, d.deadLetters(), 86_400_000);
  }

  /** Lets time pass in steps of 50 ms, with every request answered at once. */
  private void run(long ms) {
    for (long end = now + ms; now < end; now += 50) {
      writer.tick();
      engine.answer();
    }
  }

  private void writeMany(int from, int to) {
    for (int id = from; id < to; id++) {
      writer.write(Rows.upsert(1000 + id, id, "n" + id));
    }
  }

  @Test
  void storesRowsAfterTheIntervalInOneRequest() {
    writeMany(0, 10);
    run(400);
    assertThat(engine.requests).isEmpty();
    run(300);
    assertThat(engine.requests).hasSize(1);
    assertThat(engine.live()).hasSize(10).containsEntry("shop.t/3", "{\"id\":3,\"name\":\"n3\"}");
    assertThat(writer.empty()).isTrue();
  }

  @Test
  void sendsAtOnceWhenARequestIsFull() {
    run(100);
    writeMany(0, 1);
    engine.answer();
    engine.answer();
    writeMany(1, 10_000);
    assertThat(engine.inFlight()).isEqualTo(2);
    engine.answer();
    assertThat(engine.requests.get(0).size()).isBetween(3_000, 6_000);
  }

  @Test
  void sendsOnlyTheRejectedItemsAgain() {
    Set<String> rejected = new HashSet<>();
    engine.itemFault =
        item ->
            item.id().endsWith("7") && rejected.add(item.id())
                ? error(429, "es_rejected_execution_exception")
                : null;
    writeMany(0, 100);
    run(600);
    assertThat(engine.live()).hasSize(90);
    run(10_000);
    assertThat(engine.requests.get(1)).extracting(Item::id).allMatch(id -> id.endsWith("7"));
    assertThat(engine.requests.stream().mapToInt(List::size).sum()).isEqualTo(110);
    assertThat(engine.live()).hasSize(100);
    assertThat(writer.view().counts().rejected).isEqualTo(10);
  }

  @ParameterizedTest
  @ValueSource(strings = {"mapper_parsing_exception", "document_parsing_exception"})
  void buriesAMappingErrorAtTheFirstAttemptAndStoresTheOthers(String type) {
    engine.itemFault = item -> item.id().equals("5") ? error(400, type) : null;
    writeMany(0, 2_000);
    run(1_000);
    assertThat(engine.live()).hasSize(1_999);
    List<DeadDocument> dead = writer.takeDead();
    assertThat(dead).hasSize(1);
    assertThat(dead.get(0).failure()).isEqualTo(new DeadDocument.Failure(400, type, "why"));
    assertThat(dead.get(0).target()).isEqualTo(new DeadDocument.Target("shop.t", "5"));
    assertThat(dead.get(0).attempts()).isEqualTo(1);
    assertThat(dead.get(0).row().offset()).isEqualTo(1005);
    assertThat(new String(dead.get(0).row().bytes(), java.nio.charset.StandardCharsets.UTF_8))
        .contains("\"name\":\"n5\"");
    assertThat(writer.takeDead()).isEmpty();
    assertThat(writer.view().mode()).isNotEqualTo(Mode.PROTECT);
  }

  @Test
  void takesConflictsAndMissingDocumentsForDone() {
    writer.write(Rows.upsert(20, 1, "new"));
    run(600);
    writer.write(Rows.upsert(10, 1, "old"));
    writer.write(Rows.delete(11, 1));
    writer.write(Rows.delete(12, 2));
    run(6_000);
    assertThat(writer.empty()).isTrue();
    assertThat(engine.live()).containsOnly(Map.entry("shop.t/1", "{\"id\":1,\"name\":\"new\"}"));
    assertThat(writer.view().counts().alreadyNewer).isEqualTo(2);
    assertThat(writer.view().counts().alreadyGone).isEqualTo(1);
    assertThat(writer.takeDead()).isEmpty();
  }

  @Test
  void keepsAnUpsertThatSharesItsTimeWithADeleteInEitherOrder() {
    writer.write(Rows.delete(10, 1));
    writer.write(Rows.upsert(10, 1, "a"));
    writer.write(Rows.upsert(10, 2, "b"));
    writer.write(Rows.delete(10, 2));
    run(1_000);
    assertThat(engine.live()).containsOnlyKeys("shop.t/1", "shop.t/2");
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void endsWithTheLastValueOfOneKeyWhoseRequestsAreAnsweredInAnyOrder(long seed) {
    Random random = new Random(seed);
    writer.drain();
    for (int i = 0; i < 50; i++) {
      writer.write(i % 2 == 0 ? Rows.upsert(100 + i, 1, "v" + i) : Rows.delete(100 + i, 1));
      now += 50;
      writer.tick();
      for (int turns = random.nextInt(3); turns > 0; turns--) {
        engine.rotate();
      }
      if (random.nextBoolean() && engine.inFlight() > 0) {
        engine.answerOne();
      }
    }
    writer.write(Rows.upsert(200, 1, "last"));
    run(10_000);
    assertThat(engine.live())
        .as("seed %d", seed)
        .containsOnly(Map.entry("shop.t/1", "{\"id\":1,\"name\":\"last\"}"));
    assertThat(writer.empty()).isTrue();
  }

  @Test
  void dividesATooLargeRequestDownToTheOneDocument() {
    Set<Set<String>> sent = new HashSet<>();
    engine.requestFault =
        (items, bytes) -> {
          Set<String> ids = new HashSet<>();
          items.forEach(item -> ids.add(item.id()));
          assertThat(sent.add(ids)).as("the same request twice: %s", ids).isTrue();
          return ids.contains("13") ? new Answered(413, new byte[0]) : null;
        };
    writeMany(0, 64);
    run(2_000);
    assertThat(engine.live()).hasSize(63);
    List<DeadDocument> dead = writer.takeDead();
    assertThat(dead).extracting(d -> d.target().id()).containsExactly("13");
    assertThat(dead.get(0).failure().status()).isEqualTo(413);
  }

  @Test
  void remembersTheSizeThatWasRefused() {
    engine.requestFault = (items, bytes) -> bytes > 200_000 ? new Answered(413, new byte[0]) : null;
    writeMany(0, 20_000);
    run(10_000);
    assertThat(engine.live()).hasSize(20_000);
    assertThat(writer.view().counts().divided).isLessThan(12);
    assertThat(writer.takeDead()).isEmpty();
  }

  @Test
  void findsTheDocumentThatSpoilsAWholeRequest() {
    engine.requestFault =
        (items, bytes) ->
            items.stream().anyMatch(i -> i.id().equals("9"))
                ? refused(400, "illegal_argument_exception")
                : null;
    writeMany(0, 50);
    run(2_000);
    assertThat(engine.live()).hasSize(49);
    assertThat(writer.takeDead()).extracting(d -> d.target().id()).containsExactly("9");
  }

  @Test
  void halvesARequestThatCutsTheConnectionAndBuriesTheOneThatAlwaysDoes() {
    engine.requestFault =
        (items, bytes) ->
            items.stream().anyMatch(i -> i.id().equals("3")) ? new Lost(Loss.CUT, "reset") : null;
    writeMany(0, 8);
    for (int i = 0; i < 300; i++) {
      writer.write(Rows.upsert(5_000 + i, 100 + i, "x"));
      run(1_000);
    }
    run(10_000);
    assertThat(engine.live()).hasSize(307);
    List<DeadDocument> dead = writer.takeDead();
    assertThat(dead).extracting(d -> d.failure().type()).containsExactly("connection_cut");
  }

  @ParameterizedTest
  @CsvSource({"429,es_rejected", "502,x", "503,x", "504,x", "401,security", "403,x", "404,x"})
  void keepsEverythingWhileTheEngineRefusesWholeRequests(int status, String type) {
    engine.requestFault = (items, bytes) -> refused(status, type);
    writeMany(0, 500);
    run(10 * 60_000);
    assertThat(writer.takeDead()).isEmpty();
    assertThat(writer.unfinishedRows()).hasSize(500);
    assertThat(writer.view().mode()).isEqualTo(Mode.PROTECT);
    assertThat(engine.requests.size()).as("requests in ten minutes").isLessThan(150);
    engine.requestFault = (items, bytes) -> null;
    run(3 * 60_000);
    assertThat(engine.live()).hasSize(500);
  }

  @Test
  void retriesWhatIsNoBulkAnswer() {
    engine.requestFault =
        (items, bytes) ->
            engine.requests.size() < 3 ? new Answered(200, "<html>".getBytes(UTF_8)) : null;
    writeMany(0, 5);
    run(60_000);
    assertThat(engine.live()).hasSize(5);
    assertThat(writer.takeDead()).isEmpty();
  }

  private static final java.nio.charset.Charset UTF_8 = java.nio.charset.StandardCharsets.UTF_8;

  @Test
  void treatsUnknownItemAnswersByPolicy() {
    engine.itemFault = item -> item.id().equals("1") ? error(500, "odd") : null;
    writer = writer(unknown(new UnknownPolicy(UnknownPolicy.Action.DEAD_LETTER, 3)));
    writeMany(0, 3);
    run(120_000);
    assertThat(writer.takeDead()).extracting(DeadDocument::attempts).containsExactly(3);

    writer = writer(unknown(new UnknownPolicy(UnknownPolicy.Action.FAIL, 2)));
    writeMany(0, 3);
    assertThatThrownBy(() -> run(120_000))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("policy is to fail");
  }

  @Test
  void parksABlockedIndexWhileOthersFlow() {
    engine.itemFault =
        item -> item.index().equals("shop.frozen") ? error(403, "cluster_block_exception") : null;
    for (int i = 0; i < 3_000; i++) {
      writer.write(Rows.row("frozen", "INSERT", 10 + i, i, "x"));
      writer.write(Rows.row("t", "INSERT", 10 + i, i, "x"));
      if (i % 10 == 0) {
        run(200);
      }
    }
    run(1_000);
    assertThat(engine.live()).hasSize(3_000);
    assertThat(writer.view().mode()).as("others are fine").isNotEqualTo(Mode.PROTECT);
    assertThat(writer.takeDead()).isEmpty();
    long probes =
        engine.requests.stream()
            .flatMap(List::stream)
            .filter(i -> i.index().equals("shop.frozen"))
            .count();
    assertThat(probes).as("sent to the blocked index").isLessThan(150);
    engine.itemFault = item -> null;
    run(120_000);
    assertThat(engine.live()).hasSize(6_000);
  }

  @Test
  void protectsAndRecoversByItselfWhenAllIndicesAreBlocked() {
    engine.itemFault = item -> error(403, "cluster_block_exception");
    writeMany(0, 1_000);
    run(20_000);
    assertThat(writer.view().mode()).isEqualTo(Mode.PROTECT);
    run(10 * 60_000);
    assertThat(writer.takeDead()).isEmpty();
    engine.itemFault = item -> null;
    run(5 * 60_000);
    assertThat(engine.live()).hasSize(1_000);
    assertThat(writer.view().mode()).isNotEqualTo(Mode.PROTECT);
  }

  @Test
  void protectsOnABrokenCircuitAndSendsLess() {
    engine.itemFault = item -> error(429, "circuit_breaking_exception");
    writeMany(0, 5_000);
    run(20_000);
    assertThat(writer.view().mode()).isEqualTo(Mode.PROTECT);
    assertThat(writer.view().limits().bytes())
        .isEqualTo(ControllerConfig.DEFAULT.bounds().min().bytes());
    assertThat(writer.takeDead()).isEmpty();
  }

  @Test
  void stopsDeadLetteringWhenItWouldEmptyTheStream() {
    engine.itemFault = item -> error(400, "validation_exception");
    writeMany(0, 3_000);
    run(60_000);
    assertThat(writer.takeDead()).hasSizeLessThan(20);
    assertThat(writer.view().mode()).isEqualTo(Mode.PROTECT);
    assertThat(writer.unfinishedRows().size()).isGreaterThan(2_980);
    engine.itemFault = item -> null;
    run(10 * 60_000);
    assertThat(writer.empty()).isTrue();
    assertThat(writer.view().mode()).isNotEqualTo(Mode.PROTECT);
    assertThat(engine.live().size()).isGreaterThan(2_980);
  }

  @Test
  void keepsRefusedRowsToo() {
    for (int i = 0; i < 200; i++) {
      writer.write(new SearchRow("p", i, "s.t", 100 + i, "{}".getBytes(UTF_8)));
    }
    List<DeadDocument> dead = writer.takeDead();
    assertThat(dead).hasSize(19);
    assertThat(dead.get(0).failure().type()).isEqualTo("row:MALFORMED");
    assertThat(writer.unfinishedRows()).hasSize(181);
    assertThat(writer.progress(10_000)).isEqualTo(118);
  }

  @Test
  void boundsItsMemoryInBytes() {
    String large = "x".repeat(5 << 20);
    int written = 0;
    while (!writer.full()) {
      writer.write(Rows.upsert(1, written++, large));
    }
    assertThat(written).isBetween(5, 8);
    engine.requestFault = (items, bytes) -> refused(429, "busy");
    long before = writer.view().bufferedBytes();
    run(5 * 60_000);
    assertThat(writer.view().bufferedBytes()).as("retries take no more").isEqualTo(before);
    engine.requestFault = (items, bytes) -> null;
    run(5 * 60_000);
    assertThat(writer.view().bufferedBytes()).isZero();
  }

  @Test
  void neverReportsProgressPastAnUnfinishedChange() {
    engine.itemFault = item -> item.id().equals("5") ? error(429, "busy") : null;
    writeMany(0, 10);
    assertThat(writer.progress(900)).isEqualTo(900);
    assertThat(writer.progress(5_000)).isEqualTo(999);
    run(1_000);
    assertThat(writer.progress(5_000)).isEqualTo(1004);
    engine.itemFault = item -> null;
    run(120_000);
    assertThat(writer.progress(5_000)).isEqualTo(5_000);
  }

  @Test
  void createsIndicesThatRememberDeletesAndOnlyChecksOthers() {
    engine.settings.put("shop.mine", "60s");
    writer.write(Rows.upsert(1, 1, "a"));
    writer.write(Rows.row("mine", "INSERT", 1, 1, "a"));
    run(1_000);
    assertThat(engine.settings).containsEntry("shop.t", "86400s").containsEntry("shop.mine", "60s");
    assertThat(engine.admin)
        .containsExactlyInAnyOrder(
            "GET /shop.t/_settings/index.gc_deletes",
            "GET /shop.mine/_settings/index.gc_deletes",
            "PUT /shop.t");
    assertThat(writer.view().counts().warnedIndices).isEqualTo(1);
    assertThat(engine.live()).hasSize(2);
  }

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void endsInTheRightStateUnderReplaysReorderingAndFaults(long seed) {
    Random random = new Random(seed);
    Map<String, String> expected = new HashMap<>();
    java.util.List<SearchRow> rows = new java.util.ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      int id = random.nextInt(300);
      boolean delete = random.nextInt(4) == 0;
      rows.add(delete ? Rows.delete(10 + i, id) : Rows.upsert(10 + i, id, "v" + i));
      if (delete) {
        expected.remove("shop.t/" + id);
      } else {
        expected.put("shop.t/" + id, "{\"id\":" + id + ",\"name\":\"v" + i + "\"}");
      }
    }
    engine.itemFault = item -> random.nextInt(50) == 0 ? error(429, "busy") : null;
    engine.requestFault =
        (items, bytes) ->
            switch (random.nextInt(20)) {
              case 0 -> new Lost(Loss.TIMEOUT, "t");
              case 1 -> new Lost(Loss.CUT, "c");
              case 2 -> refused(503, "x");
              default -> null;
            };
    for (int i = 0; i < rows.size(); i++) {
      // neighbours swap as between partitions, and old rows come again as after a restart
      writer.write(rows.get(i ^ 1));
      if (random.nextInt(20) == 0) {
        writer.write(rows.get(random.nextInt(i + 1)));
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
    engine.requestFault = (items, bytes) -> null;
    engine.itemFault = item -> null;
    run(20 * 60_000);
    assertThat(writer.empty()).as("seed %d", seed).isTrue();
    assertThat(engine.live()).as("seed %d", seed).isEqualTo(new java.util.TreeMap<>(expected));
    assertThat(writer.takeDead()).isEmpty();
  }

  @Test
  void refusesABufferThatCannotHoldARequest() {
    WriterConfig d = WriterConfig.DEFAULT;
    assertThatThrownBy(
            () ->
                new WriterConfig(
                    d.controller(), 1000, Backoff.DEFAULT, d.unknown(), d.deadLetters(), 1))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bulk.buffer")
        .hasMessageContaining("bulk.max-bytes");
  }
}
