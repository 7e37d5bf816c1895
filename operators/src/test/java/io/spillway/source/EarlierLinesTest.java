package io.spillway.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.decode.CommitTimes;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.SimpleJsonDecoder;
import io.spillway.decode.TableRule;
import io.spillway.event.Event;
import io.spillway.event.Row;
import io.spillway.event.SourcePartition;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.core.io.InputStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EarlierLinesTest {
  private static final SourcePartition P0 = new SourcePartition("shop", 0);
  private static final String BOOTSTRAP =
      "{\"type\":\"BOOTSTRAP\",\"tableSchema\":{\"schema\":\"d\",\"table\":\"t\",\"version\":5,"
          + "\"columns\":[{\"name\":\"id\",\"dataType\":{\"mysqlType\":\"int\"}}],\"indexes\":[]}}";

  @TempDir Path folder;

  private static String row(int id) {
    return "{\"type\":\"INSERT\",\"database\":\"d\",\"table\":\"t\",\"commitTs\":"
        + (100 + id)
        + ",\"schemaVersion\":5,\"data\":{\"id\":\""
        + id
        + "\"}}";
  }

  private FilesReader reader() {
    EarlierLines earlier = new EarlierLines(1 << 20);
    return new FilesReader(
        new SimpleJsonDecoder(DispatcherBy.TABLE, TableRule.ANY, CommitTimes.ANY, earlier),
        earlier,
        1 << 20);
  }

  @Test
  void aRestoredReaderKnowsTheSchemaThatWasToldBeforeItsOffset() throws Exception {
    List<String> lines = new ArrayList<>(List.of(BOOTSTRAP));
    for (int id = 0; id < 150; id++) {
      lines.add(row(id));
    }
    Path file = Files.write(folder.resolve("shop-0.ndjson"), lines);
    FilesReader first = reader();
    first.addSplits(List.of(new FileSplit(file.toUri().toString(), P0, 0)));
    first.pollNext(new CollectingOutput());
    List<FileSplit> kept = first.snapshotState(1);
    first.close();
    assertThat(kept.get(0).offset()).isPositive();

    FilesReader second = reader();
    second.addSplits(kept);
    second.notifyNoMoreSplits();
    CollectingOutput out = new CollectingOutput();
    List<Event> events = new ArrayList<>();
    while (second.pollNext(out) != InputStatus.END_OF_INPUT) {
      events.addAll(out.take());
    }

    assertThat(events).hasSize(151 - 64).allMatch(Row.class::isInstance);
  }

  @Test
  void onlyLinesBeforeTheOffsetAreRead() throws Exception {
    Path file = Files.writeString(folder.resolve("shop-0.ndjson"), "a\nbb\r\nccc\ndddd");
    EarlierLines earlier = new EarlierLines(100);
    earlier.add(new FileSplit(file.toUri().toString(), P0, 6));
    List<String> lines = new ArrayList<>();
    assertThat(earlier.read(P0, 4, 6, line -> lines.add(new String(line, UTF_8)))).isZero();
    assertThat(lines).containsExactly("a", "bb");
    Files.delete(file);
    assertThatThrownBy(() -> earlier.read(P0, 0, 6, line -> {}))
        .isInstanceOf(UncheckedIOException.class)
        .hasMessageContaining("shop-0.ndjson");
  }
}
