package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class InitCommandTest {
  @TempDir Path folder;

  @ParameterizedTest
  @EnumSource(InitCommand.Upstream.class)
  void everyFileIsValidAsItIs(InitCommand.Upstream upstream) {
    Path file = folder.resolve("pipeline.yaml");

    CommandRun init = CommandRun.of("init", file.toString(), "--from", upstream.name());

    assertThat(init.exitCode()).as(init.err()).isEqualTo(ExitCode.OK);
    assertThat(init.out()).contains("bin/spillway validate " + file);
    CommandRun validate = CommandRun.of("validate", "--offline", file.toString());
    assertThat(validate.exitCode()).as(validate.err()).isEqualTo(ExitCode.OK);
  }

  @Test
  void aFileThatIsThereIsLeftAsItIs() throws IOException {
    Path file = Files.writeString(folder.resolve("pipeline.yaml"), "mine");

    CommandRun init = CommandRun.of("init", file.toString());

    assertThat(init.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(init.err()).contains("is there already");
    assertThat(file).hasContent("mine");
  }

  @Test
  void anUnknownUpstreamIsRefusedWithThoseThatThereAre() {
    CommandRun init = CommandRun.of("init", folder.resolve("x").toString(), "--from", "tidbcd");

    assertThat(init.exitCode()).isEqualTo(ExitCode.USAGE);
    assertThat(init.err()).contains("tidbcd", "ticdc", "debezium", "files");
  }
}
