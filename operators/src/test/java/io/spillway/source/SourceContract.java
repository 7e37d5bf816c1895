package io.spillway.source;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.decode.CanalJsonDecoder;
import io.spillway.decode.CoarseTimes;
import io.spillway.decode.CommitTimes;
import io.spillway.decode.DecodeOperator;
import io.spillway.decode.DispatcherBy;
import io.spillway.decode.EarlierMessages;
import io.spillway.decode.TableRule;
import io.spillway.event.Broadcast;
import io.spillway.event.Event;
import io.spillway.event.ReadCounts;
import io.spillway.event.Row;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.Deciders;
import io.spillway.policy.EventType;
import io.spillway.policy.Failures;
import io.spillway.policy.JobMatrix;
import io.spillway.wire.RowSerializer;
import java.util.ArrayList;
import java.util.List;
import java.util.Properties;
import java.util.stream.LongStream;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.OutputTag;
import org.junit.jupiter.api.Test;

/**
 * What holds of every source with the decoder behind it. What a checkpoint has taken along is acked
 * and isn't read again; what came behind it is. Every message ends in a row, the dead letters, the
 * skipped or the proven duplicates.
 *
 * @param <S> the backend's own splits
 */
abstract class SourceContract<S extends SourceSplit> {
  /** For formats that look nothing up. */
  static final EarlierRecords NO_BROKER = new EarlierRecords("none:1", "g", new Properties());

  private static final int MOST_POLLS = 1_000;

  /** A reader that has begun nothing. */
  abstract SourceReader<Event, ResolvedSplit<S>> reader() throws Exception;

  /** The splits of partitions {@code shop-0}, {@code shop-1}, ... with these messages. */
  abstract List<S> splits(List<List<byte[]>> partitions) throws Exception;

  static Failures failures() {
    return new Failures(
        Deciders.uncounted(JobMatrix.DEFAULT), EventType.SOURCE_READ, "reading the source");
  }

  static CanalJsonDecoder decoder() {
    return decoder(CoarseTimes.AS_GIVEN);
  }

  static CanalJsonDecoder decoder(CoarseTimes times, EarlierMessages earlier) {
    return decoder(times);
  }

  static CanalJsonDecoder decoder(CoarseTimes times) {
    return new CanalJsonDecoder(DispatcherBy.TABLE, TableRule.ANY, CommitTimes.ANY.with(times));
  }

  static byte[] row(long commitTs) {
    return ("{\"id\":0,\"database\":\"shop\",\"table\":\"t\",\"pkNames\":[\"id\"],\"isDdl\":false,"
            + "\"type\":\"INSERT\",\"es\":1,\"ts\":1,\"mysqlType\":{\"id\":\"int\"},\"data\":[{\"id\":\"1\"}],"
            + "\"_tidb\":{\"commitTs\":"
            + commitTs
            + "}}")
        .getBytes(UTF_8);
  }

  private static byte[] resolved(long commitTs) {
    return ("{\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"watermarkTs\":" + commitTs + "}}")
        .getBytes(UTF_8);
  }

  /** 100 to 299, by turns in two partitions, with a resolved event every twenty. */
  private static List<List<byte[]>> stream() {
    List<List<byte[]>> partitions = List.of(new ArrayList<>(), new ArrayList<>());
    for (long ts = 100; ts < 300; ts++) {
      partitions.get((int) (ts % 2)).add(row(ts));
      if (ts % 20 == 19) {
        partitions.get(0).add(resolved(ts));
        partitions.get(1).add(resolved(ts));
      }
    }
    return partitions;
  }

  private static List<Long> all() {
    return LongStream.range(100, 300).boxed().toList();
  }

  /** One life of source and decoder, from a checkpoint to its end. */
  private final class Life implements AutoCloseable {
    private final SourceReader<Event, ResolvedSplit<S>> reader = reader();
    private final OneInputStreamOperatorTestHarness<Event, Row> decode;
    private final List<Long> rows = new ArrayList<>();
    private boolean ended;

    Life(List<ResolvedSplit<S>> from) throws Exception {
      decode = new OneInputStreamOperatorTestHarness<>(new DecodeOperator(JobMatrix.DEFAULT));
      decode.setup(new RowSerializer());
      decode.open();
      reader.start();
      reader.addSplits(from);
      reader.notifyNoMoreSplits();
    }

    /** Reads so many turns, or to the end. */
    void poll(int turns) throws Exception {
      CollectingOutput out = new CollectingOutput();
      for (int i = 0; i < turns && !ended; i++) {
        ended = reader.pollNext(out) != InputStatus.MORE_AVAILABLE;
        for (Event event : out.take()) {
          decode.processElement(new StreamRecord<>(event));
          takeRow();
        }
      }
    }

    private void takeRow() {
      for (Object element = decode.getOutput().poll();
          element != null;
          element = decode.getOutput().poll()) {
        if (element instanceof StreamRecord<?> record) {
          rows.add(((Row) record.getValue()).commitTs());
        }
      }
    }

    List<ResolvedSplit<S>> checkpoint() throws Exception {
      decode.prepareSnapshotPreBarrier(1);
      return reader.snapshotState(1);
    }

    <T> List<T> side(OutputTag<T> tag) {
      List<T> values = new ArrayList<>();
      if (decode.getSideOutput(tag) != null) {
        decode.getSideOutput(tag).forEach(record -> values.add(record.getValue()));
      }
      return values;
    }

    ReadCounts counts() {
      ReadCounts sum = ReadCounts.NONE;
      for (Broadcast told : side(DecodeOperator.BROADCASTS)) {
        sum = told instanceof ReadCounts counts ? sum.plus(counts) : sum;
      }
      return sum;
    }

