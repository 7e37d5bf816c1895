package io.spillway.tools.logging;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.spillway.testing.Eventually;
import io.spillway.testing.KafkaBroker;
import io.spillway.testing.LiveTree;
import io.spillway.tools.CommandRun;
import io.spillway.tools.run.FreePort;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.KafkaTopic;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.RunningJob;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.logging.log4j.core.LoggerContext;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All that is logged at debug, and shown elsewhere, with secrets in the pipeline file. */
class LogSecretsITCase {
  private static final String SECRET = "hunter2-0815";

  @TempDir Path folder;

  private Path log;

  @BeforeEach
  void logEverything() throws Exception {
    log = folder.resolve("all.log");
    Path conf = Path.of("..", "flink-conf");
    String properties =
        Files.readString(conf.resolve("log4j.properties"))
            .replace("${sys:log.file:-spillway-flink.log}", log.toString())
            .replace("${env:SPILLWAY_LOG_FILE:-info}", "debug")
            .replaceAll(
                "(?m)^(rootLogger|logger\\.(?:spillway|kafka))\\.level = .*$", "$1.level = debug")
            // nothing may be lost here
            .replace("queueSize = 20000", "queueSize = 2000000");
    Path copy = folder.resolve("log4j.properties");
    Files.writeString(copy, properties);
    Files.copy(conf.resolve("log-layout.json"), folder.resolve("log-layout.json"));
    Configurator.reconfigure(copy.toUri());
  }

  /** Reconfiguring alone would read the same file again: all later tests would log everything. */
  @AfterEach
  void logAsBefore() {
    LoggerContext.getContext(false).setConfigLocation(null);
  }

  @Test
  void noLogLineAndNoAnswerHasASecret() throws Exception {
    // takes connections and never says a word, so that the client is made and gives up
    ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    Path kafka = folder.resolve("kafka.yaml");
    Files.writeString(
        kafka,
        """
        pipeline: {name: shop}
        sources:
          - type: kafka
            bootstrap-servers: localhost:%d
            topics: [shop]
            properties:
              security.protocol: SASL_PLAINTEXT
              sasl.mechanism: PLAIN
              sasl.jaas.config: >-
                org.apache.kafka.common.security.plain.PlainLoginModule required
                username="me" password="%s";
        storage: {path: out}
        """
            .formatted(silent.getLocalPort(), SECRET));
    CommandRun validate = CommandRun.of("validate", kafka.toString());
    silent.close();
    Configurator.reconfigure();

    assertThat(validate.out() + validate.err())
        .doesNotContain(SECRET)
        .contains("bootstrap-servers");
    String lines = Files.readString(log);
    assertThat(lines).contains("sasl.mechanism", "org.apache.kafka");
    assertThat(lines.contains(SECRET)).as("the log has the secret").isFalse();
  }

  @Test
  void aRunningJobTellsNoSecretInItsLogNorOnFlinksPages() throws Exception {
    // without an end: at that of a bounded input checkpoints wait for the engine
    KafkaBroker broker = KafkaBroker.shared();
    Partitions sample =
        Partitions.sample(SampleSettings.standard(72).withReplays(0), folder.resolve("sample"));
    sample.feed(KafkaTopic.create(broker, "secrets", sample.count()));
    AtomicReference<String> login = new AtomicReference<>();
    HttpServer engine =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    engine.createContext(
        "/",
        exchange -> {
          login.set(exchange.getRequestHeaders().getFirst("Authorization"));
          exchange.sendResponseHeaders(401, -1);
          exchange.close();
        });
    engine.start();
    int port = FreePort.find();
    String pipeline =
        """
        pipeline:
          name: shop
          checkpoint-interval: 200 ms
          flink: {rest.port: "%d", rest.bind-port: "%d"}
        sources: [{type: kafka, bootstrap-servers: '%s', topics: [secrets]}]
        storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
        elasticsearch:
          hosts: ['http://127.0.0.1:%d']
          user: me
          password: ${file:mounted}
        """
            .formatted(port, port, broker.address(), engine.getAddress().getPort());
    Path mounted = Files.writeString(folder.resolve("mounted"), SECRET + "\n");
    try (RunningJob job = RunningJob.start(folder, pipeline)) {
      Eventually.holds(
          Duration.ofSeconds(120),
          () -> {
            job.requireRunning();
            return login.get() != null;
          },
          () -> "the engine has not been asked");
      Eventually.holds(
          Duration.ofSeconds(120),
          () -> {
            job.requireRunning();
            return Files.readString(log).contains("401");
          },
          () -> "the refusal isn't logged");
      job.awaitCheckpoints(1);
      Path savepoint = job.savepoint();
      assertThat(savepoint).isDirectory();
      String pages = pages(port);
      assertThat(pages).contains("elasticsearch", "execution-config");
      assertNoSecret(pages, login.get());
    } finally {
      engine.stop(0);
    }
    Configurator.reconfigure();
    String lines = Files.readString(log);
    assertThat(lines).contains("401");
    assertNoSecret(lines, login.get());
    Files.delete(mounted);
    assertNoFileHasIt(login.get());
  }

  /** Bucket, letters, cursor events, checkpoints, the savepoint, logs: all bytes of all files. */
  private void assertNoFileHasIt(String login) throws Exception {
    List<Path> files = LiveTree.files(folder, name -> true);
    assertThat(files.stream().map(Path::toString))
        .anyMatch(file -> file.contains("/savepoints/"))
        .anyMatch(file -> file.contains("/checkpoints/"))
        .anyMatch(file -> file.contains("/out/"));
    for (Path file : files) {
      String bytes = Files.readString(file, StandardCharsets.ISO_8859_1);
      assertNoSecret(bytes, login);
    }
  }

  private static void assertNoSecret(String text, String login) {
    String encoded = login.substring(login.indexOf(' ') + 1);
    assertThat(new String(Base64.getDecoder().decode(encoded), StandardCharsets.UTF_8))
        .isEqualTo("me:" + SECRET);
    assertThat(text.contains(SECRET)).as("the secret is there").isFalse();
    assertThat(text.contains(encoded)).as("the login is there").isFalse();
  }

  /** All that Flink tells of its jobs and itself. */
  private static String pages(int port) throws Exception {
    HttpClient client = HttpClient.newHttpClient();
    String jobs = page(client, port, "/jobs/overview");
    String id = jobs.replaceFirst("(?s).*\"jid\":\"([0-9a-f]{32})\".*", "$1");
    StringBuilder all = new StringBuilder(jobs);
    for (String path :
        List.of(
            "",
            "/config",
            "/plan",
            "/exceptions",
            "/checkpoints/config",
            "/accumulators?includeSerializedValue=true")) {
      all.append(page(client, port, "/jobs/" + id + path));
    }
    for (String path : List.of("/config", "/jobmanager/config", "/jobmanager/environment")) {
      all.append(page(client, port, path));
    }
    return all.toString();
  }

  private static String page(HttpClient client, int port, String path) throws Exception {
    URI uri = URI.create("http://localhost:" + port + path);
    var answer = client.send(HttpRequest.newBuilder(uri).build(), BodyHandlers.ofString());
    assertThat(answer.statusCode()).as(path).isEqualTo(200);
    return answer.body();
  }
}
