package io.spillway.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.LiveTree;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.SimpleSample;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs from simple-json to files. */
class SimplePipelineITCase {
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
      sources: [{type: files, path: in, format: simple-json}]
      storage: {path: out, file-size: 64 kb, flush-interval: 500 ms}
      """;

  @TempDir Path folder;

  @Test
  void ticdcsStreamIsDeliveredOnceWithItsStatementsInOrder() throws Exception {
    SimpleSample sample = sample(SampleSettings.standard(71).withDdls(true, 40));
    sample.messages().write(folder.resolve("in"));

    CommandRun run = run();

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    Path out = folder.resolve("out");
    assertThat(sample.canal().sent().ddls()).hasSizeGreaterThanOrEqualTo(40);
    assertThat(Delivered.faults(out, sample.canal().sent())).isEmpty();
    assertThat(out.resolve("_dead-letters")).doesNotExist();
    CommandRun verify = CommandRun.of("verify", out.toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }

  private static final long MILLIS = 1_768_472_430_400L;

  private static byte[] bootstrap() {
    return ("{\"version\":1,\"type\":\"BOOTSTRAP\",\"commitTs\":0,\"tableSchema\":{\"schema\":\"shop\","
            + "\"table\":\"t\",\"version\":5,\"columns\":[{\"name\":\"id\",\"dataType\":"
            + "{\"mysqlType\":\"varbinary\",\"length\":9}}],\"indexes\":[{\"primary\":true,"
            + "\"columns\":[\"id\"]}]}}")
        .getBytes(UTF_8);
  }

  private static byte[] row(int time, String base64) {
    return ("{\"version\":1,\"type\":\"INSERT\",\"database\":\"shop\",\"table\":\"t\",\"commitTs\":"
            + (MILLIS + time << 18)
            + ",\"buildTs\":1,\"schemaVersion\":5,\"data\":{\"id\":\""
            + base64
            + "\"}}")
        .getBytes(UTF_8);
  }

  private static byte[] resolved(int time) {
    return ("{\"version\":1,\"type\":\"WATERMARK\",\"commitTs\":" + (MILLIS + time << 18) + "}")
        .getBytes(UTF_8);
  }

  @Test
  void aRunThatBeginsBehindTheSchemaOfItsRowsFindsItInTheTopic() throws Exception {
    KafkaBroker broker = KafkaBroker.shared();
    KafkaTopic topic = KafkaTopic.create(broker, "simple", 1);
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file,
        PIPELINE
            .replace("name: shop", "name: simple")
            .replace(
                "type: files, path: in",
                "type: kafka, bootstrap-servers: '"
                    + broker.address()
                    + "', topics: [simple], start: committed, end: latest"));
    topic.send(
        0, List.of(bootstrap(), row(40, "YQ=="), resolved(50), row(60, "Yg=="), resolved(70)));
    topic.commit("spillway-simple", List.of(3L));

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(ids()).containsExactly("b");
    assertThat(folder.resolve("out/_dead-letters")).doesNotExist();
  }

  @Test
  void theNextBoundedRunRepeatsNothingOfAShortOne() throws Exception {
    KafkaBroker broker = KafkaBroker.shared();
    KafkaTopic topic = KafkaTopic.create(broker, "simple-short", 1);
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(
        file,
        PIPELINE
            .replace("name: shop", "name: simple-short")
            .replace(
                "type: files, path: in",
                "type: kafka, bootstrap-servers: '"
                    + broker.address()
                    + "', topics: [simple-short], end: latest"));
    topic.send(0, List.of(bootstrap(), row(40, "YQ=="), resolved(50)));
    CommandRun first = CommandRun.of("run", file.toString());
    assertThat(first.exitCode()).as(first.err()).isEqualTo(ExitCode.OK);
    topic.send(0, List.of(row(60, "Yg=="), resolved(70)));

    CommandRun second = CommandRun.of("run", file.toString());

    assertThat(second.exitCode()).as(second.err()).isEqualTo(ExitCode.OK);
    assertThat(ids()).containsExactlyInAnyOrder("a", "b");
  }

  private List<String> ids() throws IOException {
    List<String> ids = new ArrayList<>();
    Path table = folder.resolve("out/shop/t");
    for (Path data : LiveTree.files(table, f -> f.startsWith("CDC") && f.endsWith(".json"))) {
      for (String line : Files.readAllLines(data)) {
        ids.add(line.replaceFirst(".*\\{\"id\":\"(\\w+)\".*", "$1"));
      }
    }
    return ids;
  }

  private SimpleSample sample(SampleSettings settings) throws IOException {
    return SimpleSample.of(Partitions.sample(settings, folder.resolve("sample")));
  }

  private CommandRun run() throws IOException {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE);
    assertThat(CommandRun.of("validate", file.toString()).exitCode()).isEqualTo(ExitCode.OK);
    return CommandRun.of("run", file.toString());
  }
}
