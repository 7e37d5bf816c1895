package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.BrokenOffRuns;
import io.spillway.tools.testing.DebeziumSample;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.io.FileUtils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs that read what a topic has, and end. */
class BoundedTopicITCase extends KafkaPipelineFixture {
  @Test
  void boundedRunDeliversWhatIsThereAndEnds() throws Exception {
    Partitions sample = sample(SampleSettings.standard(41).withRows(8000, 0).withDdls(true, 40));
    sample.feed(KafkaTopic.create(broker, "bounded", sample.count()));
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline("bounded", 2, "end: latest"));

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertComplete(sample.sent());
  }

  @Test
  void debeziumsKeysTombstonesAndStatementsAreRead() throws Exception {
    SampleSettings settings = SampleSettings.standard(40).withDdls(true, 20).withReplays(0);
    DebeziumSample sample = DebeziumSample.plain(sample(settings.withRows(6000, 0)));
    KafkaTopic.create(broker, "debezium", sample.messages().size()).send(sample);
    Path file = folder.resolve("pipeline.yaml");
    String reading = "end: latest, format: debezium-json, watermark: observed";
    Files.writeString(file, pipeline("debezium", 2, reading));

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertComplete(sample.canal().sent());
  }

  private static final long MILLIS = 1_768_472_430_400L;

  private static long at(int time) {
    return MILLIS + time << 18;
  }

  private static byte[] row(int time) {
    return ("{\"id\":0,\"database\":\"shop\",\"table\":\"t\",\"pkNames\":[\"id\"],\"isDdl\":false,"
            + "\"type\":\"INSERT\",\"es\":1,\"ts\":1,\"mysqlType\":{\"id\":\"int\"},\"data\":[{\"id\":\""
            + time
            + "\"}],\"_tidb\":{\"commitTs\":"
            + at(time)
            + "}}")
        .getBytes(UTF_8);
  }

  private static byte[] resolved(int time) {
    return ("{\"type\":\"TIDB_WATERMARK\",\"_tidb\":{\"watermarkTs\":" + at(time) + "}}")
        .getBytes(UTF_8);
  }

  private static byte[] alter(int time) {
    return ("{\"id\":0,\"database\":\"shop\",\"table\":\"t\",\"isDdl\":true,\"type\":\"ALTER\",\"es\":1,\"ts\":1,\"sql\":\"ALTER"
            + " TABLE t ADD x int\",\"_tidb\":{\"commitTs\":"
            + at(time)
            + "}}")
        .getBytes(UTF_8);
  }

  private List<String> rowsBelow(String version) throws IOException {
    Path table = output().resolve("shop/t/" + version);
    if (!Files.exists(table)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(table)) {
      List<String> ids = new ArrayList<>();
      for (Path file :
          files
              .filter(f -> f.toString().endsWith(".json") && !f.toString().contains("/meta/"))
              .sorted()
              .toList()) {
        for (String line : Files.readAllLines(file)) {
          ids.add(line.replaceFirst(".*\"id\":\"(\\d+)\".*", "$1"));
        }
      }
      return ids;
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"committed", "earliest"})
  void whatIsNotResolvedEverywhereIsLeftToTheNextBoundedRunWhichBeginsWithIt(String start)
      throws Exception {
    KafkaTopic topic = KafkaTopic.create(broker, "twice-" + start, 2);
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline("twice-" + start, 2, "start: " + start + ", end: latest"));
    topic.send(0, List.of(resolved(50)));
    topic.send(
        1, List.of(row(40), resolved(40), row(50), resolved(50), row(70), row(90), resolved(100)));

    CommandRun first = CommandRun.of("run", file.toString());

    assertThat(first.exitCode()).as(first.err()).isEqualTo(ExitCode.OK);
    assertThat(Files.readString(output().resolve("metadata"))).contains(":" + at(50));
    assertThat(rowsBelow("")).containsExactly("40", "50");
    topic.send(0, List.of(alter(80), resolved(120)));
    topic.send(1, List.of(resolved(120)));

    CommandRun second = CommandRun.of("run", file.toString());

    assertThat(second.exitCode()).as(second.err()).isEqualTo(ExitCode.OK);
    assertThat(rowsBelow("")).containsExactlyInAnyOrder("40", "50", "70", "90");
    assertThat(rowsBelow(String.valueOf(at(80)))).containsExactly("90");
  }

  /** The run may be over before its readers have committed an offset. */
  @ParameterizedTest
  @ValueSource(strings = {"committed", "earliest"})
  void theNextBoundedRunRepeatsNothingOfAShortOne(String start) throws Exception {
    String name = "short-" + start;
    KafkaTopic topic = KafkaTopic.create(broker, name, 1);
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline(name, 2, "start: " + start + ", end: latest"));
    topic.send(0, List.of(row(40), resolved(50)));
    CommandRun first = CommandRun.of("run", file.toString());
    assertThat(first.exitCode()).as(first.err()).isEqualTo(ExitCode.OK);
    topic.send(0, List.of(row(60), resolved(70)));

    CommandRun second = CommandRun.of("run", file.toString());

    assertThat(second.exitCode()).as(second.err()).isEqualTo(ExitCode.OK);
    assertThat(rowsBelow("")).containsExactly("40", "60");
  }

  @Test
  void withoutAnyCheckpointATopicIsReadAgainOnlyOnRequestAndEveryRowIsDeliveredOnce()
      throws Exception {
    SampleSettings settings = SampleSettings.standard(51).withDdls(true, 40);
    Partitions sample = sample(settings.withRows(20_000, 0).withReplays(20));
    KafkaTopic topic = KafkaTopic.create(broker, "lost", sample.count());
    sample.part(0, 0.5).feed(topic);
    Path file = folder.resolve("pipeline.yaml");
    String slow = "{name: lost, parallelism: 2, checkpoint-interval: 200 ms, checkpoint-dir: chk}";
    Files.writeString(
        file, pipeline("lost", 2, "max-drift: 50 ms").replaceFirst("\\{name.*}", slow));
    new BrokenOffRuns(folder, file, () -> {}).untilNew(() -> sample.part(0.5, 1).feed(topic));
    FileUtils.deleteDirectory(folder.resolve("chk").toFile());
    Files.writeString(file, pipeline("lost", 2, "end: latest").replaceFirst("\\{name.*}", slow));
    long before = Delivered.rows(output(), sample.sent());

    CommandRun refused = CommandRun.of("run", file.toString());

    assertThat(refused.exitCode()).as(refused.out()).isEqualTo(ExitCode.FAILED);
    assertThat(refused.err()).contains("out/metadata", "--recover", "--fresh");
    assertThat(Delivered.rows(output(), sample.sent())).as("nothing is written").isEqualTo(before);
    CommandRun validated = CommandRun.of("validate", file.toString(), "--sample", "10");
    assertThat(validated.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(validated.out()).contains("a start would refuse: ", "--recover");
    assertThat(validated.out())
        .contains("sample:       " + 10 * sample.count() + " messages")
        .containsPattern("\\w+\\.\\w+, no rule: [\\d,]+ rows");

    CommandRun recovered = CommandRun.of("run", file.toString(), "--recover");

    assertThat(recovered.exitCode()).as(recovered.err()).isEqualTo(ExitCode.OK);
    assertThat(recovered.out()).contains("Rows that stand in the bucket are not delivered again");
    assertComplete(sample.sent());
  }

  @Test
  void missingTopicIsNamed() throws Exception {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline("nowhere", 1, "end: latest"));

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(run.err())
        .contains("sources[0].topics: topic nowhere does not exist at " + broker.address())
        .doesNotContain("\tat ");
  }
}
