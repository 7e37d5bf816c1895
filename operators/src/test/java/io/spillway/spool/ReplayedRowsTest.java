package io.spillway.spool;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.DispatcherId;
import io.spillway.event.Row;
import io.spillway.event.RowOrigin;
import io.spillway.event.SchemaChange;
import io.spillway.event.SourcePartition;
import io.spillway.event.TableId;
import io.spillway.plan.StorageCommand;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** An upstream that starts again, as the operator in Flink sees it. */
class ReplayedRowsTest {
  private static final TableId TABLE = Rows.table(0);
  private static final SourcePartition P1 = new SourcePartition("orders", 1);

  @TempDir Path bucket;
  private int sent;

  private SpoolHarness harness(
      StateBackend backend, SpoolSettings settings, int parallelism, int subtask) throws Exception {
    return new SpoolHarness(bucket, backend, settings, parallelism, subtask);
  }

  private SpoolHarness opened() throws Exception {
    var harness = harness(new HashMapStateBackend(), Rows.settings(1 << 20), 1, 0);
    harness.open();
    return harness;
  }

  private StreamRecord<Row> row(long commitTs, String key) {
    return row(Rows.P0, commitTs, "[\"id\"]", "\"id\":\"" + key + "\"");
  }

  private StreamRecord<Row> bare(long commitTs, String value) {
    return row(Rows.P0, commitTs, "null", "\"v\":\"" + value + "\"");
  }

  private StreamRecord<Row> row(
      SourcePartition partition, long commitTs, String keys, String values) {
    byte[] line =
        """
        {"type":"INSERT","pkNames":%s,"ts":%d,"data":[{%s}],"_tidb":{"commitTs":%d}}"""
            .formatted(keys, sent++, values, commitTs)
            .getBytes(StandardCharsets.UTF_8);
    DispatcherId dispatcher = DispatcherId.of(TABLE);
    return new StreamRecord<>(
        new Row(partition, dispatcher, commitTs, line, 0, line.length, null)
            .printed(values.hashCode() | 1)
            .from(RowOrigin.of(partition, 0)));
  }

  private static void end(SpoolHarness harness) throws Exception {
    harness.processWatermark1(Watermark.MAX_WATERMARK);
    harness.processWatermark2(Watermark.MAX_WATERMARK);
  }

  /** The rows in sealed files, as {@code 5 "id":"a"}. */
  private static List<String> sealed(AbstractStreamOperatorTestHarness<StorageCommand> harness) {
    List<String> rows = new ArrayList<>();
    for (Object element : harness.getOutput()) {
      if (element instanceof StreamRecord<?> record
          && record.getValue() instanceof StorageCommand.Part part) {
        new String(part.bytes(), part.offset(), part.length(), StandardCharsets.UTF_8)
            .lines()
            .forEach(line -> rows.add(shown(line)));
      }
    }
    return rows;
  }

  private static String shown(String line) {
    int ts = line.indexOf("commitTs\":") + 10;
    return line.substring(ts, line.indexOf('}', ts))
        + " "
        + line.substring(line.indexOf("[{") + 2, line.indexOf("}]"));
  }

  private static long copiesCounted(AbstractStreamOperatorTestHarness<StorageCommand> harness) {
    long copies = 0;
    for (Object element : harness.getOutput()) {
      if (element instanceof StreamRecord<?> record
          && record.getValue() instanceof StorageCommand.Counted counted) {
        copies += counted.read().copies();
      }
    }
    return copies;
  }

  @Test
  void whatComesAgainIsSealedOnceAndCounted() throws Exception {
    try (var harness = opened()) {
      harness.processElement1(row(5, "a"));
      harness.processElement1(row(6, "b"));
      harness.processElement1(row(5, "a"));
      harness.processElement1(row(6, "b"));
      harness.processElement1(row(7, "c"));
      end(harness);
      assertThat(sealed(harness))
          .containsExactly("5 \"id\":\"a\"", "6 \"id\":\"b\"", "7 \"id\":\"c\"");
      harness.prepareSnapshotPreBarrier(1);
      assertThat(copiesCounted(harness)).isEqualTo(2);
    }
  }

  @Test
  void aTransactionThatBeginsAgainIsSealedOnce() throws Exception {
    try (var harness = opened()) {
      for (String key : List.of("a", "b", "a", "b", "c")) {
        harness.processElement1(row(5, key));
      }
      end(harness);
      assertThat(sealed(harness)).hasSize(3).doesNotHaveDuplicates();
    }
  }

