package io.spillway.tools.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.BindException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A port that was free when it was looked for, and is taken when it is needed. */
class TakenPortITCase {
  private static final String ROW =
      "{\"id\":0,\"database\":\"shop\",\"table\":\"t\",\"pkNames\":[\"id\"],\"isDdl\":false,"
          + "\"type\":\"INSERT\",\"es\":1,\"ts\":1,\"sql\":\"\",\"sqlType\":{\"id\":4},"
          + "\"mysqlType\":{\"id\":\"int\"},\"old\":null,\"data\":[{\"id\":\"1\"}],"
          + "\"_tidb\":{\"commitTs\":463594436794777604}}\n";

  @TempDir Path folder;

  private PipelineConfig config() throws Exception {
    Files.writeString(Files.createDirectories(folder.resolve("in")).resolve("shop-0.ndjson"), ROW);
    Path file =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            pipeline: {name: shop, parallelism: 1, checkpoint-interval: 200 ms}
            sources: [{type: files, path: in}]
            storage: {path: out}
            """);
    return PipelineLoader.load(file, Map.of());
  }

  @Test
  void anotherPortIsFound() throws Exception {
    StringWriter out = new StringWriter();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      EmbeddedRun run =
          new EmbeddedRun(config(), new PrintWriter(out)).withFoundPort(taken.getLocalPort());
      run.run(false);
      assertThat(run.url()).doesNotContain(":" + taken.getLocalPort());
    }
    assertThat(out.toString()).contains("delivered  1 rows");
  }

  @Test
  void aPortThatSomebodyAskedForIsNotReplaced() throws Exception {
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      EmbeddedRun run =
          new EmbeddedRun(config(), new PrintWriter(new StringWriter()))
              .withUi(taken.getLocalPort());
      assertThatThrownBy(() -> run.run(false)).hasRootCauseInstanceOf(BindException.class);
    }
  }
}
