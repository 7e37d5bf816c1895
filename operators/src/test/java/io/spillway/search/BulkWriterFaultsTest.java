package io.spillway.search;

import static io.spillway.search.FakeEngine.error;
import static io.spillway.search.FakeEngine.refused;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.bulk.ControllerConfig;
import io.spillway.search.bulk.Mode;
import io.spillway.search.bulk.UnknownPolicy;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What the writer does when requests or documents fail. */
class BulkWriterFaultsTest extends BulkWriterFixture {
  private static WriterConfig unknown(UnknownPolicy policy) {
    WriterConfig d = WriterConfig.DEFAULT;
    return new WriterConfig(
        d.controller(),
        d.bufferBytes(),
        d.policy().replacing(policy.row()),
        d.deadLetters(),
        d.newIndices());
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

  @Test
  void neverTakesADocumentForPoisonBecauseACertificateIsNotTrusted() {
    engine.requestFault =
        (items, bytes) ->
            items.stream().anyMatch(i -> i.id().equals("3"))
                ? new Lost(Loss.UNTRUSTED, "no path")
                : null;
    writeMany(3, 4);
    for (int i = 0; i < 300; i++) {
      writer.write(Rows.row("u", "INSERT", 5_000 + i, 100 + i, "x"));
      run(1_000);
    }
    assertThat(writer.takeDead()).isEmpty();
    engine.requestFault = (items, bytes) -> null;
    run(120_000);
    assertThat(engine.live()).hasSize(301);
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

  @ParameterizedTest
  @ValueSource(
      strings = {
        "<html><body>Please log in</body></html>",
        "",
        "{}",
        "{\"errors\":false,\"items\":[]}",
        "{\"errors\":false,\"items\":[{\"index\":{\"status\":200}}]}"
      })
  void retriesWhatIsNoBulkAnswer(String body) {
    engine.requestFault =
        (items, bytes) ->
            engine.requests.size() < 3 ? new Answered(200, body.getBytes(UTF_8)) : null;
    writeMany(0, 5);
    run(60_000);
    assertThat(engine.live()).hasSize(5);
    assertThat(writer.takeDead()).isEmpty();
  }

  @Test
  void treatsUnknownItemAnswersByPolicy() {
    engine.itemFault = item -> item.id().equals("1") ? error(500, "odd") : null;
    writer = writer(unknown(new UnknownPolicy(UnknownPolicy.Action.DEAD_LETTER, 3)));
    writeMany(0, 3);
    run(120_000);
    assertThat(writer.takeDead()).extracting(d -> d.tries().count()).containsExactly(3);

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
  void anEngineThatCannotAnswerForIndicesIsProtectedUntilItCan() {
    engine.adminFault = call -> refused(429, "circuit_breaking_exception");
    for (int table = 0; table < 100; table++) {
      writer.write(Rows.row("t" + table, "INSERT", 1000 + table, table, "n"));
    }
    run(20_000);
    assertThat(writer.view().mode()).isEqualTo(Mode.PROTECT);
    assertThat(engine.requests).as("no document before its index").isEmpty();
    engine.adminFault = call -> null;
    run(5 * 60_000);
    assertThat(writer.empty()).isTrue();
    assertThat(writer.view().mode()).isNotEqualTo(Mode.PROTECT);
    assertThat(engine.live()).hasSize(100);
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
  void rowsThatCanNeverBeADocumentDieAtOnceAndCountAgainstNothing() {
    for (int i = 0; i < 200; i++) {
      writer.write(new SearchRow("p", i, "s.t", 100 + i, "{}".getBytes(UTF_8)));
    }
    writeMany(0, 10);
    run(2_000);
    List<DeadDocument> dead = writer.takeDead();
    assertThat(dead).hasSize(200);
    assertThat(dead.get(0).failure().type()).isEqualTo("row:MALFORMED");
    assertThat(engine.live()).hasSize(10);
    assertThat(writer.view().mode()).isNotEqualTo(Mode.PROTECT);
    assertThat(writer.empty()).isTrue();
  }
}
