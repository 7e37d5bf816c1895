package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.job.ExitCode;
import io.spillway.testing.KafkaBroker;
import io.spillway.tools.testing.KafkaTopic;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Records that are small on the way and in the topic, and large where they are read. */
@Timeout(400)
class CompressedTopicITCase {
  private static final int FORTY_MEGABYTES = 40 << 20;
  private static final String ROW =
      """
      {"database":"shop","table":"t","isDdl":false,"type":"INSERT","data":[{"id":"%d"}],\
      "_tidb":{"commitTs":%d}}\
      """;

  private static KafkaBroker broker;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
  }

  private static void send(String topic, List<byte[]> values) throws Exception {
    Map<String, Object> settings =
        Map.of(
            "bootstrap.servers",
            broker.address(),
            "compression.type",
            "gzip",
            "linger.ms",
            200,
            "max.request.size",
            1 << 30,
            "buffer.memory",
            1L << 28);
    ByteArraySerializer bytes = new ByteArraySerializer();
    try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(settings, bytes, bytes)) {
      for (byte[] value : values) {
        producer.send(new ProducerRecord<>(topic, 0, null, value)).get(60, TimeUnit.SECONDS);
      }
    }
  }

  private static byte[] row(int id) {
    return ROW.formatted(id, 1000 + id).getBytes(UTF_8);
  }

  @Test
  void aRecordThatUnpacksToTooMuchIsALetterAndTheRestIsDelivered() throws Exception {
    KafkaTopic.create(broker, "packed", 1);
    send("packed", List.of(row(1), new byte[FORTY_MEGABYTES], row(2)));
    Path file =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            pipeline: {name: shop, parallelism: 1, checkpoint-interval: 300 ms}
            sources:
              - {type: kafka, bootstrap-servers: '%s', topics: [packed], end: latest, watermark: observed}
            storage: {path: out, flush-interval: 300 ms}
            errors: {max-dead-letter-rate: 1.0}
            """
                .formatted(broker.address()));

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(run.out()).contains("1 to the dead letters");
    CommandRun letters = CommandRun.of("dead-letters", "list", file.toString());
    assertThat(letters.out()).contains("TOO_LARGE");
    CommandRun verify = CommandRun.of("verify", folder.resolve("out").toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
    assertThat(verify.out()).contains("2 rows");
  }

  /** The advice of {@code docs/security.md}: the broker unpacks, and measures what comes out. */
  @Test
  void aTopicWithoutCompressionTakesNoneOfThem() throws Exception {
    KafkaTopic.create(broker, "unpacked", 1, Map.of("compression.type", "uncompressed"));

    send("unpacked", List.of(row(1)));
    assertThatThrownBy(() -> send("unpacked", List.of(new byte[FORTY_MEGABYTES])))
        .hasCauseInstanceOf(RecordTooLargeException.class);
  }
}
