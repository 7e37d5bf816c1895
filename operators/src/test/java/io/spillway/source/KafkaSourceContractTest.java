package io.spillway.source;

import io.spillway.decode.StreamClocks;
import io.spillway.event.Event;
import io.spillway.event.SourcePartition;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;

/**
 * The Kafka source with a broker in memory: what fetches is the test's, what decodes a record and
 * keeps resolved events beside offsets is the job's. With a real broker: KafkaPipelineITCase.
 */
class KafkaSourceContractTest extends SourceContract<KafkaSourceContractTest.Split> {
  private static final int RECORDS_A_TURN = 40;
  private List<List<byte[]>> topic;

  record Split(SourcePartition partition, int offset) implements SourceSplit {
    @Override
    public String splitId() {
      return partition.label();
    }
  }

  @BeforeEach
  void noTopic() {
    topic = List.of();
  }

  @Override
  SourceReader<Event, ResolvedSplit<Split>> reader() {
    StreamClocks clocks = new StreamClocks();
    return new ResolvingReader<>(
        new Fetching(clocks),
        Split::partition,
        Retention.forever(),
        clocks,
        Waits.of(Waits.NEVER),
        failures());
  }

  @Override
  List<Split> splits(List<List<byte[]>> partitions) {
    topic = partitions;
    List<Split> splits = new ArrayList<>();
    for (int i = 0; i < partitions.size(); i++) {
      splits.add(new Split(new SourcePartition("shop", i), 0));
    }
    return splits;
  }

  private final class Fetching implements SourceReader<Event, Split> {
    private final KafkaEvents decoder;
    private final List<Split> splits = new ArrayList<>();
    private int turn;

    Fetching(StreamClocks clocks) {
      decoder = new KafkaEvents(SourceContract::decoder, clocks, NO_BROKER, "shop");
    }

    @Override
    public void start() {
      decoder.open(null);
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Event> output) {
      for (int tried = 0; tried < splits.size(); tried++) {
        int at = turn++ % splits.size();
        Split split = splits.get(at);
        List<byte[]> records = topic.get(split.partition().number());
        if (split.offset() < records.size()) {
          int end = Math.min(records.size(), split.offset() + RECORDS_A_TURN);
          Emit emit = new Emit(output.createOutputForSplit(split.splitId()));
          for (int offset = split.offset(); offset < end; offset++) {
            decoder.deserialize(
                new ConsumerRecord<>(
                    "shop",
                    split.partition().number(),
                    offset,
                    new byte[] {1},
                    records.get(offset)),
                emit);
          }
          splits.set(at, new Split(split.partition(), end));
          return InputStatus.MORE_AVAILABLE;
        }
      }
      return InputStatus.END_OF_INPUT;
    }

    @Override
    public List<Split> snapshotState(long checkpointId) {
      return List.copyOf(splits);
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public void addSplits(List<Split> added) {
      splits.addAll(added);
    }

    @Override
    public void notifyNoMoreSplits() {}

    @Override
    public void close() {}
  }

  private record Emit(SourceOutput<Event> output) implements Collector<Event> {
    @Override
    public void collect(Event event) {
      output.collect(event);
    }

    @Override
    public void close() {}
  }
}
