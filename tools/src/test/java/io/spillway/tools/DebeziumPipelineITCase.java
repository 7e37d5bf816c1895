package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.DebeziumSample;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs from files of debezium-json to files. */
class DebeziumPipelineITCase {
  private static final String PIPELINE =
      """
      pipeline: {name: shop, parallelism: 2, checkpoint-interval: 300 ms}
      sources: [{type: files, path: in, format: debezium-json, watermark: %s}]
      storage: {path: out, file-size: 64 kb, flush-interval: 500 ms}
      """;

  @TempDir Path folder;

  @Test
  void ticdcsStreamIsDeliveredOnceWithItsStatementsInOrder() throws Exception {
    SampleSettings settings = SampleSettings.standard(61).withDdls(true, 40);
    DebeziumSample sample = DebeziumSample.ticdc(sample(settings));
    sample.lines().write(folder.resolve("in"));

    CommandRun run = run("resolved");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertDelivered(sample.canal().sent(), 40);
  }

  @Test
  void debeziumsStreamIsDeliveredOnceAlthoughItKnowsNoResolvedEvents() throws Exception {
    SampleSettings settings = SampleSettings.standard(62).withDdls(true, 20).withReplays(0);
    DebeziumSample sample = DebeziumSample.plain(sample(settings));
    sample.lines().write(folder.resolve("in"));

    CommandRun run = run("observed");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertDelivered(sample.canal().sent(), 20);
  }

  private Partitions sample(SampleSettings settings) throws IOException {
    return Partitions.sample(settings, folder.resolve("sample"));
  }

  private CommandRun run(String watermark) throws IOException {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE.formatted(watermark));
    assertThat(CommandRun.of("validate", file.toString()).exitCode()).isEqualTo(ExitCode.OK);
    return CommandRun.of("run", file.toString());
  }

  private void assertDelivered(Sent sent, int ddls) throws IOException {
    Path out = folder.resolve("out");
    assertThat(sent.ddls()).hasSizeGreaterThanOrEqualTo(ddls);
    assertThat(Delivered.faults(out, sent)).isEmpty();
    CommandRun verify = CommandRun.of("verify", out.toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
    assertThat(deadLetters(out.resolve("_dead-letters"))).isZero();
  }

  private static long deadLetters(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return 0;
    }
    try (Stream<Path> tree = Files.walk(folder)) {
      return tree.filter(Files::isRegularFile).count();
    }
  }
}
