package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.policy.JobMatrix;
import io.spillway.tools.policy.PolicyText;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExplainCommandTest {
  private static final Path DOCUMENT = Path.of("..", "docs", "policy.md");

  @TempDir private Path folder;

  @Test
  void printsEveryRow() {
    CommandRun run = CommandRun.of("explain");
    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.out().lines()).hasSize(JobMatrix.DEFAULT.rulings().size() + 1);
    assertThat(run.out())
        .containsPattern(
            "storage +commit +retry +timeout +yes +exponential 200 ms..10 s +30 +never")
        .containsPattern("decode +message +failed +malformed +no +none +1 +always +dead-letter");
  }

  @Test
  void explainsOneFailure() {
    CommandRun run = CommandRun.of("explain", "storage", "write", "failed", "timeout");
    assertThat(run.exitCode()).isEqualTo(ExitCode.OK);
    assertThat(run.out())
        .isEqualTo(
            """
            storage write failed timeout
              verdict:    stop
              alert:      error
              decided by: * * * timeout (level kind)
              override:   none
            """);
  }

  @Test
  void saysWhatAnOverrideDid() throws IOException {
    Path overrides =
        Files.writeString(
            folder.resolve("mine.yaml"),
            """
            overrides:
              - {domain: storage, type: commit, phase: retry, kind: timeout, attempts: 5, alert: error}
            """);
    CommandRun run =
        CommandRun.of(
            "explain", "--policy", overrides.toString(), "storage", "commit", "retry", "timeout");
    assertThat(run.out())
        .isEqualTo(
            """
            storage commit retry timeout
              verdict:    retry, backoff exponential 200 ms..10 s, 5 attempts, then stop
              alert:      error
              decided by: storage commit retry timeout (level exact)
              override:   mine.yaml:2 on the row storage commit * timeout: attempts 30 -> 5, alert warn -> error
            """);
  }

  @Test
  void takesTheOverridesOfAPipeline() throws IOException {
    Path pipeline =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            pipeline: {name: shop}
            sources: [{type: files, path: data}]
            storage: {path: out}
            errors: {policy: [{kind: malformed, alert: critical}]}
            """);
    CommandRun run =
        CommandRun.of(
            "explain", "-p", pipeline.toString(), "decode", "message", "failed", "malformed");
    assertThat(run.out())
        .contains("verdict:    dead-letter", "alert:      critical", "alert warn -> critical");
  }

  @Test
  void refusesOverridesThatAreLaxer() throws IOException {
    Path overrides =
        Files.writeString(
            folder.resolve("mine.yaml"),
            "overrides:\n  - {kind: malformed, alert: info}\n  - {kind: empty, retry: yes}\n");
    CommandRun run = CommandRun.of("explain", "--policy", overrides.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(run.err())
        .contains(
            overrides + ":2: * * * malformed: lowers the alert from warn to info",
            overrides + ":3: * * * empty: dead-letter: always contradicts retry: yes");
  }

  @Test
  void tellsWhatThereIsInsteadOfAnUnknownName() {
    assertThat(CommandRun.of("explain", "storage", "write", "failed", "slow").err())
        .contains("there is no kind slow; there are: timeout, connection, configuration, io");
    assertThat(CommandRun.of("explain", "storage", "read", "failed", "io").err())
        .contains("there is no event storage read; there are: write, commit");
    assertThat(CommandRun.of("explain", "storge", "write", "failed", "io").err())
        .contains("there is no domain storge; there are: source, decode");
    assertThat(CommandRun.of("explain", "storage").exitCode()).isEqualTo(ExitCode.USAGE);
  }

  @Test
  void aPhaseThatDecidesNothingIsSaid() {
    assertThat(CommandRun.of("explain", "storage", "write", "completed", "io").out())
        .contains("verdict:    none: in this phase it is counted only");
    assertThat(CommandRun.of("explain", "storage", "write", "retry", "io").out())
        .contains("verdict:    none: this event is never tried again");
  }

  @Test
  void theDocumentHasTheTableAsItIs() throws IOException {
    StringWriter table = new StringWriter();
    PolicyText.table(JobMatrix.DEFAULT).print(new PrintWriter(table, true));
    assertThat(Files.readString(DOCUMENT))
        .as("the output of spillway explain")
        .contains("```\n" + table + "```");
  }
}
