package io.spillway.search;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.search.document.DocumentConfig;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.state.storage.JobManagerCheckpointStorage;
import org.apache.flink.streaming.api.connector.sink2.CommittableMessage;
import org.apache.flink.streaming.api.connector.sink2.CommittableWithLineage;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.operators.sink.SinkWriterOperatorFactory;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.junit.jupiter.api.Test;

/** The operator's state, with an engine that nobody reaches. */
class SearchOperatorTest {
  private static final int GROUPS = 128;
  private static final int MOST_STATE = 64 << 20;
  private static final SearchConfig CONFIG = config();
  private static final ElasticsearchSink SINK = new ElasticsearchSink(CONFIG, committed -> {});

  private static SearchConfig config() {
    WriterConfig d = WriterConfig.DEFAULT;
    return new SearchConfig(
        ConnectionConfig.of("http://127.0.0.1:1"),
        DocumentConfig.DEFAULT,
        new WriterConfig(d.controller(), 8 << 20, d.policy(), d.deadLetters(), d.newIndices()),
        1 << 30);
  }

  private static KeyedOneInputStreamOperatorTestHarness<
          Integer, SearchElement, CommittableMessage<SearchCommittable>>
      operator(int parallelism, int subtask) throws Exception {
    var harness =
        new KeyedOneInputStreamOperatorTestHarness<
            Integer, SearchElement, CommittableMessage<SearchCommittable>>(
            new SearchOperatorFactory(SINK, CONFIG, false),
            new SearchShards(CONFIG),
            Types.INT,
            GROUPS,
            parallelism,
            subtask);
    harness.setCheckpointStorage(new JobManagerCheckpointStorage(MOST_STATE));
    return harness;
  }

  private static List<SearchCommittable> committables(
      OneInputStreamOperatorTestHarness<SearchElement, CommittableMessage<SearchCommittable>>
          harness) {
    List<SearchCommittable> committables = new ArrayList<>();
    for (StreamRecord<? extends CommittableMessage<SearchCommittable>> record :
        harness.extractOutputStreamRecords()) {
      if (record.getValue() instanceof CommittableWithLineage<SearchCommittable> committed) {
        committables.add(committed.getCommittable());
      }
    }
    return committables;
  }

  private static long progress(
      OneInputStreamOperatorTestHarness<SearchElement, CommittableMessage<SearchCommittable>>
          harness,
      long checkpoint)
      throws Exception {
    harness.prepareSnapshotPreBarrier(checkpoint);
    List<SearchCommittable> all = committables(harness);
    return all.get(all.size() - 1).progress();
  }

  @Test
  void readsTheStateOfFlinksOwnWriterOperator() throws Exception {
    OperatorSubtaskState kept;
    try (OneInputStreamOperatorTestHarness<SearchElement, CommittableMessage<SearchCommittable>>
        before =
            new OneInputStreamOperatorTestHarness<>(
                new SinkWriterOperatorFactory<>(SINK), GROUPS, 1, 0)) {
      before.open();
      before.processElement(new StreamRecord<>(Rows.upsert(100, 1, "a")));
      before.processElement(new StreamRecord<>(Rows.upsert(200, 2, "b")));
      before.prepareSnapshotPreBarrier(1);
      kept = before.snapshot(1, 1);
    }
    try (var after = operator(1, 0)) {
      after.initializeState(kept);
      after.open();
      after.processWatermark(new Watermark(500));
      assertThat(progress(after, 2)).isEqualTo(99);
    }
  }

  @Test
  void rowsInTheStateGoWithTheirShardsToMoreWriters() throws Exception {
    String name = "x".repeat(10_000);
    OperatorSubtaskState kept;
    try (var before = operator(1, 0)) {
      before.open();
      for (int i = 0; i < 2_000; i++) {
        before.processElement(new StreamRecord<>(Rows.upsert(1_000 + i, i, name)));
      }
      before.processWatermark(new Watermark(9_000));
      assertThat(progress(before, 1)).isEqualTo(999);
      kept = before.snapshot(1, 1);
    }
    int segments = 0;
    long least = Long.MAX_VALUE;
    for (int subtask = 0; subtask < 2; subtask++) {
      OperatorSubtaskState mine =
          OneInputStreamOperatorTestHarness.repartitionOperatorState(kept, GROUPS, 1, 2, subtask);
      try (var after = operator(2, subtask)) {
        after.initializeState(mine);
        after.open();
        segments += after.numKeyedStateEntries();
        after.processWatermark(new Watermark(9_000));
        least = Math.min(least, progress(after, 2));
      }
    }
    assertThat(segments).isGreaterThan(100);
    assertThat(least).isEqualTo(999);
  }
}
