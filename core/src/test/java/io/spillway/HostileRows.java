package io.spillway;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.TableId;
import io.spillway.layout.DataDir;
import io.spillway.layout.DataFile;
import io.spillway.layout.Layout;
import io.spillway.search.document.Document;
import io.spillway.search.document.RefusedRowException;
import io.spillway.search.document.RowDocuments;
import java.util.Arrays;
import java.util.regex.Pattern;

/** Where a row's files and documents would be. */
public final class HostileRows {
  private static final Layout LAYOUT = new Layout(20, ".json");

  private static final Pattern INDEX =
      Pattern.compile(
          "[^-_+.\\\\/*?\"<>|#:, \\x00-\\x1f\\x7f][^\\\\/*?\"<>|#:, \\x00-\\x1f\\x7f]*");

  private HostileRows() {}

  /** Its files would lie in the bucket, under names that every file system takes. */
  public static void assertPlace(Row row, String about) {
    TableId table = DispatcherId.parse(row.dispatcher().key()).table();
    DataFile file = new DataFile(new DataDir(table, 17, "2026-01-15"), "in-0", 1);
    for (String path :
        new String[] {LAYOUT.path(file), Layout.schemaPath(table, "schema_17_1.json")}) {
      assertThat(path.split("/", -1)).as(about).doesNotContain("", ".", "..");
      assertThat(path.codePoints().filter(Character::isISOControl)).as(about).isEmpty();
      assertThat(Arrays.stream(path.split("/", -1)).mapToInt(part -> part.getBytes(UTF_8).length))
          .as(about)
          .allMatch(length -> length > 0 && length <= 255);
    }
    assertThat(LAYOUT.parseData(LAYOUT.path(file))).as(about).contains(file);
  }

  /** What becomes of its documents: the word, or the kind of refusal. */
  public static String document(RowDocuments documents, Row row, String about) {
    try {
      byte[] message = Arrays.copyOfRange(row.buffer(), row.offset(), row.offset() + row.length());
      for (Document document : documents.of(message, row.commitTs())) {
        assertThat(document.index()).as(about).matches(INDEX);
        assertThat(document.index().getBytes(UTF_8)).as(about).hasSizeLessThanOrEqualTo(255);
        assertThat(document.id().getBytes(UTF_8)).as(about).hasSizeBetween(1, 512);
        // an item of a bulk request is two lines, of a delete one; a third would be another action
        String item = new String(document.ndjson(), UTF_8);
        assertThat(item.chars().filter(c -> c == '\n'))
            .as(about)
            .hasSize(item.startsWith("{\"delete\":") ? 1 : 2);
      }
      return "document";
    } catch (RefusedRowException e) {
      assertThat(e.getMessage()).as(about).isNotBlank();
      return e.kind().name();
    }
  }
}
