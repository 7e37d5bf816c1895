package io.spillway.source;

import io.spillway.decode.MessageDecoder;
import io.spillway.event.Event;
import io.spillway.event.Poison;
import io.spillway.event.Replay;
import io.spillway.event.Row;
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
  private transient MessageDecoder decoder;
  private transient Map<String, Map<Integer, SourcePartition>> partitions;
  private transient SourcePartition last;

  KafkaEvents(DecoderFactory factory) {
    this.factory = factory;
  }

  @Override
  public void open(DeserializationSchema.InitializationContext context) {
    decoder = factory.get();
    partitions = new HashMap<>();
  }

  @Override
  public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Event> out) {
    byte[] value = record.value();
    Event event =
        decoder.decode(
            partition(record),
            record.offset(),
            record.timestamp(),
            record.key(),
            value,
            0,
            value == null ? 0 : value.length);
    out.collect(headed(event, record.headers().toArray()));
  }

  private static Event headed(Event event, Header[] headers) {
    if (headers.length == 0 || !(event instanceof Row || event instanceof Poison)) {
      return event;
    }
    List<io.spillway.event.Header> kept = new ArrayList<>(headers.length);
    Replay replay = Replay.NONE;
    for (Header header : headers) {
      kept.add(new io.spillway.event.Header(header.key(), header.value()));
      if (header.key().equals(Replay.HEADER)) {
        replay = Replay.of(header.value());
      }
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
