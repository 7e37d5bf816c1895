package io.spillway.job.letters;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.spillway.event.Header;
import io.spillway.policy.DeadLetter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * Letters as records of a topic, see {@link LetterHeaders}. One that is larger than a record may be
 * goes to a file before its record is sent; the record then has no value, but the file's place in a
 * header. A letter that is written again after a restart goes to the same file.
 */
public final class LetterRecord implements KafkaRecordSerializationSchema<DeadLetter> {
  private static final long serialVersionUID = 1L;

  /** What a record takes besides key, value and headers, generously. */
  private static final int OVERHEAD = 256;

  private static final int HEADER_OVERHEAD = 12;

  private final String topic;
  private final String pipeline;
  private final LetterFiles overflow;
  private final long maxBytes;

  /**
   * @param pipeline its name, for people who look at the topic
   * @param overflow for letters above {@code maxBytes}
   */
  public LetterRecord(String topic, String pipeline, LetterFiles overflow, long maxBytes) {
    this.topic = topic;
    this.pipeline = pipeline;
    this.overflow = overflow;
    this.maxBytes = maxBytes;
  }

  @Override
  public ProducerRecord<byte[], byte[]> serialize(
      DeadLetter letter, KafkaSinkContext context, Long timestamp) {
    List<Header> headers = LetterHeaders.of(letter, pipeline);
    byte[] key = letter.original().key();
    byte[] value = letter.original().value();
    if (size(key, value, headers) > maxBytes) {
      value = null;
      String file = put(letter);
      if (size(key, null, headers) > maxBytes) {
        key = null;
        headers = new ArrayList<>();
        LetterHeaders.add(LetterHeaders.FORMAT, "1", headers);
      }
      LetterHeaders.add(LetterHeaders.FILE, file, headers);
    }
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, null, letter.failure().lastMs(), key, value);
    headers.forEach(header -> record.headers().add(header.name(), header.value()));
    return record;
  }

  private String put(DeadLetter letter) {
    try {
      return overflow.put(letter);
    } catch (IOException e) {
      throw new UncheckedIOException("can't write the dead letter " + letter.position(), e);
    }
  }

  private static long size(byte[] key, byte[] value, List<Header> headers) {
    long size = OVERHEAD + (key == null ? 0L : key.length) + (value == null ? 0L : value.length);
    for (Header header : headers) {
      int length = header.value() == null ? 0 : header.value().length;
      size += HEADER_OVERHEAD + header.name().getBytes(UTF_8).length + length;
    }
    return size;
  }

  /**
   * The letter of a record that {@link #serialize} has made.
   *
   * @throws IOException where the record is none, or its file can't be read
   */
  public static DeadLetter read(ConsumerRecord<byte[], byte[]> record) throws IOException {
    List<Header> headers = new ArrayList<>();
    String file = null;
    for (org.apache.kafka.common.header.Header header : record.headers()) {
      headers.add(new Header(header.key(), header.value()));
      file = header.key().equals(LetterHeaders.FILE) ? new String(header.value(), UTF_8) : file;
    }
    if (file != null && record.value() == null) {
      return LetterFiles.get(file);
    }
    byte[] value = record.value() == null ? new byte[0] : record.value();
    return LetterHeaders.read(record.key(), value, headers);
  }
}
