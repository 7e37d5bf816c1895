package io.spillway.cursor.log;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogReaderTest {
  private static final long HOUR = 3_600_000;

  @TempDir Path folder;

  private void write(String name, String cursor, long atMs, int... values) throws IOException {
    try (OutputStream out = Files.newOutputStream(folder.resolve(name))) {
      for (int value : values) {
        new CursorEventJson()
            .write(
                new CursorEvent(
                    CursorKey.parse(cursor),
                    new CursorStep(
                        value,
                        CursorReason.ADVANCED,
                        CursorKind.TIME,
                        value == 1 ? null : "" + (value - 1),
                        "" + value,
                        "" + value),
                    new Work.Reached(1),
                    new CursorEvent.Origin("p", "r", 0),
                    atMs),
                out);
      }
    }
    Files.setLastModifiedTime(folder.resolve(name), FileTime.fromMillis(atMs));
  }

  private record Result(long looked, List<String> values) {}

  private Result read(EventFilter filter) throws IOException {
    List<String> values = new ArrayList<>();
    long looked =
        new EventLogReader(new org.apache.flink.core.fs.Path(folder.toUri()))
            .read(filter, event -> values.add(event.step().value()));
    return new Result(looked, values);
  }

  private static EventFilter between(long from, long to) {
    return new EventFilter(from, to, Optional.empty(), Optional.empty(), Optional.empty());
  }

  @Test
  void filesAreReadInTheOrderOfTimeAndOfTheirNumbers() throws IOException {
    write("cursor-events-b-10.ndjson", "HARVEST/GLOBAL/", HOUR, 4, 5);
    write("cursor-events-b-9.ndjson", "HARVEST/GLOBAL/", HOUR, 3);
    write("cursor-events-c-0.ndjson", "HARVEST/GLOBAL/", 0, 1, 2);
    Files.writeString(folder.resolve(".cursor-events-b-11.ndjson.inprogress.x"), "{");
    Files.writeString(folder.resolve("empty-0.ndjson"), "");
    assertThat(read(EventFilter.ALL).values()).containsExactly("1", "2", "3", "4", "5");
  }

  @Test
  void onlyFilesThatCanHaveWhatIsWantedAreRead() throws IOException {
    write("e-1.ndjson", "HARVEST/GLOBAL/", HOUR, 1, 2);
    write("e-2.ndjson", "HARVEST/GLOBAL/", 2 * HOUR, 3, 4);
    write("e-3.ndjson", "HARVEST/GLOBAL/", 3 * HOUR, 5, 6);
    assertThat(read(between(2 * HOUR, 3 * HOUR)).looked())
        .as("the third begins too late by its first line, but within the slack of clocks")
        .isEqualTo(4);
    assertThat(read(between(2 * HOUR, 3 * HOUR)).values()).containsExactly("3", "4");
    assertThat(read(between(2 * HOUR, 2 * HOUR)).values()).isEmpty();
    assertThat(read(between(HOUR, 2 * HOUR)).values()).containsExactly("1", "2");
    assertThat(read(between(HOUR, HOUR + 1)).looked()).isEqualTo(2);
  }

  @Test
  void eventsAreChosenByOperationNamespaceAndSink() throws IOException {
    write("e-1.ndjson", "HARVEST/GLOBAL/", HOUR, 1);
    write("e-2.ndjson", "BACKFILL:p7/GLOBAL/", HOUR, 2);
    write("e-3.ndjson", "BACKFILL:p8/GLOBAL/search", HOUR, 3);
    assertThat(read(where("BACKFILL", null, null))).containsExactly("2", "3");
    assertThat(read(where(null, "p7", null))).containsExactly("2");
    assertThat(read(where("BACKFILL", null, "search"))).containsExactly("3");
    assertThat(read(where("UPDATE", null, null))).isEmpty();
  }

  @Test
  void filesOfOtherNamespacesAndSinksAreLeftOutByTheirNames() throws IOException {
    write("cursor-events-1f-0.ndjson", "HARVEST/GLOBAL/", HOUR, 1);
    write("search-cursor-events-1f-0.ndjson", "HARVEST/GLOBAL/search", HOUR, 2);
    write("BACKFILL~p.7.cursor-events-1f-0.ndjson", "BACKFILL:p.7/GLOBAL/", HOUR, 3);
    write("from-a-topic.ndjson", "BACKFILL:p.7/GLOBAL/search", HOUR, 4);
    Optional<String>[] plan = where("BACKFILL", "p.7", null);
    Result result =
        read(new EventFilter(Long.MIN_VALUE, Long.MAX_VALUE, plan[0], plan[1], plan[2]));
    assertThat(result.looked()).isEqualTo(2);
    assertThat(result.values()).containsExactlyInAnyOrder("3", "4");
    Optional<String>[] search = where("HARVEST", null, "search");
    assertThat(read(new EventFilter(0, Long.MAX_VALUE, search[0], search[1], search[2])).looked())
        .as("its own, and the one whose name says nothing")
        .isEqualTo(2);
  }

  private List<String> read(Optional<String>[] where) throws IOException {
    return read(new EventFilter(Long.MIN_VALUE, Long.MAX_VALUE, where[0], where[1], where[2]))
        .values();
  }

  @SuppressWarnings("unchecked")
  private static Optional<String>[] where(String operation, String namespace, String sink) {
    return new Optional[] {
      Optional.ofNullable(operation), Optional.ofNullable(namespace), Optional.ofNullable(sink)
    };
  }

  @Test
  void aLineThatIsNoEventIsToldWithItsPlace() throws IOException {
    write("e-1.ndjson", "HARVEST/GLOBAL/", HOUR, 1);
    Files.writeString(
        folder.resolve("e-1.ndjson"), Files.readString(folder.resolve("e-1.ndjson")) + "{\"id\":");
    assertThatThrownBy(() -> read(EventFilter.ALL))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("e-1.ndjson, line 2");
  }
}
