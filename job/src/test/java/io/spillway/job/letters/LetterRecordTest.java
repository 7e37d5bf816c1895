package io.spillway.job.letters;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.event.Header;
import io.spillway.policy.DeadLetter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.record.TimestampType;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LetterRecordTest {
  private static final int MAX = 4096;

  @TempDir Path folder;

  private ProducerRecord<byte[], byte[]> record(DeadLetter letter) {
    LetterFiles files = new LetterFiles(folder.toUri().toString());
    return new LetterRecord("dead", "shop", files, MAX).serialize(letter, null, null);
  }

  private static ConsumerRecord<byte[], byte[]> sent(ProducerRecord<byte[], byte[]> record) {
    return new ConsumerRecord<>(
        record.topic(),
        0,
        0,
        record.timestamp(),
        TimestampType.CREATE_TIME,
        0,
        0,
        record.key(),
        record.value(),
        record.headers(),
        Optional.empty());
  }

  private static String header(ProducerRecord<byte[], byte[]> record, String name) {
    return new String(record.headers().lastHeader(name).value(), UTF_8);
  }

  private static void readsBack(ProducerRecord<byte[], byte[]> record, DeadLetter letter)
      throws IOException {
    assertThat(LetterRecord.read(sent(record))).usingRecursiveComparison().isEqualTo(letter);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  @Test
  void aLetterIsARecordWithTheOriginalsKeyAndValueAndTheConventionalHeaders() throws Exception {
    List<Header> own = List.of(new Header("h", new byte[] {9}), new Header("n", null));
    DeadLetter letter = Samples.refused(99, 100, own);
    ProducerRecord<byte[], byte[]> record = record(letter);
    assertThat(record.key()).isEqualTo(letter.original().key());
    assertThat(record.value()).isEqualTo(letter.original().value());
    assertThat(record.timestamp()).isEqualTo(2_000);
    assertThat(record.headers().toArray()[0].key()).isEqualTo("h");
    assertThat(header(record, "__connect.errors.topic")).isEqualTo("orders");
    assertThat(header(record, "__connect.errors.partition")).isEqualTo("3");
    assertThat(header(record, "__connect.errors.offset")).isEqualTo("99");
    assertThat(header(record, "__connect.errors.connector.name")).isEqualTo("shop");
    assertThat(header(record, "__connect.errors.stage")).isEqualTo("search");
    assertThat(header(record, "__connect.errors.exception.class.name")).isEqualTo("mapping");
    assertThat(header(record, "__connect.errors.exception.message")).isEqualTo("why");
    readsBack(record, letter);
    readsBack(record(Samples.unreadable(5, "{")), Samples.unreadable(5, "{"));
    assertThat(files()).isEmpty();
  }

  @Test
  void aLetterThatWasALetterBeforeIsReadByItsLastHeaders() throws Exception {
    DeadLetter first = Samples.refused(99, 100, List.of());
    DeadLetter second = Samples.refused(200, 100, LetterHeaders.of(first, "other"));
    readsBack(record(second), second);
  }

  @Test
  void whatIsTooLargeForTheTopicGoesToAFileOnce() throws Exception {
    DeadLetter letter = Samples.refused(99, MAX, List.of());
    ProducerRecord<byte[], byte[]> record = record(letter);
    assertThat(record.value()).isNull();
    assertThat(record.key()).isEqualTo(letter.original().key());
    assertThat(header(record, "__connect.errors.offset")).isEqualTo("99");
    readsBack(record, letter);
    assertThat(files()).hasSize(1);
    assertThat(header(record(letter), LetterHeaders.FILE))
        .as("written again after a restart")
        .isEqualTo(header(record, LetterHeaders.FILE));
    assertThat(files()).hasSize(1);
  }

  @Test
  void headersThatAreTooLargeGoToTheFileToo() throws Exception {
    DeadLetter letter = Samples.refused(99, 5, List.of(new Header("big", new byte[MAX])));
    ProducerRecord<byte[], byte[]> record = record(letter);
    assertThat(record.key()).isNull();
    assertThat(record.headers().toArray()).hasSize(2);
    readsBack(record, letter);
  }

  @Test
  void anotherRecordIsRefused() {
    ProducerRecord<byte[], byte[]> other =
        new ProducerRecord<>("dead", 0, 5L, null, new byte[] {1});
    assertThatThrownBy(() -> LetterRecord.read(sent(other)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining(LetterHeaders.FORMAT);
    ProducerRecord<byte[], byte[]> damaged = record(Samples.refused(99, 5, List.of()));
    damaged.headers().remove("__connect.errors.offset");
    assertThatThrownBy(() -> LetterRecord.read(sent(damaged)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("__connect.errors.offset");
    damaged.headers().add("__connect.errors.offset", "many".getBytes(UTF_8));
    assertThatThrownBy(() -> LetterRecord.read(sent(damaged))).isInstanceOf(IOException.class);
  }
}
