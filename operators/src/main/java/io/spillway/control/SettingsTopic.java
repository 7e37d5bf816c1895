package io.spillway.control;

import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Settings in a topic of one partition, under the pipeline's name as key. A look that is forced
 * reads the topic from its beginning: of the records that were there at the look before, the newest
 * alone is given. What has come since is given record by record, in order, as is what comes between
 * two forced looks. A newest record without a value means that there are no settings. Records of
 * other keys are for others.
 */
public final class SettingsTopic implements SettingsStore {
  private static final long serialVersionUID = 1L;
  private static final Logger LOG = LoggerFactory.getLogger(SettingsTopic.class);

  /** Less than the time between two looks: what comes while one waits is taken by the next. */
  private static final Duration WAIT = Duration.ofMillis(ControlOperator.LOOK_MS * 4 / 5);

  /** So many waits in vain before the end of the topic: the broker is away. */
  private static final int MOST_SILENT = 25;

  private static final long NOTHING_YET = Long.MAX_VALUE;

  private final TopicTail.Opening opening;
  private final String topic;
  private final byte[] key;

  private transient TopicTail tail;
  private transient boolean follows;
  private transient long next;
  private transient Stamp newest;
  private transient boolean warned;

  /**
   * @param client further properties of the Kafka client: TLS, SASL
   * @param pipeline name of the pipeline: the key of its records
   */
  public SettingsTopic(String brokers, Map<String, String> client, String topic, String pipeline) {
    this(KafkaTail.opening(brokers, client, topic), topic, pipeline);
  }

  SettingsTopic(TopicTail.Opening opening, String topic, String pipeline) {
    this.opening = opening;
    this.topic = topic;
    this.key = pipeline.getBytes(StandardCharsets.UTF_8);
  }

  /** The place in the topic, not {@code known}, says what is new. */
  @Override
  public Look look(Stamp known, boolean force) throws IOException {
    if (tail == null) {
      tail = opening.open();
      next = NOTHING_YET;
      newest = Stamp.NONE;
    }
    return force || !follows ? reload() : follow();
  }

  private Look reload() throws IOException {
    // until it has come to the end, nothing that follows would be in order
    follows = false;
    long end = tail.rewind();
    // a topic that was made anew ends before what was read of the one before
    TopicReading reading = new TopicReading(Math.min(next, end));
    long position = tail.position();
    int silent = 0;
    while (position < end) {
      take(reading);
      long reached = tail.position();
      silent = reached > position ? 0 : silent + 1;
      if (silent > MOST_SILENT) {
        throw new SocketTimeoutException(
            "topic %s can't be read to its end %d, only to %d".formatted(topic, end, reached));
      }
      position = reached;
    }
    next = position;
    newest = reading.newest(Stamp.NONE);
    follows = true;
    return reading.look(newest);
  }

  private Look follow() throws IOException {
    TopicReading reading = new TopicReading(0);
    take(reading);
    next = tail.position();
    newest = reading.newest(newest);
    return reading.look(newest);
  }

  private void take(TopicReading reading) throws IOException {
    for (ConsumerRecord<byte[], byte[]> record : tail.poll(WAIT)) {
      if (Arrays.equals(record.key(), key)) {
        reading.take(record);
      } else if (record.key() == null && !warned) {
        warned = true;
        LOG.warn(
            "{} has no key and is no settings: those of this pipeline have its name as key",
            TopicReading.place(record));
      }
    }
  }

  @Override
  public void close() {
    if (tail != null) {
      tail.close();
    }
  }
}
