package io.spillway.source;

import io.spillway.decode.MessageDecoder;
import io.spillway.event.Event;
import io.spillway.event.SourcePartition;
import io.spillway.wire.WireTypes;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.util.Collector;
import org.apache.kafka.clients.consumer.ConsumerRecord;

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
    out.collect(
        decoder.decode(
            partition(record),
            record.offset(),
            record.timestamp(),
            record.key(),
            value,
            0,
            value == null ? 0 : value.length));
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
