package io.spillway.source;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.decode.MessageDecoder;
import io.spillway.event.Event;
import io.spillway.event.Resolved;
import io.spillway.event.SourcePartition;
import io.spillway.testing.Wire;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FilesReaderTest {
  /** Each line is a commit timestamp. */
  private static final MessageDecoder NUMBERS =
      (partition, offset, timestampMs, key, buffer, start, length) ->
          new Resolved(
              partition, Long.parseLong(new String(buffer, start, length, StandardCharsets.UTF_8)));

  @TempDir Path folder;

  private final CollectingOutput output = new CollectingOutput();
  private final FilesReader reader = new FilesReader(NUMBERS, new EarlierLines(1000), 1000);

  private List<String> resolved() {
    return output.events().stream()
        .filter(Resolved.class::isInstance)
        .map(Resolved.class::cast)
        .map(r -> r.partition().number() + ":" + r.commitTs())
        .toList();
  }

  private FileSplit file(int partition, long... numbers) throws IOException {
    Path path = folder.resolve("f-" + partition + ".json");
    StringBuilder lines = new StringBuilder();
    for (long number : numbers) {
      lines.append(number).append('\n');
    }
    Files.writeString(path, lines);
    return new FileSplit(path.toUri().toString(), new SourcePartition("f", partition), 0);
  }

  private static long[] range(long from, int count, long step) {
    long[] numbers = new long[count];
    for (int i = 0; i < count; i++) {
      numbers[i] = from + i * step;
    }
    return numbers;
  }

  private void readAll() throws Exception {
    reader.notifyNoMoreSplits();
    while (reader.pollNext(output) != InputStatus.END_OF_INPUT) {
      assertThat(output.events().size()).isLessThan(10_000);
    }
  }

  @Test
  void withoutFilesThereIsNothingUntilTheEndIsKnown() throws Exception {
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    assertThat(reader.isAvailable().isDone()).isFalse();
    reader.notifyNoMoreSplits();
    assertThat(reader.isAvailable().isDone()).isTrue();
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.END_OF_INPUT);
  }

  @Test
  void filesAreReadSideBySideTheFurthestBehindFirst() throws Exception {
    reader.addSplits(List.of(file(0, range(0, 300, 10)), file(1, range(1000, 300, 1))));
    readAll();
    assertThat(resolved()).hasSize(600);
    long[] reached = {Long.MIN_VALUE, Long.MIN_VALUE};
    int current = -1;
    int turns = 0;
    for (Event event : output.events()) {
      if (event instanceof Resolved line) {
        int file = line.partition().number();
        if (file != current) {
          assertThat(reached[file]).isLessThanOrEqualTo(reached[1 - file]);
          current = file;
          turns++;
        }
        reached[file] = line.commitTs();
      }
    }
    assertThat(turns).isGreaterThan(3);
    assertThat(output.released).hasSize(2);
  }

  @Test
  void aPausedFileWaitsAndDoesNotEndTheInput() throws Exception {
    FileSplit paused = file(0, 1, 2, 3);
    reader.addSplits(List.of(paused, file(1, 7)));
    reader.pauseOrResumeSplits(List.of(paused.splitId()), List.of());
    reader.notifyNoMoreSplits();
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.MORE_AVAILABLE);
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.NOTHING_AVAILABLE);
    assertThat(resolved()).containsExactly("1:7");
    reader.pauseOrResumeSplits(List.of(), List.of(paused.splitId()));
    assertThat(reader.isAvailable().isDone()).isTrue();
    readAll();
    assertThat(resolved()).containsExactly("1:7", "0:1", "0:2", "0:3");
  }

  @Test
  void aRestoredReaderGoesOnBehindTheLastLine() throws Exception {
    reader.addSplits(List.of(file(0, range(100, 200, 1))));
    reader.pollNext(output);
    List<FileSplit> splits = reader.snapshotState(1);
    reader.close();
    List<String> before = resolved();
    FilesReader restored = new FilesReader(NUMBERS, new EarlierLines(1000), 1000);
    restored.addSplits(splits);
    restored.notifyNoMoreSplits();
    while (restored.pollNext(output) != InputStatus.END_OF_INPUT) {
      assertThat(output.events().size()).isLessThan(10_000);
    }
    assertThat(before).hasSize(64);
    assertThat(resolved()).hasSize(200).doesNotHaveDuplicates().endsWith("0:299");
  }

  @Test
  void splitsAndStateRoundTrip() throws IOException {
    FileSplit split =
        new FileSplit("file:/in/täglich-1.json", new SourcePartition("t", 1), 1L << 40);
    Wire.roundTrips(new FileSplitSerializer(), split);
    Wire.roundTrips(new FilesState.Serializer(), new FilesState(List.of(split, split)));
    Wire.roundTrips(new FilesState.Serializer(), new FilesState(List.of()));
  }

  private FileSplit cutTo(int bytes) throws IOException {
    FileSplit split = file(0, range(100, 200, 1));
    Path path = folder.resolve("f-0.json");
    Files.write(path, Arrays.copyOf(Files.readAllBytes(path), bytes));
    return split;
  }

  @Test
  void aFileThatEndsBeforeWhatWasReadOfItEndsTheJobByItsName() throws Exception {
    FileSplit split = cutTo(300).at(400);

    assertThatThrownBy(() -> reader.addSplits(List.of(split)))
        .isInstanceOf(SuppressRestartsException.class)
        .hasRootCauseMessage(
            "input file %s has 300 bytes, of which 400 were read: it was cut, or another file has"
                    .formatted(split.path())
                + " its name. Put back the file that was there; or move the pipeline's checkpoints"
                + " away: then all input is read again, and rows that are in the bucket are not"
                + " delivered again");
  }

  @Test
  void aFileInWhichNoLineEndsWhereReadingHasStoppedEndsTheJob() throws Exception {
    FileSplit split = file(0, range(100, 200, 1)).at(402);

    assertThatThrownBy(() -> reader.addSplits(List.of(split)))
        .rootCause()
        .hasMessageContaining("f-0.json has no end of a line at byte 402: it was cut, or");
  }

  @Test
  void aFileThatIsCutWhileItIsReadEndsTheJob() throws Exception {
    // more than a buffer holds
    FileSplit split = file(0, range(100_000, 60_000, 1));
    reader.addSplits(List.of(split));
    assertThat(reader.pollNext(output)).isEqualTo(InputStatus.MORE_AVAILABLE);
    Path path = folder.resolve("f-0.json");
    try (FileChannel file = FileChannel.open(path, StandardOpenOption.WRITE)) {
      file.truncate(7 * 40_000 + 3);
    }

    reader.notifyNoMoreSplits();
    assertThatThrownBy(
            () -> {
              while (reader.pollNext(output) != InputStatus.END_OF_INPUT) {
                assertThat(output.events().size()).isLessThan(60_000);
              }
            })
        .rootCause()
        .hasMessageContaining("f-0.json had 420000 bytes and ends at 280003: it was cut, or");
  }

  @Test
  void aFileIsGoneOnWithWhereALineBeginsAndAtItsEnd() throws Exception {
    FileSplit split = file(0, range(100, 200, 1));
    reader.addSplits(List.of(split.at(400), file(1, range(100, 5, 1)).at(20)));
    readAll();
    assertThat(resolved()).hasSize(100).startsWith("0:200");
  }
}
