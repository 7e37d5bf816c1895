package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.BulkTransport.Answered;
import io.spillway.search.BulkTransport.Loss;
import io.spillway.search.BulkTransport.Lost;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.FakeEngine.Item;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** One document that makes whole requests fail. */
class SuspectsTest extends BulkWriterFixture {
  private static Reply reply(String kind) {
    return switch (kind) {
      case "timeout" -> new Lost(Loss.TIMEOUT, "3,000 milliseconds timeout");
      case "cut" -> new Lost(Loss.CUT, "reset");
      case "page" -> new Answered(403, "<html>".getBytes(StandardCharsets.UTF_8));
      case "unreachable" -> new Lost(Loss.UNREACHABLE, "refused");
      default -> new Answered(Integer.parseInt(kind), new byte[0]);
    };
  }

  private static boolean holds(List<Item> items, String id) {
    return items.stream().anyMatch(item -> item.id().equals(id));
  }

  @ParameterizedTest
  @ValueSource(strings = {"timeout", "cut", "500", "502", "504", "page"})
  void theOneThatNoRequestSurvivesIsDeadAfterBoundedAttemptsAndTheOthersAreStored(String kind) {
    engine.requestFault = (items, bytes) -> holds(items, "13") ? reply(kind) : null;
    writeMany(0, 20);
    writer.drain();
    run(60_000);
    assertThat(engine.live()).hasSize(19);
    assertThat(writer.takeDead()).extracting(d -> d.target().id()).containsExactly("13");
    assertThat(writer.empty()).isTrue();
    assertThat(engine.requests).as("requests").hasSizeLessThan(30);
  }

  @Test
  void aDocumentThatIsTooLongForTheConnectionIsDeadAlthoughNothingElseComes() {
    engine.requestFault = (items, bytes) -> bytes > 6_000 ? reply("cut") : null;
    for (int id = 1; id <= 10; id++) {
      writer.write(Rows.upsert(1_000 + id, id, "x".repeat(id == 5 ? 7_000 : 50)));
    }
    run(60_000);
    assertThat(engine.live()).hasSize(9);
    assertThat(writer.takeDead()).extracting(d -> d.target().id()).containsExactly("5");
  }

  @ParameterizedTest
  @ValueSource(strings = {"timeout", "cut", "504"})
  void theOnlyDocumentThereIsIsJudgedByAProbe(String kind) {
    engine.requestFault = (items, bytes) -> holds(items, "1") ? reply(kind) : null;
    writeMany(1, 2);
    run(5 * 60_000);
    assertThat(writer.takeDead()).extracting(d -> d.target().id()).containsExactly("1");
    assertThat(engine.live()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"timeout", "cut", "500", "502", "504", "page", "unreachable"})
  void anOutageBlamesNobody(String kind) {
    engine.requestFault = (items, bytes) -> reply(kind);
    writeMany(0, 20);
    run(60 * 60_000);
    assertThat(writer.takeDead()).isEmpty();
    engine.requestFault = (items, bytes) -> null;
    run(3 * 60_000);
    assertThat(engine.live()).hasSize(20);
    assertThat(writer.takeDead()).isEmpty();
  }
}
