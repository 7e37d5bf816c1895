package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.SubmittedJob;
import io.spillway.tools.run.FreePort;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class SubmitCommandTest {
  @TempDir private Path folder;

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private Path jar;

  @BeforeEach
  void makeAJar() throws IOException {
    jar = Files.createFile(folder.resolve("job.jar"));
  }

  @Test
  void pipelineWithoutCheckpointDirIsRefusedBeforeTheClusterIsAsked() throws IOException {
    int exit = submit(pipeline(""), "localhost:1");

    assertThat(exit).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString())
        .startsWith(folder.resolve("pipeline.yaml") + ": pipeline.checkpoint-dir: is required");
  }

  @Test
  void faultsOfTheFileAreToldWithTheirPath() throws IOException {
    int exit = submit(pipeline("\n  checkpoint-interval: soon"), "localhost:1");

    assertThat(exit).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("pipeline.checkpoint-interval");
  }

  @Test
  @Timeout(30)
  void clusterThatIsNotThereIsToldInOneLine() throws IOException {
    int port = FreePort.find();

    int exit = submit(onCluster(), "localhost:" + port);

    assertThat(exit).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(err.toString().lines())
        .singleElement()
        .asString()
        .startsWith("no Flink cluster answers at localhost:" + port + " (Connection refused");
  }

  @Test
  @Timeout(30)
  void somethingElseThanAClusterIsToldAsSuch() throws IOException {
    HttpServer server = server(404, "<html>not here</html>");
    try {
      int exit = submit(onCluster(), "localhost:" + server.getAddress().getPort());

      assertThat(exit).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(err.toString().lines())
          .singleElement()
          .asString()
          .contains("what answers is not Flink's REST interface");
    } finally {
      server.stop(0);
    }
  }

  @Test
  @Timeout(30)
  void clusterOfAnotherFlinkVersionIsRefused() throws IOException {
    HttpServer server =
        server(
            200,
            "{\"taskmanagers\":1,\"slots-total\":1,\"slots-available\":1,\"jobs-running\":0,"
                + "\"jobs-finished\":0,\"jobs-cancelled\":0,\"jobs-failed\":0,"
                + "\"flink-version\":\"1.20.3\",\"flink-commit\":\"0000000\"}");
    try {
      int exit = submit(onCluster(), "localhost:" + server.getAddress().getPort());

      assertThat(exit).isEqualTo(ExitCode.ENVIRONMENT);
      assertThat(err.toString())
          .contains("runs Flink 1.20.3, but this job was built for Flink 2.2");
    } finally {
      server.stop(0);
    }
  }

  @Test
  void addressWithoutAPortIsWrongUse() throws IOException {
    assertThat(submit(onCluster(), "localhost")).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains("--jobmanager is not HOST:PORT: localhost");
  }

  @Test
  void jarThatIsNotThereIsTold() throws IOException {
    jar = folder.resolve("missing.jar");

    assertThat(submit(onCluster(), "localhost:1")).isEqualTo(ExitCode.ENVIRONMENT);
    assertThat(err.toString()).contains("no such jar: " + jar);
  }

  @Test
  void folderOfClassesIsNoJar() {
    assertThat(JobJar.locate(Optional.of(folder))).isEmpty();
  }

  @Test
  void submittedJobRefusesAFileThatOnlyRunsEmbedded() throws IOException {
    String file = pipeline("").toString();

    assertThatThrownBy(() -> SubmittedJob.main(new String[] {file}))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("pipeline.checkpoint-dir: is required on a cluster");
    assertThatThrownBy(() -> SubmittedJob.main(new String[0]))
        .isInstanceOf(CommandException.class)
        .hasMessageContaining("the pipeline file");
  }

  private Path onCluster() throws IOException {
    return pipeline("\n  checkpoint-dir: " + folder.resolve("checkpoints").toUri());
  }

  private Path pipeline(String more) throws IOException {
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        pipeline:
          name: shop%s
        sources:
          - {type: files, path: in}
        storage: {path: out}
        """
            .formatted(more));
  }

  private int submit(Path file, String address) {
    String[] args = {"submit", file.toString(), "--jobmanager", address, "--jar", jar.toString()};
    return Main.run(args, Map.of(), new PrintWriter(out, true), new PrintWriter(err, true));
  }

  private static HttpServer server(int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext(
        "/",
        exchange -> {
          exchange.getResponseHeaders().add("Content-Type", "application/json");
          exchange.sendResponseHeaders(status, bytes.length);
          exchange.getResponseBody().write(bytes);
          exchange.close();
        });
    server.start();
    return server;
  }
}