  @Test
  void rowsWithoutKeyAreKeptAsOftenAsOnePassHadThem() throws Exception {
    try (var harness = opened()) {
      harness.processElement1(bare(5, "x"));
      harness.processElement1(bare(5, "x"));
      harness.processElement1(bare(6, "y"));
      harness.processElement1(bare(5, "x"));
      harness.processElement1(bare(5, "x"));
      harness.processElement1(bare(5, "z"));
      harness.processElement1(bare(6, "y"));
      end(harness);
      assertThat(sealed(harness))
          .containsExactly("5 \"v\":\"x\"", "5 \"v\":\"x\"", "5 \"v\":\"z\"", "6 \"v\":\"y\"");
    }
  }

  @Test
  void anUpstreamThatContradictsItselfIsDeliveredWhole() throws Exception {
    try (var harness = opened()) {
      harness.processElement1(row(Rows.P0, 5, "[\"id\"]", "\"id\":\"a\",\"v\":\"1\""));
      harness.processElement1(row(6, "b"));
      harness.processElement1(row(Rows.P0, 5, "[\"id\"]", "\"id\":\"a\",\"v\":\"2\""));
      harness.processElement1(row(6, "b"));
      end(harness);
      assertThat(sealed(harness))
          .containsExactly(
              "5 \"id\":\"a\",\"v\":\"1\"", "5 \"id\":\"a\",\"v\":\"2\"", "6 \"id\":\"b\"");
    }
  }

  @Test
  void aRowThatMovesToAnotherPartitionIsKnownByItsKey() throws Exception {
    try (var harness = opened()) {
      harness.processElement1(row(5, "a"));
      harness.processElement1(row(6, "b"));
      harness.processElement1(row(P1, 5, "[\"id\"]", "\"id\":\"a\""));
      end(harness);
      assertThat(sealed(harness)).hasSize(2).doesNotHaveDuplicates();
    }
  }

  @Test
  void aDdlBetweenARowAndItsCopyChangesNothing() throws Exception {
    try (var harness = opened()) {
      harness.processElement1(row(5, "a"));
      SchemaChange ddl =
          new SchemaChange(Rows.P0, 5, TABLE, "ALTER", "ALTER TABLE `t0` ADD COLUMN c INT");
      harness.processElement2(new StreamRecord<>(ddl));
      harness.processElement1(row(7, "b"));
      harness.processElement1(row(5, "a"));
      harness.processElement2(new StreamRecord<>(ddl));
      harness.processElement1(row(7, "b"));
      end(harness);
      assertThat(sealed(harness)).containsExactly("5 \"id\":\"a\"", "7 \"id\":\"b\"");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void aCopyIsKnownAlsoBehindARestoreAtAnotherParallelism(boolean rocksDb) throws Exception {
    StateBackend backend =
        rocksDb ? new EmbeddedRocksDBStateBackend(true) : new HashMapStateBackend();
    SpoolSettings settings = Rows.settings(1 << 20);
    OperatorSubtaskState state;
    try (var harness = harness(backend, settings, 1, 0)) {
      harness.open();
      harness.processElement1(bare(5, "x"));
      harness.processElement1(bare(5, "x"));
      harness.processElement1(row(6, "a"));
      harness.prepareSnapshotPreBarrier(1);
      state = harness.snapshot(1, 1);
    }
    List<String> rows = new ArrayList<>();
    for (int subtask = 0; subtask < 2; subtask++) {
      try (var harness = harness(backend, settings, 2, subtask)) {
        harness.initializeState(
            AbstractStreamOperatorTestHarness.repartitionOperatorState(
                state, SpoolHarness.MAX_PARALLELISM, 1, 2, subtask));
        harness.open();
        if (ownsTable(subtask)) {
          harness.processElement1(bare(5, "x"));
          harness.processElement1(bare(5, "x"));
          harness.processElement1(row(6, "a"));
          harness.processElement1(row(7, "b"));
        }
        end(harness);
        rows.addAll(sealed(harness));
      }
    }
    assertThat(rows)
        .containsExactly("5 \"v\":\"x\"", "5 \"v\":\"x\"", "6 \"id\":\"a\"", "7 \"id\":\"b\"");
  }

  private static boolean ownsTable(int subtask) {
    return KeyGroupRangeAssignment.assignKeyToParallelOperator(
            DispatcherId.of(TABLE).key(), SpoolHarness.MAX_PARALLELISM, 2)
        == subtask;
  }

  @Test
  void aCopyIsKnownAlsoWhereItsRowHasBeenSpilled() throws Exception {
    SpoolSettings tight = Rows.settings(4 << 10, 1L << 30, 1 << 20);
    try (var harness = harness(new EmbeddedRocksDBStateBackend(true), tight, 1, 0)) {
      harness.open();
      for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < 500; i++) {
          harness.processElement1(row(100 + i, "k" + i));
        }
      }
      end(harness);
      assertThat(sealed(harness)).hasSize(500).doesNotHaveDuplicates();
      harness.prepareSnapshotPreBarrier(1);
      assertThat(copiesCounted(harness)).isEqualTo(500);
    }
  }
}
