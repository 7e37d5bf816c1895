package io.spillway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.decode.CanalJsonDecoder;
import io.spillway.decode.CarefulDecoder;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.MessageDecoder;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.event.SourcePartition;
import io.spillway.layout.Layout;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RowDocuments;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a stream calls its tables, columns and values, they stay where they belong. */
class HostileStreamTest {
  private static final int CASES = 20_000;
  private static final SourcePartition PARTITION = new SourcePartition("in", 0);

  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3})
  void rowsStayInTheBucketAndInTheirIndexOrAreRefusedWithAReason(long seed) {
    HostileNames names = new HostileNames(seed);
    MessageDecoder decoder =
        new CarefulDecoder(() -> new CanalJsonDecoder(DispatcherBy.TABLE, Layout::unusable));
    RowDocuments documents = new RowDocuments(DocumentConfig.DEFAULT);
    Map<String, Integer> outcomes = new TreeMap<>();
    for (int i = 0; i < CASES; i++) {
      byte[] message = names.row(1000 + i);
      String about = "seed %d case %d: %s".formatted(seed, i, new String(message, UTF_8));
      Event event = decoder.decode(PARTITION, i, -1, null, message, 0, message.length);
      if (event instanceof Row row) {
        HostileRows.assertPlace(row, about);
        outcomes.merge(HostileRows.document(documents, row, about), 1, Integer::sum);
      } else if (event instanceof Poison poison) {
        assertThat(poison.kind()).as(about).isNotEqualTo(Poison.Kind.UNKNOWN);
        assertThat(poison.reason()).as(about).isNotBlank().hasSizeLessThan(300);
        outcomes.merge(poison.kind().name(), 1, Integer::sum);
      } else {
        outcomes.merge(event.getClass().getSimpleName(), 1, Integer::sum);
      }
    }
    assertThat(outcomes).containsKeys("document", "INVALID");
    assertThat(outcomes).doesNotContainKeys("UNKNOWN");
    assertThat(outcomes.get("document")).isGreaterThan(CASES / 20);
  }
}
