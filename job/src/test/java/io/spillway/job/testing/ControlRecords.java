package io.spillway.job.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Properties;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Writes settings into a topic, each with the broker's word that it is there. */
public final class ControlRecords implements AutoCloseable {
  private static final long LIMIT_SECONDS = 60;

  private final KafkaProducer<byte[], byte[]> producer;
  private final String topic;

  public ControlRecords(KafkaBroker broker, String topic) {
    Properties properties = new Properties();
    properties.put("bootstrap.servers", broker.address());
    properties.put("client.id", "test-control");
    this.producer =
        new KafkaProducer<>(properties, new ByteArraySerializer(), new ByteArraySerializer());
    this.topic = topic;
  }

  /**
   * @param key of a pipeline
   * @param value null for a tombstone
   */
  public void put(String key, String value) throws Exception {
    byte[] bytes = value == null ? null : value.getBytes(UTF_8);
    producer
        .send(new ProducerRecord<>(topic, 0, key.getBytes(UTF_8), bytes))
        .get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  @Override
  public void close() {
    producer.close();
  }
}
