package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;

/** Pipelines from a topic of a real broker into folder {@code out}. */
abstract class KafkaPipelineFixture {
  static KafkaBroker broker;

  @TempDir Path folder;

  @BeforeAll
  static void startBroker() throws Exception {
    broker = KafkaBroker.shared();
  }

  Partitions sample(SampleSettings settings) throws Exception {
    return Partitions.sample(settings, folder.resolve("sample"));
  }

  Path output() {
    return folder.resolve("out");
  }

  void assertComplete(Sent sent) throws Exception {
    assertComplete(sent, sent.last());
  }

  void assertComplete(Sent sent, long checkpointTs) throws Exception {
    assertThat(Delivered.faults(output(), sent, checkpointTs)).isEmpty();
    CommandRun verify = CommandRun.of("verify", output().toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }

  static String pipeline(String topic, int parallelism, String source) {
    return """
    pipeline: {name: shop-%s, parallelism: %d, checkpoint-interval: 200 ms}
    sources: [{type: kafka, bootstrap-servers: '%s', topics: [%s], %s}]
    storage: {path: out, file-size: 64 kb, flush-interval: 200 ms}
    """
        .formatted(topic, parallelism, broker.address(), topic, source);
  }
}
