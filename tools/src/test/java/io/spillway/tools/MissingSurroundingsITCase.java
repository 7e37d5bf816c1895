package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.run.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run says, as a process of its own, when it can't start: soon, in a line, code 3. */
class MissingSurroundingsITCase {
  private static final Duration LIMIT = Duration.ofSeconds(30);

  @TempDir Path folder;

  @BeforeEach
  void makeInput() throws Exception {
    Files.createDirectory(folder.resolve("in"));
    Files.createFile(folder.resolve("in/shop-0.ndjson"));
  }

  @Test
  void missingInputFolderIsNamed() throws Exception {
    assertThat(refusal("sources: [{type: files, path: nowhere}]\nstorage: {path: out}"))
        .contains("sources[0].path: folder " + folder.resolve("nowhere") + " does not exist");
  }

  @Test
  void inputFolderWithoutPartitionsIsNamed() throws Exception {
    Files.createDirectory(folder.resolve("empty"));
    assertThat(refusal("sources: [{type: files, path: empty}]\nstorage: {path: out}"))
        .contains("sources[0].path: folder " + folder.resolve("empty") + " has no file");
  }

  @Test
  void outputThatIsAFileIsNamed() throws Exception {
    Files.createFile(folder.resolve("taken"));
    assertThat(refusal("sources: [{type: files, path: in}]\nstorage: {path: taken/out}"))
        .contains("storage.path: " + folder.resolve("taken") + " is a file");
  }

  @Test
  void outputWhereNothingCanBeWrittenIsNamed() throws Exception {
    // nobody can make a file there, not even root
    assertThat(refusal("sources: [{type: files, path: in}]\nstorage: {path: /proc/spillway}"))
        .contains("storage.path: folder /proc/spillway");
  }

  @Test
  void brokerThatDoesNotAnswerIsNamed() throws Exception {
    int port = FreePort.find();
    String source =
        "{type: kafka, bootstrap-servers: 'localhost:%d', topics: [shop]}".formatted(port);
    assertThat(refusal("sources: [" + source + "]\nstorage: {path: out}"))
        .contains("sources[0].bootstrap-servers: cannot reach localhost:" + port);
  }

  private String refusal(String pipeline) throws Exception {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, "pipeline: {name: shop}\n" + pipeline + "\n");
    try (SpillwayProcess process = SpillwayProcess.start(folder, "run", file.toString())) {
      assertThat(process.ends(LIMIT)).as("ends within %s: %s", LIMIT, process.output()).isTrue();
      assertThat(process.exitCode()).as(process.output()).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(process.output()).doesNotContain("\tat ").doesNotContain("Caused by");
      assertThat(folder.resolve("out")).doesNotExist();
      return process.output();
    }
  }
}
