package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.FaultyFiles;
import io.spillway.testing.Sent;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls to the storage that fail in the middle of a run: the job starts over and loses nothing. */
class TaskFailureITCase {
  private static final String PIPELINE =
      """
      pipeline:
        name: shop
        parallelism: 2
        checkpoint-interval: 200 ms
        checkpoint-dir: checkpoints
      sources: [{type: files, path: in, max-drift: 500 ms}]
      storage: {path: 'faulty://disk%s', file-size: 64 kb, flush-interval: 200 ms}
      """;

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({"51, OPEN_DATA, 20", "52, CLOSE_DATA, 20", "53, CREATE, 40", "54, RENAME, 40"})
  void everyRowIsDeliveredOnceThroughAFailureOf(long seed, FaultyFiles.Call call, int number)
      throws Exception {
    SampleSettings settings = SampleSettings.standard(seed).withDdls(true, 30);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    Path output = folder.resolve("out");
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, PIPELINE.formatted(output));
    FaultyFiles.fail(output, call, number);

    CommandRun run = CommandRun.of("run", file.toString());

    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
    assertThat(FaultyFiles.hasFailed(output, call)).as("the fault happened").isTrue();
    assertThat(Delivered.faults(output, sent)).as("seed %d", seed).isEmpty();
    CommandRun verify = CommandRun.of("verify", output.toString());
    assertThat(verify.exitCode()).as(verify.out()).isEqualTo(ExitCode.OK);
  }
}
