package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.FlinkCluster;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.TlsKeys;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A cluster of real processes with TLS on all that they say, and certificates on both sides. */
@Timeout(400)
class TlsClusterITCase {
  private static final Path TARGET = Path.of(System.getProperty("spillway.root"), "job", "target");

  @TempDir Path folder;

  @Test
  void whoeverHasACertificateSubmitsInspectsAndStopsAndNobodyElseIsHeard() throws Exception {
    TlsKeys keys = TlsKeys.shared();
    Partitions sample =
        Partitions.sample(SampleSettings.standard(81).withRows(2000, 0), folder.resolve("in"));
    Path pipeline =
        Files.writeString(
            folder.resolve("pipeline.yaml"),
            """
            pipeline:
              name: shop
              parallelism: 2
              checkpoint-interval: 1 s
              checkpoint-dir: checkpoints
            sources: [{type: files, path: in}]
            storage: {path: out}
            """);
    try (FlinkCluster cluster =
        FlinkCluster.start(TARGET.resolve("flink"), folder.resolve("cluster"), 2, keys.server())) {
      String address = cluster.address();

      // plain HTTP, no certificate, and one that the cluster's authority hasn't signed
      HttpRequest plain = HttpRequest.newBuilder(URI.create("http://" + address + "/jobs")).build();
      HttpResponse<String> answer =
          HttpClient.newHttpClient().send(plain, HttpResponse.BodyHandlers.ofString());
      assertThat(answer.statusCode()).as("shown the way to TLS, and nothing else").isEqualTo(301);
      assertThat(answer.body()).doesNotContain("jobs");
      HttpRequest nobody =
          HttpRequest.newBuilder(URI.create("https://" + address + "/jobs")).build();
      assertThatThrownBy(
              () -> keys.withoutCertificate().send(nobody, HttpResponse.BodyHandlers.ofString()))
          .isInstanceOf(IOException.class);
      String jar = TARGET.resolve("spillway-job.jar").toString();
      String[] submit = {"submit", pipeline.toString(), "--jobmanager", address, "--jar", jar};
      String[] inspect = {"inspect", "--live", "shop", "--jobmanager", address};
      assertThat(CommandRun.of(submit).exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      try (CommandServer stranger = CommandServer.start(folder, conf(keys, "stranger"))) {
        assertThat(stranger.run(submit).exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
      }
      assertThat(cluster.running()).isEmpty();

      try (CommandServer client = CommandServer.start(folder, conf(keys, "client"))) {
        CommandRun submitted = client.run(submit);
        assertThat(submitted.exitCode()).as(submitted.err()).isEqualTo(ExitCode.OK);
        Matcher job = Pattern.compile("job ([0-9a-f]{32}) \\(shop\\)").matcher(submitted.out());
        assertThat(job.find()).as(submitted.out()).isTrue();
        assertThat(submitted.out())
            .contains("https://" + address + "/#/job/running/" + job.group(1));
        assertThat(cluster.awaitEnd(job.group(1), 180)).as(cluster.logs()).isEqualTo("FINISHED");
        assertThat(Delivered.faults(folder.resolve("out"), sample.sent())).isEmpty();

        CommandRun nobodys = CommandRun.of(inspect);
        assertThat(nobodys.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(nobodys.err()).doesNotContain("no job shop among those that run");
        CommandRun clients = client.run(inspect);
        assertThat(clients.exitCode()).isEqualTo(ExitCode.ENVIRONMENT);
        assertThat(clients.err()).contains("no job shop among those that run");
      }
    }
  }

  private static Map<String, String> conf(TlsKeys keys, String name) throws IOException {
    return Map.of("FLINK_CONF_DIR", keys.configuration(name).toString());
  }
}
