package io.spillway.search;

import static io.spillway.search.FakeEngine.error;
import static io.spillway.search.FakeEngine.refused;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.CommitTs;
import io.spillway.log.LoggedWarnings;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.FakeEngine.Item;
import io.spillway.search.bulk.Mode;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BulkWriterTest extends BulkWriterFixture {
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
    openIndices();
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
    assertThat(dead.get(0).tries().count()).isEqualTo(1);
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
    writer = writer(WriterConfig.DEFAULT);
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
  void sendsNothingOfWhatTheUpstreamRepeats() {
    writeMany(0, 100);
    writer.write(Rows.upsert(2_000, 7, "newer"));
    writer.write(Rows.delete(2_001, 8));
    run(6_000);
    int requests = engine.requests.size();
    writeMany(0, 100);
    writer.write(Rows.upsert(2_000, 7, "newer"));
    writer.write(Rows.delete(2_001, 8));
    run(6_000);

    assertThat(engine.requests).hasSize(requests);
    assertThat(writer.view().counts().known).isEqualTo(102);
    assertThat(writer.view().counts().taken).isEqualTo(204);
    assertThat(writer.view().counts().finished()).isEqualTo(204);
    assertThat(writer.empty()).isTrue();
    assertThat(engine.live())
        .hasSize(99)
        .containsEntry("shop.t/7", "{\"id\":7,\"name\":\"newer\"}");
  }

  @Test
  void sendsWhatHasTheVersionOfWhatIsStoredAndOtherContent() {
    writer.write(Rows.upsert(10, 1, "a"));
    run(6_000);
    writer.write(Rows.upsert(10, 1, "b"));
    run(6_000);

    assertThat(writer.view().counts().known).isZero();
    assertThat(engine.live()).containsEntry("shop.t/1", "{\"id\":1,\"name\":\"b\"}");
  }

  /** As changes of one key in two partitions may come. */
  @Test
  void sendsTheNewerChangeAgainWhereAnOlderOneThatCameBehindItHasBeenTaken() {
    writer.write(Rows.upsert(5, 1, "first"));
    run(6_000);
    engine.itemFault = item -> item.delete() == item.id().equals("1") ? error(429, "busy") : null;
    writer.write(Rows.delete(11, 1));
    writer.write(Rows.upsert(10, 1, "older"));
    writer.write(Rows.upsert(20, 2, "of a transaction that deletes it first"));
    writer.write(Rows.delete(20, 2));
    run(600);
    engine.itemFault = item -> null;
    run(60_000);

    assertThat(engine.live().keySet()).containsExactly("shop.t/2");
  }

  /** With timestamps that no oracle has issued the last of several changes wins. */
  @Test
  void sendsACopyBehindAnotherChangeOfItsVersionThatIsOnItsWay() {
    long coarse = CommitTs.ofMillis(START);
    for (int time = 0; time < 2; time++) {
      writer.write(Rows.delete(coarse, 1));
      writer.write(Rows.upsert(coarse, 1, "a"));
      writer.write(Rows.upsert(coarse, 2, "a"));
      writer.write(Rows.upsert(coarse, 2, "b"));
      run(6_000);
    }

    assertThat(engine.live())
        .containsEntry("shop.t/1", "{\"id\":1,\"name\":\"a\"}")
        .containsEntry("shop.t/2", "{\"id\":2,\"name\":\"b\"}");
  }

  @Test
  void sendsACopyOfWhatHasDied() {
    engine.itemFault = item -> error(400, "document_parsing_exception");
    writeMany(0, 1);
    run(6_000);
    assertThat(writer.takeDead()).hasSize(1);
    engine.itemFault = item -> null;
    writeMany(0, 1);
    run(6_000);

    assertThat(engine.live()).hasSize(1);
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

  @Test
  void indicesThatForgetDeletesTooSoonAreOneWarning() {
    List<String> warnings;
    try (LoggedWarnings log = new LoggedWarnings(IndexNews.class)) {
      for (String table : List.of("mine", "yours", "theirs")) {
        engine.settings.put("shop." + table, "60s");
        writer.write(Rows.row(table, "INSERT", 1, 1, "a"));
      }
      run(1_000);
      warnings = log.lines();
    }
    assertThat(warnings).singleElement().asString().contains("index.gc_deletes is 60s");
    assertThat(writer.view().counts().warnedIndices).isEqualTo(3);
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
  void boundsItsMemoryInBytes() {
    String large = "x".repeat(5 << 20);
    int written = 0;
    while (!writer.full()) {
      writer.write(Rows.upsert(1, written++, large));
    }
    assertThat(written).isBetween(5, 8);
    engine.requestFault = (items, bytes) -> refused(429, "busy");
    long before = writer.view().bufferedBytes();
    run(60_000);
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
            "PUT /shop.t",
            "GET /shop.t/_mapping",
            "PUT /shop.t/_mapping",
            "GET /shop.mine/_mapping");
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
                new WriterConfig(d.controller(), 1000, d.policy(), d.deadLetters(), d.newIndices()))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("bulk.buffer")
        .hasMessageContaining("bulk.max-bytes");
  }
}
