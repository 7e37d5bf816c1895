package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.testing.CtrlC;
import io.spillway.testing.Eventually;
import io.spillway.testing.HeldFiles;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.verify.BucketVerifier;
import io.spillway.tools.verify.VerifyReport;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Ctrl-C, as a shell sends it. */
@Timeout(300)
class InterruptedRunITCase {
  private static final Duration LIMIT = Duration.ofMinutes(2);
  private static final Pattern MANY = Pattern.compile("\\| \\d+,\\d{3} rows read");

  @TempDir Path folder;

  @Test
  void aRunThatIsInterruptedTakesALastCheckpointAndSaysHowToGoOn() throws Exception {
    assertThat(
            CommandRun.of(
                    "sample",
                    folder.resolve("in").toString(),
                    "--rows",
                    "20000",
                    "--partitions",
                    "2")
                .exitCode())
        .isZero();
    Path file =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            pipeline: {name: shop, parallelism: 2, checkpoint-interval: 1 h}
            sources: [{type: files, path: '%s'}]
            storage: {path: out, file-size: 8 kb}
            """
                .formatted(HeldFiles.uri(folder.resolve("in"))));
    try (SpillwayProcess run =
        SpillwayProcess.start(
            folder,
            Map.of(
                "SPILLWAY_JVM_OPTS", HeldFiles.FROM_THE_START + " -Djava.io.tmpdir=" + temporary()),
            "run",
            file.toString(),
            "--progress",
            "1 s")) {
      Eventually.holds(LIMIT, () -> MANY.matcher(run.output()).find(), run::output);
      int exitCode = CtrlC.press(run.pid());

      assertThat(run.ends(LIMIT)).as(run.output()).isTrue();
      assertThat(run.exitCode()).as(run.output()).isEqualTo(exitCode);
      assertThat(run.output())
          .containsSubsequence(
              "ending: taking a last checkpoint",
              "read  ",
              "stopped after checkpoint ",
              "go on with: bin/spillway run " + file);
    }
    assertThat(temporary()).as("what processes leave behind").isEmptyDirectory();
    assertThat(folder.resolve("out/metadata")).exists();

    CommandRun validate = CommandRun.of("validate", file.toString());
    assertThat(validate.out()).contains("a start would resume from ");
    VerifyReport report =
        new BucketVerifier(false, BucketVerifier.REMEMBERED_ROWS)
            .verify(VerifyCommand.root(folder.resolve("out").toString()), (f, r, b) -> {});
    assertThat(report.faults()).isEmpty();
    assertThat(report.rows().count()).isPositive();
  }

  private Path temporary() throws Exception {
    return Files.createDirectories(folder.resolve("temporary"));
  }
}
