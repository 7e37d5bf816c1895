package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.spillway.job.ExitCode;
import io.spillway.testing.LiveTree;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;

/** Whole runs from folder {@code in} to files of another format than canal-json. */
abstract class FileFormatFixture {
  static final ObjectMapper JSON = new ObjectMapper();

  @TempDir Path folder;

  /**
   * Writes a pipeline file.
   *
   * @param out folder and name of the pipeline
   * @param storage further keys of the section, behind a comma
   */
  Path pipeline(String out, String storage) throws IOException {
    Path file = folder.resolve(out + ".yaml");
    Files.writeString(
        file,
        """
        pipeline: {name: %s, parallelism: 2, checkpoint-interval: 300 ms}
        sources: [{type: files, path: in}]
        storage: {path: %s, file-size: 64 kb, flush-interval: 500 ms%s}
        """
            .formatted(out, out, storage));
    return file;
  }

  static void run(Path pipeline) {
    CommandRun run = CommandRun.of("run", pipeline.toString());
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.OK);
  }

  static void refused(Path pipeline, String... reasons) {
    CommandRun run = CommandRun.of("run", pipeline.toString());
    assertThat(run.exitCode()).isEqualTo(ExitCode.FAILED);
    assertThat(run.err()).contains(reasons);
    assertThat(CommandRun.of("validate", pipeline.toString()).out()).contains("would refuse: ");
  }

  /** An insert into shop.t, as canal-json. */
  static String row(long commitTs, String data) {
    return "{\"database\":\"shop\",\"table\":\"t\",\"pkNames\":[\"id\"],\"isDdl\":false,\"type\":\"INSERT\",\"es\":1,\"data\":["
        + data
        + "],\"old\":null,\"_tidb\":{\"commitTs\":"
        + commitTs
        + "}}";
  }

  /**
   * The columns of a table version, as its schema file has them.
   *
   * @param version the version's folder
   */
  static JsonNode columns(Path version) throws IOException {
    Path meta = version.resolveSibling("meta");
    String prefix = "schema_" + version.getFileName() + "_";
    List<Path> found = LiveTree.files(meta, name -> name.startsWith(prefix));
    assertThat(found).hasSize(1);
    return JSON.readTree(Files.readAllBytes(found.get(0))).get("TableColumns");
  }
}
