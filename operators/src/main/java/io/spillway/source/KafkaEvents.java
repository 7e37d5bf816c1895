package io.spillway.source;

import io.spillway.decode.CoarseTimes;
import io.spillway.decode.MessageDecoder;
import io.spillway.decode.StreamClocks;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Replay;
import io.spillway.event.Resolved;
import io.spillway.event.Row;
import io.spillway.event.Skipped;
import io.spillway.event.SourcePartition;
import io.spillway.wire.WireTypes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.common.header.Header;

/** Decodes the records of one reader. */
final class KafkaEvents implements KafkaRecordDeserializationSchema<Event> {
  private static final long serialVersionUID = 1L;

  private final DecoderFactory factory;
  private final StreamClocks clocks;
  private final EarlierRecords earlier;
  private final String pipeline;
  private transient MessageDecoder decoder;
  private transient MessageDecoder replays;
  private transient Map<String, Map<Integer, SourcePartition>> partitions;
  private transient SourcePartition last;

  /**
   * @param clocks of the partitions that this reader has
   * @param earlier what the topics hold before what is read
   * @param pipeline name of the pipeline, whose replays are meant
   */
  KafkaEvents(
      DecoderFactory factory, StreamClocks clocks, EarlierRecords earlier, String pipeline) {
    this.factory = factory;
    this.earlier = earlier;
    this.clocks = clocks;
    this.pipeline = pipeline;
  }

  @Override
  public void open(DeserializationSchema.InitializationContext context) {
    decoder = factory.decoder(clocks, earlier);
    partitions = new HashMap<>();
  }

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Event> out) {
    Header[] headers = record.headers().toArray();
    Replay replay = replay(headers);
    SourcePartition partition = partition(record);
    if (replay == Replay.FOREIGN) {
      out.collect(new Skipped(partition, "replay"));
      return;
    }
    byte[] value = record.value();
    MessageDecoder by = replay == Replay.NONE ? decoder : replays();
    Event event =
        by.decode(
            partition,
            record.offset(),
            record.timestamp(),
            record.key(),
            value,
            0,
            value == null ? 0 : value.length);
    // all events of a record go on before its offset is noted: no checkpoint comes between them
    for (; event != null; event = by.next()) {
      emit(event, headers, replay, out);
    }
  }

  private static void emit(Event event, Header[] headers, Replay replay, Collector<Event> out) {
    if (replay != Replay.NONE && event instanceof Resolved) {
      // what it said of its partition was said long ago, from another place
      out.collect(new Skipped(event.partition(), "replay"));
      return;
    }
    out.collect(headers.length == 0 ? event : headed(event, headers, replay));
  }

  /** What was put back by hand is as old as it says; it has no place in the partition's order. */
  private MessageDecoder replays() {
    if (replays == null) {
      replays = factory.decoder(CoarseTimes.AS_GIVEN, earlier);
    }
    return replays;
  }

  private Replay replay(Header[] headers) {
    for (int i = headers.length - 1; i >= 0; i--) {
      if (headers[i].key().equals(Replay.HEADER)) {
        return Replay.of(headers[i].value(), pipeline);
      }
    }
    return Replay.NONE;
  }

  private static Event headed(Event event, Header[] headers, Replay replay) {
    if (!(event instanceof Row || event instanceof Poison)) {
      return event;
    }
    List<io.spillway.event.Header> kept = new ArrayList<>(headers.length);
    for (Header header : headers) {
      kept.add(new io.spillway.event.Header(header.key(), header.value()));
    }
    if (event instanceof Row row) {
      row.headed(kept, replay);
      return row;
    }
    return ((Poison) event).with(kept);
  }

  /** One object for each partition, so that later stages may compare by identity. */
  private SourcePartition partition(ConsumerRecord<byte[], byte[]> record) {
    if (last == null
        || last.number() != record.partition()
        || !last.source().equals(record.topic())) {
      last =
          partitions
              .computeIfAbsent(record.topic(), topic -> new HashMap<>())
              .computeIfAbsent(
                  record.partition(), number -> new SourcePartition(record.topic(), number));
    }
    return last;
  }

  @Override
  public TypeInformation<Event> getProducedType() {
    return WireTypes.EVENT;
  }
}