    @Override
    public void close() throws Exception {
      reader.close();
      decode.close();
    }
  }

  private List<ResolvedSplit<S>> fresh(List<List<byte[]>> partitions) throws Exception {
    return splits(partitions).stream()
        .map(split -> new ResolvedSplit<>(split, Long.MIN_VALUE, Long.MIN_VALUE))
        .toList();
  }

  @Test
  void everyRowComesOnceAndInTheOrderOfItsPartition() throws Exception {
    try (Life life = new Life(fresh(stream()))) {
      life.poll(MOST_POLLS);
      assertThat(life.ended).isTrue();
      assertThat(life.rows).containsExactlyInAnyOrderElementsOf(all());
      for (int partition = 0; partition < 2; partition++) {
        int of = partition;
        assertThat(life.rows.stream().filter(ts -> ts % 2 == of).toList()).isSorted();
      }
    }
  }

  @Test
  void whatACheckpointHasTakenIsNotReadAgainAndWhatItHasNotIsWhereverTheCrashComes()
      throws Exception {
    for (int turns = 0; turns < 8; turns++) {
      List<Long> acked;
      List<ResolvedSplit<S>> kept;
      try (Life first = new Life(fresh(stream()))) {
        first.poll(turns);
        kept = first.checkpoint();
        acked = List.copyOf(first.rows);
        first.poll(2);
      }
      try (Life second = new Life(kept)) {
        second.poll(MOST_POLLS);
        List<Long> both = new ArrayList<>(acked);
        both.addAll(second.rows);
        assertThat(both).as("crash after %d", turns).containsExactlyInAnyOrderElementsOf(all());
      }
    }
  }

  @Test
  void whatTheUpstreamRepeatsBehindItsOwnResolvedEventIsDroppedAlsoAfterACrash() throws Exception {
    List<byte[]> messages =
        new ArrayList<>(List.of(row(100), row(101), resolved(101), row(100), row(102)));
    try (Life life = new Life(fresh(List.of(messages)))) {
      life.poll(MOST_POLLS);
      assertThat(life.rows).containsExactly(100L, 101L, 102L);
    }
    List<ResolvedSplit<S>> behind =
        splits(List.of(List.of(row(100), row(102)))).stream()
            .map(split -> new ResolvedSplit<>(split, 101L, Long.MIN_VALUE))
            .toList();
    try (Life life = new Life(behind)) {
      life.poll(MOST_POLLS);
      assertThat(life.rows).containsExactly(102L);
    }
  }

  @Test
  void aNackIsADeadLetterWithTheMessageAndTheOthersFlow() throws Exception {
    byte[] broken = "{\"id\":".getBytes(UTF_8);
    try (Life life = new Life(fresh(List.of(List.of(row(100), broken, row(101)))))) {
      life.poll(MOST_POLLS);
      assertThat(life.rows).containsExactly(100L, 101L);
      List<DeadLetter> letters = life.side(DecodeOperator.DEAD_LETTERS);
      assertThat(letters).hasSize(1);
      assertThat(letters.get(0).original().value()).isEqualTo(broken);
      assertThat(letters.get(0).position().partition().label()).isEqualTo("shop-0");
      assertThat(letters.get(0).position().offset()).isPositive();
    }
  }

  /** A message as canal writes it: its time is a whole second, and no other. */
  private static byte[] plain(long second) {
    return ("{\"id\":0,\"database\":\"shop\",\"table\":\"t\",\"pkNames\":[\"id\"],\"isDdl\":false,"
            + "\"type\":\"INSERT\",\"es\":"
            + second * 1000
            + ",\"ts\":1,\"mysqlType\":{\"id\":\"int\"},\"data\":[{\"id\":\"1\"}]}")
        .getBytes(UTF_8);
  }

  @Test
  void coarseTimesGetTimestampsInTheOrderOfTheStreamAndTheSameAfterACrashAnywhere()
      throws Exception {
    List<byte[]> messages = new ArrayList<>();
    for (int i = 0; i < 200; i++) {
      // five a second, and every seventh says a time of long ago
      messages.add(plain(1_700_000_000L + (i % 7 == 6 ? -60 : i / 5)));
    }
    List<Long> whole;
    try (Life life = new Life(fresh(List.of(messages)))) {
      life.poll(MOST_POLLS);
      whole = List.copyOf(life.rows);
    }
    assertThat(whole).hasSize(200).isSorted().doesNotHaveDuplicates();
    for (int turns = 0; turns < 6; turns++) {
      List<Long> both = new ArrayList<>();
      List<ResolvedSplit<S>> kept;
      try (Life first = new Life(fresh(List.of(messages)))) {
        first.poll(turns);
        kept = first.checkpoint();
        both.addAll(first.rows);
        first.poll(1);
      }
      try (Life second = new Life(kept)) {
        second.poll(MOST_POLLS);
        both.addAll(second.rows);
      }
      assertThat(both).as("crash after %d", turns).isEqualTo(whole);
    }
  }

  @Test
  void theBooksBalance() throws Exception {
    List<byte[]> messages =
        List.of(
            row(100),
            "no json".getBytes(UTF_8),
            resolved(100),
            row(100),
            "{\"type\":\"BOOTSTRAP\"}".getBytes(UTF_8),
            row(101));
    try (Life life = new Life(fresh(List.of(messages)))) {
      life.poll(MOST_POLLS);
      life.checkpoint();
      ReadCounts counts = life.counts();
      assertThat(counts).isEqualTo(new ReadCounts(5, 1, 1, 1));
      assertThat(counts.read())
          .isEqualTo(
              life.rows.size() + counts.deadLetters() + counts.skipped() + counts.duplicates());
    }
  }
}
