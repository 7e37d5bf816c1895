package io.spillway.job.flow;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Lines as a topic's values, without their LF. A class of its own: the connector's builder asks a
 * value schema for its type, which a lambda can't tell.
 */
final class LineRecords<T> implements KafkaRecordSerializationSchema<T> {
  private static final long serialVersionUID = 1L;

  private final String topic;
  private final EventLog.LineWriter<T> writer;
  private final EventLog.KeyOf<T> keyOf;

  LineRecords(String topic, EventLog.LineWriter<T> writer, EventLog.KeyOf<T> keyOf) {
    this.topic = topic;
    this.writer = writer;
    this.keyOf = keyOf;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      T record, KafkaSinkContext context, Long timestamp) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      writer.write(record, out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    byte[] line = out.toByteArray();
    byte[] key = keyOf.of(record).getBytes(StandardCharsets.UTF_8);
    return new ProducerRecord<>(topic, key, Arrays.copyOf(line, line.length - 1));
  }
}
