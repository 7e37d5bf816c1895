package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.Broadcast;
import io.spillway.event.Row;
import io.spillway.event.SchemaChange;
import io.spillway.event.TableId;
import io.spillway.plan.FlushReason;
import io.spillway.plan.SealedFile;
import io.spillway.plan.StorageCommand;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.runtime.watermarkstatus.WatermarkStatus;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SpoolOperatorTest {
  private static final int TABLES = 20;

  @TempDir Path bucket;

  private SpoolHarness harness(StateBackend backend, int parallelism, int subtask)
      throws Exception {
    return new SpoolHarness(bucket, backend, Rows.settings(1 << 20), parallelism, subtask);
  }

  private SpoolHarness opened() throws Exception {
    SpoolHarness harness = harness(new HashMapStateBackend(), 1, 0);
    harness.open();
    return harness;
  }

  private static StreamRecord<Row> row(int table, long commitTs) {
    return new StreamRecord<>(Rows.row(Rows.table(table), commitTs, 20));
  }

  private static StreamRecord<Broadcast> alter(int table, long commitTs) {
    TableId id = Rows.table(table);
    String sql = "ALTER TABLE `" + id.table() + "` ADD COLUMN c INT";
    return new StreamRecord<>(new SchemaChange(Rows.P0, commitTs, id, "ALTER", sql));
  }

  private static List<SealedFile> files(AbstractStreamOperatorTestHarness<StorageCommand> harness) {
    List<SealedFile> files = new ArrayList<>();
    for (Object element : harness.getOutput()) {
      if (element instanceof StreamRecord<?> record
          && record.getValue() instanceof StorageCommand.Seal seal) {
        files.add(seal.file());
      }
    }
    return files;
  }

  private static List<Long> watermarks(AbstractStreamOperatorTestHarness<StorageCommand> harness) {
    List<Long> watermarks = new ArrayList<>();
    for (Object element : harness.getOutput()) {
      if (element instanceof Watermark mark) {
        watermarks.add(mark.getTimestamp());
      }
    }
    return watermarks;
  }

  private static void watermark(SpoolHarness harness, long timestamp) throws Exception {
    harness.processWatermark1(new Watermark(timestamp));
    harness.processWatermark2(new Watermark(timestamp));
  }

  @Test
  void theWatermarkIsHeldBackToWhatIsInFiles() throws Exception {
    try (var harness = opened()) {
      harness.setProcessingTime(0);
      harness.processElement1(row(0, 5));
      watermark(harness, 9);
      assertThat(watermarks(harness)).containsExactly(4L);
      harness.setProcessingTime(999);
      assertThat(files(harness)).isEmpty();
      harness.setProcessingTime(1500);
      assertThat(files(harness))
          .extracting(SealedFile::reason)
          .containsExactly(FlushReason.INTERVAL);
      assertThat(watermarks(harness)).containsExactly(4L, 9L);
    }
  }

  @Test
  void atTheEndItHasComeAsFarAsTheUpstreamAlsoWhereNothingWasSealedYet() throws Exception {
    try (var harness = opened()) {
      harness.processElement1(row(0, 5));
      watermark(harness, 9);
      watermark(harness, Long.MAX_VALUE);
      assertThat(watermarks(harness)).containsExactly(4L, 9L, Long.MAX_VALUE);
    }
  }

  @Test
  void rowsThatHaveEndedDoNotComeAsFarAsStatementsOfAnotherInput() throws Exception {
    try (var harness = opened()) {
      harness.processElement1(row(0, 3));
      watermark(harness, 5);
      harness.processWatermark1(Watermark.MAX_WATERMARK);
      harness.processWatermark2(new Watermark(9));
      harness.processWatermark2(Watermark.MAX_WATERMARK);
      assertThat(watermarks(harness)).containsExactly(2L, 5L, Long.MAX_VALUE);
    }
  }

  @Test
  void bothInputsMustHaveReachedAWatermark() throws Exception {
    try (var harness = opened()) {
      harness.processElement1(row(0, 5));
      harness.processElement2(alter(0, 5));
      harness.processWatermark1(new Watermark(9));
      assertThat(files(harness)).isEmpty();
      harness.processWatermark2(new Watermark(9));
      assertThat(files(harness)).extracting(SealedFile::reason).containsExactly(FlushReason.DDL);
    }
  }

  @Test
  void idlenessIsNotForwardedAndFilesSealedMeanwhileStillMoveTheWatermark() throws Exception {
    try (var harness = opened()) {
      harness.setProcessingTime(0);
      harness.processElement1(row(0, 5));
      watermark(harness, 9);
      harness.processWatermarkStatus1(WatermarkStatus.IDLE);
      harness.processWatermarkStatus2(WatermarkStatus.IDLE);
      harness.setProcessingTime(5000);
      assertThat(harness.getOutput()).noneMatch(element -> element instanceof WatermarkStatus);
      assertThat(watermarks(harness)).containsExactly(4L, 9L);
    }
  }

  @Test
  void anIdleInputNoLongerHoldsTheOther() throws Exception {
    try (var harness = opened()) {
      harness.processElement1(row(0, 5));
      harness.processElement2(alter(0, 7));
      harness.processWatermark1(new Watermark(9));
      harness.processWatermarkStatus2(WatermarkStatus.IDLE);
      assertThat(files(harness)).hasSize(1);
      assertThat(watermarks(harness)).containsExactly(9L);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void rowsNumbersAndDdlsSurviveRescaling(boolean rocksDb) throws Exception {
    StateBackend backend =
        rocksDb ? new EmbeddedRocksDBStateBackend(true) : new HashMapStateBackend();
    OperatorSubtaskState one;
    try (var harness = harness(backend, 1, 0)) {
      harness.open();
      for (int table = 0; table < TABLES; table++) {
        harness.processElement1(row(table, 5));
      }
      harness.processElement2(alter(0, 5));
      harness.processElement2(alter(1, 20));
      watermark(harness, 10);
      assertThat(files(harness)).hasSize(1);
      harness.processElement1(row(0, 12));
      harness.prepareSnapshotPreBarrier(1);
      one = harness.snapshot(1, 1);
    }
    List<OperatorSubtaskState> two = new ArrayList<>();
    for (int subtask = 0; subtask < 2; subtask++) {
      try (var harness = harness(backend, 2, subtask)) {
        harness.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(
                one, SpoolHarness.MAX_PARALLELISM, 1, 2, subtask));
        harness.open();
        harness.prepareSnapshotPreBarrier(2);
        two.add(harness.snapshot(2, 2));
      }
    }
    OperatorSubtaskState both =
        AbstractStreamOperatorTestHarness.repackageState(two.get(0), two.get(1));
    try (var harness = harness(backend, 1, 0)) {
      harness.initializeState(
          AbstractStreamOperatorTestHarness.repartitionOperatorState(
              both, SpoolHarness.MAX_PARALLELISM, 2, 1, 0));
      harness.open();
      harness.processElement2(alter(0, 5));
      watermark(harness, Long.MAX_VALUE);
      List<SealedFile> files = files(harness);
      assertThat(files).hasSize(TABLES);
      Set<String> tables = new TreeSet<>();
      files.forEach(file -> tables.add(file.dispatcher()));
      assertThat(tables).hasSize(TABLES);
      assertThat(files).allMatch(file -> file.rows() == 1);
      SealedFile first = fileOf(files, 0);
      assertThat(first.file().dir().version()).isEqualTo(5);
      assertThat(first.maxCommitTs()).isEqualTo(12);
      assertThat(fileOf(files, 1).reason()).isEqualTo(FlushReason.DDL);
      assertThat(fileOf(files, 2).reason()).isEqualTo(FlushReason.CLOSE);
      assertThat(watermarks(harness)).endsWith(Long.MAX_VALUE);
    }
  }

  private static SealedFile fileOf(List<SealedFile> files, int table) {
    String dispatcher = Rows.table(table).toString();
    return files.stream().filter(f -> f.dispatcher().equals(dispatcher)).findFirst().orElseThrow();
  }

  @Test
  void fileNumbersGoOnAfterARestore() throws Exception {
    OperatorSubtaskState state;
    try (var harness = opened()) {
      harness.processElement1(row(0, 5));
      harness.processElement2(alter(0, 6));
      watermark(harness, 6);
      harness.processElement1(row(0, 4));
      harness.processElement1(row(0, 7));
      harness.prepareSnapshotPreBarrier(1);
      state = harness.snapshot(1, 1);
    }
    try (var harness = harness(new HashMapStateBackend(), 1, 0)) {
      harness.initializeState(state);
      harness.open();
      watermark(harness, Long.MAX_VALUE);
      assertThat(files(harness)).hasSize(2);
      assertThat(files(harness).get(0).file().number()).as("late, in the old version").isEqualTo(2);
      assertThat(files(harness).get(1).file().number()).isEqualTo(1);
    }
  }
}
