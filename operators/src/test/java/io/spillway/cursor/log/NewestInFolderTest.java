package io.spillway.cursor.log;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.cursor.CursorEvent;
import io.spillway.cursor.CursorEventJson;
import io.spillway.cursor.CursorKey;
import io.spillway.cursor.CursorKind;
import io.spillway.cursor.CursorReason;
import io.spillway.cursor.CursorStep;
import io.spillway.cursor.Work;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NewestInFolderTest {
  private static final CursorKey ALL = CursorKey.parse("HARVEST/GLOBAL/");
  private static final CursorKey ONE = CursorKey.parse("HARVEST/EXPR/shop.orders");

  @TempDir Path folder;

  private void write(String name, CursorKey cursor, long atMs, long... seqs) throws IOException {
    try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
      for (long seq : seqs) {
        CursorStep step =
            new CursorStep(seq, CursorReason.ADVANCED, CursorKind.TIME, null, "1", "1");
        CursorEvent.Origin origin = new CursorEvent.Origin("p", "r", 0);
        new CursorEventJson()
            .write(new CursorEvent(cursor, step, new Work.Reached(1), origin, atMs), out);
      }
    }
    Files.setLastModifiedTime(folder.resolve(name), FileTime.fromMillis(atMs / 1000 * 1000));
  }

  private long newest() throws IOException {
    Optional<CursorEvent> newest = new NewestInFolder(folder.toUri().toString()).newest(ALL);
    return newest.map(event -> event.step().seq()).orElse(-1L);
  }

  @Test
  void aFolderThatIsNotThereOrHasNothingOfTheCursorHasNoNewestEvent() throws IOException {
    assertThat(new NewestInFolder(folder.resolve("none").toUri().toString()).newest(ALL)).isEmpty();
    assertThat(newest()).isEqualTo(-1);
    write("cursor-events-a-1.ndjson", ONE, 100_000, 1, 2);
    write("cursor-events-a-2.ndjson", ONE, 100_000);
    assertThat(newest()).isEqualTo(-1);
  }

  @Test
  void theNewestIsTheLastByTimeAlsoWhereAnOlderBranchHasGoneFurther() throws IOException {
    write("cursor-events-a-1.ndjson", ALL, 100_000, 1, 2);
    write("cursor-events-a-2.ndjson", ALL, 200_000, 3, 4);
    write("cursor-events-a-3.ndjson", ONE, 300_000, 9);
    assertThat(newest()).isEqualTo(4);
    write("cursor-events-b-0.ndjson", ALL, 300_000, 2, 3);
    assertThat(newest()).isEqualTo(3);
  }

  @Test
  void filesOfOneSecondAreToldApartByTheirEvents() throws IOException {
    write("cursor-events-a-1.ndjson", ALL, 100_300, 5);
    write("cursor-events-a-2.ndjson", ALL, 100_100, 4);
    write("cursor-events-a-3.ndjson", ALL, 100_500, 6);
    write("cursor-events-a-4.ndjson", ALL, 100_200, 7);
    assertThat(newest()).isEqualTo(6);
  }

  @Test
  void otherSinksAndDamagedFilesDontCount() throws IOException {
    write("cursor-events-a-1.ndjson", ALL, 100_000, 1);
    write("search-cursor-events-a-1.ndjson", ALL, 900_000, 8);
    Files.writeString(folder.resolve("cursor-events-a-9.ndjson"), "{");
    assertThat(newest()).isEqualTo(1);
  }
}
