package io.spillway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.decode.CanalJsonDecoder;
import io.spillway.decode.CarefulDecoder;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.MessageDecoder;
import io.spillway.event.DispatcherId;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Row;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.layout.Layout;
import io.spillway.search.document.Document;
import io.spillway.search.document.DocumentConfig;
import io.spillway.search.document.RefusedRowException;
import io.spillway.search.document.RowDocuments;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whatever a stream calls its tables, columns and values, they stay where they belong. */
class HostileStreamTest {
  private static final int CASES = 20_000;
  private static final SourcePartition PARTITION = new SourcePartition("in", 0);
  private static final Path BUCKET = Path.of("/bucket/of/ours");
  private static final Layout LAYOUT = new Layout(20, ".json");

  private static final Pattern INDEX =
      Pattern.compile(
          "[^-_+.\\\\/*?\"<>|#:, \\x00-\\x1f\\x7f][^\\\\/*?\"<>|#:, \\x00-\\x1f\\x7f]*");

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
        assertPlace(row, about);
        outcomes.merge(document(documents, row, about), 1, Integer::sum);
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

  private static void assertPlace(Row row, String about) {
    TableId table = DispatcherId.parse(row.dispatcher().key()).table();
    DataFile file = new DataFile(new DataDir(table, 17, "2026-01-15"), "in-0", 1);
    for (String path :
        new String[] {LAYOUT.path(file), Layout.schemaPath(table, "schema_17_1.json")}) {
      Path resolved = BUCKET.resolve(path);
      assertThat(resolved.normalize()).as(about).isEqualTo(resolved);
      assertThat(resolved.startsWith(BUCKET)).as(about).isTrue();
      assertThat(path.codePoints().filter(Character::isISOControl)).as(about).isEmpty();
      assertThat(Arrays.stream(path.split("/", -1)).mapToInt(part -> part.getBytes(UTF_8).length))
          .as(about)
          .allMatch(length -> length > 0 && length <= 255);
    }
    assertThat(LAYOUT.parseData(LAYOUT.path(file))).as(about).contains(file);
  }

  /** What became of it. */
  private static String document(RowDocuments documents, Row row, String about) {
    try {
      byte[] message = Arrays.copyOfRange(row.buffer(), row.offset(), row.offset() + row.length());
      for (Document document : documents.of(message, row.commitTs())) {
        assertThat(document.index()).as(about).matches(INDEX);
        assertThat(document.index().getBytes(UTF_8)).as(about).hasSizeLessThanOrEqualTo(255);
        assertThat(document.id().getBytes(UTF_8)).as(about).hasSizeBetween(1, 512);
        // an item of a bulk request is two lines; a third would be an action of its own
        assertThat(new String(document.ndjson(), UTF_8).chars().filter(c -> c == '\n'))
            .as(about)
            .hasSize(2);
      }
      return "document";
    } catch (RefusedRowException e) {
      assertThat(e.getMessage()).as(about).isNotBlank();
      return e.kind().name();
    }
  }
}
