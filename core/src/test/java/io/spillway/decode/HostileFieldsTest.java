package io.spillway.decode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.HostileNames;
import io.spillway.HostileRows;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.layout.Layout;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.io.IOException;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Hostile texts in any field of a message, name or value, in each format. */
class HostileFieldsTest {
  private static final int CASES = 10_000;
  private static final long SEED = Long.getLong("spillway.fuzz.seed", 20261129L);

  private static final List<String> SIMPLE =
      List.of(
          SimpleMessages.BOOTSTRAP,
          SimpleMessages.INSERT,
          SimpleMessages.UPDATE,
          SimpleMessages.DELETE,
          SimpleMessages.DDL,
          SimpleMessages.WATERMARK);

  static Stream<Arguments> formats() {
    MessageDecoder canal = new CanalJsonDecoder(DispatcherBy.TABLE, Layout::unusable);
    MessageDecoder debezium =
        new DebeziumJsonDecoder(DispatcherBy.TABLE, Layout::unusable, ZoneOffset.UTC);
    MessageDecoder simple =
        new SimpleJsonDecoder(
            DispatcherBy.TABLE, Layout::unusable, CommitTimes.ANY, EarlierMessages.NONE);
    return Stream.of(
        Arguments.of("canal-json", FuzzSeeds.CANAL, canal),
        Arguments.of("debezium-json", FuzzSeeds.DEBEZIUM, debezium),
        Arguments.of("simple-json", SIMPLE, simple),
        Arguments.of("open-protocol", FuzzSeeds.OPEN, OpenMessages.joined(Layout::unusable)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("formats")
  void rowsStayInTheBucketAndInTheirIndexOrAreRefusedWithAReason(
      String format, List<String> seeds, MessageDecoder decoder) throws IOException {
    HostileNames names = new HostileNames(SEED);
    RowDocuments documents = new RowDocuments(DocumentConfig.DEFAULT);
    Map<String, Integer> outcomes = new TreeMap<>();
    for (int i = 0; i < CASES; i++) {
      byte[] message = names.anywhere(seeds.get(i % seeds.size()));
      String about = "seed %d case %d: %s".formatted(SEED, i, new String(message, UTF_8));
      Event event = decode(decoder, message, about);
      if (event instanceof Row row) {
        HostileRows.assertPlace(row, about);
        outcomes.merge(HostileRows.document(documents, row, about), 1, Integer::sum);
      } else if (event instanceof Poison poison) {
        assertThat(poison.reason()).as(about).isNotBlank().hasSizeLessThan(300);
        outcomes.merge(poison.kind().name(), 1, Integer::sum);
      } else {
        outcomes.merge(event.getClass().getSimpleName(), 1, Integer::sum);
      }
    }
    assertThat(outcomes).containsKeys("document", "INVALID", "SchemaChange", "Resolved");
    assertThat(outcomes.get("document")).isGreaterThan(CASES / 100);
  }

  private static Event decode(MessageDecoder decoder, byte[] message, String about) {
    try {
      return Messages.decode(decoder, message);
    } catch (RuntimeException e) {
      throw new AssertionError(about, e);
    }
  }
}
