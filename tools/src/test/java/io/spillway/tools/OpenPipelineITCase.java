package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.LiveTree;
import io.spillway.testing.OpenBatch;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.OpenSample;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs from a topic of open-protocol to files. */
class OpenPipelineITCase {
  private static final long SEED = 72;
  private static final long MILLIS = 1_768_472_430_400L;

  @TempDir Path folder;

  private Path pipeline(KafkaBroker broker, String topic) throws IOException {
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        pipeline: {name: %1$s, parallelism: 2, checkpoint-interval: 300 ms}
        sources: [{type: kafka, bootstrap-servers: '%2$s', topics: [%1$s], format: open-protocol, end: latest}]
        storage: {path: out, file-size: 64 kb, flush-interval: 500 ms}
        """
            .formatted(topic, broker.address()));
  }

  @Test
  void batchesAreDeliveredOnceWithTheirStatementsInOrder() throws Exception {
    SampleSettings settings = SampleSettings.standard(SEED).withDdls(true, 40);
    OpenSample sample = OpenSample.of(Partitions.sample(settings, folder.resolve("sample")), SEED);
    KafkaBroker broker = KafkaBroker.shared();
    KafkaTopic topic = KafkaTopic.create(broker, "open", sample.batches().size());
    topic.send(sample.records("open"));
    String file = pipeline(broker, "open").toString();
    assertThat(CommandRun.of("validate", file).exitCode()).isEqualTo(ExitCode.OK);

    CommandRun run = CommandRun.of("run", file);

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    Path out = folder.resolve("out");
    assertThat(sample.canal().sent().ddls()).hasSizeGreaterThanOrEqualTo(40);
    assertThat(Delivered.faults(out, sample.canal().sent())).as("seed " + SEED).isEmpty();
    assertThat(out.resolve("_dead-letters")).doesNotExist();
    CommandRun verify = CommandRun.of("verify", out.toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }

  private static OpenBatch row(OpenBatch into, int time, String value) {
    return into.add(
        "{\"ts\":" + (MILLIS + time << 18) + ",\"scm\":\"shop\",\"tbl\":\"t\",\"t\":1}",
        "{\"u\":{\"id\":{\"t\":15,\"h\":true,\"f\":11,\"v\":" + value + "}}}");
  }

  private static OpenBatch resolved(int time) {
    String key = "{\"ts\":" + (MILLIS + time << 18) + ",\"scm\":\"\",\"tbl\":\"\",\"t\":3}";
    return new OpenBatch().add(key, "");
  }

  private static ProducerRecord<byte[], byte[]> record(String topic, OpenBatch batch) {
    return new ProducerRecord<>(topic, 0, batch.key(), batch.value());
  }

  @Test
  void whatIsRefusedOfABatchIsPutBackAlone() throws Exception {
    KafkaBroker broker = KafkaBroker.shared();
    KafkaTopic topic = KafkaTopic.create(broker, "open-letters", 1);
    OpenBatch batch = row(row(row(new OpenBatch(), 40, "\"a\""), 41, "\"\\\\q\""), 42, "\"c\"");
    topic.send(List.of(record("open-letters", batch), record("open-letters", resolved(50))));
    String file = pipeline(broker, "open-letters").toString();
    CommandRun first = CommandRun.of("run", file);
    assertThat(ids()).as(first.err()).containsExactly("a", "c");
    CommandRun show = CommandRun.of("dead-letters", "show", file, "open-letters-0@0");
    assertThat(show.out()).contains("event 2 of 3: column id holds what its type doesn't allow");

    OpenBatch mended = row(new OpenBatch(), 41, "\"b\"");
    Path value = Files.write(folder.resolve("mended"), mended.value());
    CommandRun replay =
        CommandRun.of("dead-letters", "replay", file, "--all", "--value", value.toString());
    assertThat(replay.out()).as(replay.err()).contains("1 put back");
    topic.send(record("open-letters", resolved(60)));
    ConsumerRecord<byte[], byte[]> back = topic.records().get(2);
    assertThat(back.key()).isEqualTo(mended.key());
    CommandRun second = CommandRun.of("run", file);

    assertThat(second.exitCode()).as(second.err()).isEqualTo(ExitCode.OK);
    assertThat(ids()).containsExactlyInAnyOrder("a", "b", "c");
  }

  private List<String> ids() throws IOException {
    List<String> ids = new ArrayList<>();
    Path table = folder.resolve("out/shop/t");
    for (Path data : LiveTree.files(table, f -> f.startsWith("CDC") && f.endsWith(".json"))) {
      for (String line : Files.readAllLines(data)) {
        ids.add(line.replaceFirst("^\\{\"data\":\\[\\{\"id\":\"(\\w+)\".*", "$1"));
      }
    }
    return ids;
  }
}
