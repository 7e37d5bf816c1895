package io.spillway.control;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.policy.ErrorKind;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.SocketTimeoutException;
import java.nio.file.AccessDeniedException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TopicAuthorizationException;
import org.junit.jupiter.api.Test;

class KafkaTailTest {
  private static final TopicPartition ONLY = new TopicPartition("control", 0);

  private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest");
  private final KafkaTail tail = new KafkaTail(consumer, "control");

  private void partitions(int count) {
    List<PartitionInfo> partitions = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      partitions.add(new PartitionInfo("control", i, null, null, null));
    }
    consumer.updatePartitions("control", partitions);
    consumer.updateBeginningOffsets(Map.of(ONLY, 0L));
    consumer.updateEndOffsets(Map.of(ONLY, 2L));
  }

  @Test
  void theOnlyPartitionIsReadFromItsBeginning() throws IOException {
    partitions(1);
    assertThat(tail.rewind()).isEqualTo(2);
    assertThat(tail.position()).isZero();
    consumer.addRecord(new ConsumerRecord<>("control", 0, 0, new byte[0], new byte[0]));
    consumer.addRecord(new ConsumerRecord<>("control", 0, 1, new byte[0], new byte[0]));
    assertThat(tail.poll(Duration.ZERO)).extracting(ConsumerRecord::offset).containsExactly(0L, 1L);
    assertThat(tail.position()).isEqualTo(2);
    tail.rewind();
    assertThat(tail.position()).isZero();
    tail.close();
    assertThat(consumer.closed()).isTrue();
  }

  @Test
  void severalPartitionsHaveNoOrder() {
    partitions(2);
    assertThatThrownBy(tail::rewind)
        .isInstanceOf(IOException.class)
        .hasMessage("topic control has 2 partitions; only one keeps the order of settings");
  }

  @Test
  void aTopicThatIsNotThereIsSaidToBeMissing() {
    assertThatThrownBy(tail::rewind)
        .isInstanceOf(FileNotFoundException.class)
        .hasMessage("topic control does not exist");
  }

  @Test
  void failuresOfTheClientAreKnownByTheirKind() throws IOException {
    partitions(1);
    tail.rewind();
    assertThat(kind(new TimeoutException("5 s"), SocketTimeoutException.class))
        .isEqualTo(ErrorKind.TIMEOUT);
    assertThat(kind(new TopicAuthorizationException("control"), AccessDeniedException.class))
        .isEqualTo(ErrorKind.CONFIGURATION);
    assertThat(kind(new KafkaException("broken record"), IOException.class))
        .isEqualTo(ErrorKind.IO);
  }

  private ErrorKind kind(KafkaException thrown, Class<? extends IOException> told) {
    consumer.setPollException(thrown);
    Throwable[] caught = new Throwable[1];
    assertThatThrownBy(() -> tail.poll(Duration.ZERO))
        .isExactlyInstanceOf(told)
        .hasMessageContaining("topic control")
        .hasMessageContaining(thrown.getMessage())
        .satisfies(t -> caught[0] = t);
    return ErrorKind.ofIo(caught[0]);
  }

  @Test
  void whatThePipelineSaysOfTheClientStandsButForWhatTheReadingNeeds() {
    Map<String, String> client =
        Map.of(
            "security.protocol", "SSL",
            "group.id", "g",
            "isolation.level", "read_uncommitted",
            "auto.offset.reset", "none");
    assertThat(KafkaTail.properties("a:1", client))
        .containsEntry("bootstrap.servers", "a:1")
        .containsEntry("security.protocol", "SSL")
        .containsEntry("isolation.level", "read_committed")
        .containsEntry("auto.offset.reset", "earliest")
        .containsEntry("allow.auto.create.topics", "false")
        .containsEntry("enable.auto.commit", "false")
        .doesNotContainKey("group.id");
  }

  @Test
  void aClientThatCannotBeMadeShowsNoSecret() {
    Map<String, String> client =
        Map.of(
            "security.protocol", "SASL_PLAINTEXT",
            "sasl.mechanism", "PLAIN",
            "sasl.jaas.config", "a.Module required password hush;");
    assertThatThrownBy(() -> KafkaTail.opening("localhost:1", client, "control").open())
        .isInstanceOf(IOException.class)
        .hasMessage("topic control: sasl.jaas.config is not understood")
        .hasNoCause();
  }
}
