package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.LiveTree;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.DebeziumSample;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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

  @Test
  void whatAConnectorSendsAgainIsDeliveredOnce() throws Exception {
    List<String> sent = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      sent.add(change(i, i));
      if (i % 1000 == 700) {
        // it starts again and reads the log from where it had last said that it was
        for (int again = i - 500; again <= i; again++) {
          sent.add(change(again, again + 100_000));
        }
      }
    }
    Files.createDirectories(folder.resolve("in"));
    Files.write(folder.resolve("in").resolve("shop-0.ndjson"), sent);

    CommandRun run = run("observed");

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    CommandRun verify = CommandRun.of("verify", folder.resolve("out").toString());
    assertThat(verify.out()).contains(" 3000 rows").contains(", 0 duplicates");
    assertThat(run.out()).contains("1,503 duplicates dropped");
  }

  /**
   * @param number of the change; five stand in one second
   * @param builtMs when the message was built
   */
  private static String change(int number, int builtMs) {
    return """
        {"key":{"id":%1$d},"value":{"before":null,"after":{"id":%1$d,"v":"x"},\
        "source":{"connector":"mysql","ts_ms":%2$d000,"snapshot":"false","db":"shop","table":"t",\
        "file":"bin.1","pos":%3$d,"row":0,"server_id":1},"op":"c","ts_ms":%4$d}}"""
        .formatted(number, 1_768_472_430L + number / 5, 100 + 50 * number, builtMs);
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
    return LiveTree.files(folder, name -> true).size();
  }
}
