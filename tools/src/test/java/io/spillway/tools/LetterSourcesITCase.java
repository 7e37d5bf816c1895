package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.event.SourcePartition;
import io.spillway.event.SourcePosition;
import io.spillway.job.ExitCode;
import io.spillway.policy.DeadLetter;
import io.spillway.policy.DeadLetterJson;
import io.spillway.testing.KafkaBroker;
import io.spillway.tools.testing.KafkaTopic;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Letters go back to the source that they came from, as they were there. */
class LetterSourcesITCase {
  private static final byte[] DEBEZIUM =
      "{\"before\":null,\"after\":{\"id\":1},\"op\":\"c\"}".getBytes(UTF_8);

  @TempDir Path folder;

  private String write(String name, String text) throws Exception {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    return Files.writeString(file, text).toString();
  }

  @Test
  void lettersAtTheSamePositionOfTwoSourcesAreTwo() throws Exception {
    write("one/p-0.ndjson", "{\"of\":\"one\"\n");
    write("two/p-0.ndjson", "{\"of\":\"two\"\n");
    String file =
        write(
            "pipeline.yaml",
            """
            pipeline: {name: shop, parallelism: 1, checkpoint-interval: 200 ms}
            sources: [{type: files, path: one}, {type: files, path: two}]
            storage: {path: out}
            """);
    assertThat(CommandRun.of("run", file).out()).contains("2 to the dead letters");

    String into = folder.resolve("into").toString();
    CommandRun replay = CommandRun.of("dead-letters", "replay", file, "--all", "--into", into);

    assertThat(replay.out()).as(replay.err()).contains("2 put back, 0 put back before");
    assertThat(Files.readString(folder.resolve("into/replay-0.ndjson")))
        .contains("\"one\"", "\"two\"");
    assertThat(CommandRun.of("dead-letters", "show", file, "p-0@0").out())
        .contains("source:", "/one", "/two");
    assertThat(CommandRun.of("dead-letters", "replay", file, "--all", "--into", into).out())
        .contains("0 put back, 2 put back before");
  }

  @Test
  void whatTheSearchEngineHadRefusedGoesBackAsItsTopicHadIt() throws Exception {
    KafkaBroker broker = KafkaBroker.shared();
    KafkaTopic topic = KafkaTopic.create(broker, "letters-debezium", 1);
    topic.send(new ProducerRecord<>("letters-debezium", 0, "{\"id\":1}".getBytes(UTF_8), DEBEZIUM));
    String file =
        write(
            "pipeline.yaml",
            """
            pipeline: {name: shop}
            sources:
              - type: kafka
                bootstrap-servers: '%s'
                topics: [letters-debezium]
                format: debezium-json
                watermark: observed
            storage: {path: out}
            elasticsearch: {hosts: ["http://localhost:9"]}
            errors: {dead-letters: {path: dead}}
            """
                .formatted(broker.address()));
    letter(0);

    CommandRun replay = CommandRun.of("dead-letters", "replay", file, "--all");

    assertThat(replay.out()).as(replay.err()).contains("1 put back");
    List<ConsumerRecord<byte[], byte[]>> records = topic.records();
    assertThat(records).hasSize(2);
    assertThat(records.get(1).value()).isEqualTo(DEBEZIUM);
    assertThat(records.get(1).key()).isEqualTo("{\"id\":1}".getBytes(UTF_8));
    assertThat(new String(records.get(1).headers().lastHeader("spillway.replay").value(), UTF_8))
        .isEqualTo("shop search letters-debezium-0@0");

    letter(77);
    CommandRun gone =
        CommandRun.of("dead-letters", "replay", file, "--at", "letters-debezium-0@77");
    assertThat(gone.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(gone.err()).contains("letters-debezium-0@77 is no longer in its topic", "--into");
    assertThat(topic.records()).hasSize(2);
  }

  /** As the search stage writes it: the row is canal-json by then, and its key isn't known. */
  private void letter(long offset) throws Exception {
    SourcePosition at =
        new SourcePosition(new SourcePartition("letters-debezium", 0), offset, 1_000);
    DeadLetter letter =
        new DeadLetter(
            new DeadLetter.Original(
                at, null, "{\"type\":\"INSERT\",\"data\":[{}]}".getBytes(UTF_8), List.of()),
            new DeadLetter.Failure(DeadLetter.SEARCH, "mapping", "why", 1, 1_000, 1_000),
            new DeadLetter.Subject("shop.t", "", new DeadLetter.Refusal(400, "shop.t", "1")));
    Files.createDirectories(folder.resolve("dead"));
    try (OutputStream out =
        Files.newOutputStream(folder.resolve("dead/letter-" + offset + ".ndjson"))) {
      new DeadLetterJson().write(letter, out);
    }
  }
}
