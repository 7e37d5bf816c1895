package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.HeldFiles;
import io.spillway.testing.Listening;
import io.spillway.testing.PortWatch;
import io.spillway.testing.Repository;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.cluster.Member;
import io.spillway.tools.run.FreePort;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.FlinkCluster;
import io.spillway.tools.testing.Partitions;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Nobody but this machine reaches what the commands open, unless an option says so. */
@Timeout(300)
class PortsITCase {
  private static final Duration START = Duration.ofSeconds(120);
  private static final String BOUNDARY = "boundary";
  private static final Pattern REPORT = Pattern.compile("the report of this run at (http://\\S+)");
  private static final long ME = ProcessHandle.current().pid();
  private static final int METRICS = 9249;
  private static final int LAST_METRICS = 9260;

  @TempDir static Path input;
  @TempDir Path folder;

  @BeforeAll
  static void writeInput() throws IOException {
    Partitions.sample(SampleSettings.standard(7).withRows(150_000, 0), input);
  }

  @BeforeEach
  void needsAKernelThatTells() {
    assumeTrue(Listening.isKnown(), "there is no /proc/net/tcp");
  }

  @Test
  void plainRunListensOnLoopbackAndTakesNoJars() throws Exception {
    try (SpillwayProcess run = run("")) {
      List<InetSocketAddress> ports = listening(run);

      assertLoopback(ports);
      for (InetSocketAddress port : ports) {
        assertThat(upload(port)).as("%s", port).isNotEqualTo(200);
      }
      assertThat(run.output()).doesNotContain("WARN Flink's web pages");
    }
  }

  @Test
  void runWithPagesListensOnLoopbackAndTakesNoJars() throws Exception {
    List<InetSocketAddress> before = Listening.of(ME);
    try (BackgroundRun run = held()) {
      awaitDelivery(run::isAlive, run::output);
      assertLoopback(openedSince(before));
      InetSocketAddress pages = new InetSocketAddress("localhost", run.port());
      assertThat(status(HttpRequest.newBuilder(uri(pages, "/overview")).build())).isEqualTo(200);
      // as Flink answers a file that nothing of it takes
      assertThat(upload(pages)).isEqualTo(400);
      Matcher report = REPORT.matcher(run.output());
      assertThat(report.find()).as(run.output()).isTrue();
      URI page = URI.create(report.group(1));
      // events of cursors are readable a moment after what they tell of
      Eventually.holds(START, () -> get(page).contains("HARVEST storage"), () -> "no cursor");
      assertThat(get(page)).contains("rows_read_total");
      assertThat(run.output())
          .contains("web pages at http://localhost:" + run.port())
          .doesNotContain("WARN Flink's web pages");
    }
  }

  @Test
  void addressOfThePagesOpensThemAloneAndIsWarnedOf() throws Exception {
    List<InetSocketAddress> before = Listening.of(ME);
    try (BackgroundRun run = held("--ui-address", "0.0.0.0")) {
      awaitDelivery(run::isAlive, run::output);
      assertOpen(openedSince(before), run.port());
      assertThat(run.output()).contains("WARN Flink's web pages and REST answer at 0.0.0.0");
    }
  }

  @Test
  void addressInThePipelineFileIsWarnedOf() throws Exception {
    int port = FreePort.find();
    String flink = "flink: {rest.bind-address: 0.0.0.0, rest.bind-port: '%d'}".formatted(port);
    try (SpillwayProcess run = run(flink)) {
      assertOpen(listening(run), port);
      assertThat(run.output()).contains("WARN Flink's web pages and REST answer at 0.0.0.0");
    }
  }

  @Test
  void localClusterListensOnLoopbackWithItsMetricsToo() throws Exception {
    Path jars = Repository.root().resolve("job/target/flink");
    try (FlinkCluster cluster = FlinkCluster.start(jars, folder.resolve("cluster"), 1)) {
      assertThat(cluster.members()).hasSize(2);
      for (Member member : cluster.members()) {
        List<InetSocketAddress> ports = Listening.of(member.pid());

        assertLoopback(ports);
        InetSocketAddress metrics =
            ports.stream()
                .filter(port -> port.getPort() >= METRICS && port.getPort() <= LAST_METRICS)
                .findFirst()
                .orElseThrow(() -> new AssertionError("no metrics: " + ports + cluster.logs()));
        assertThat(status(HttpRequest.newBuilder(uri(metrics, "/metrics")).build())).isEqualTo(200);
      }
    }
  }

  @Test
  void commandsThatOnlyLookOpenNothingAndThoseThatReadStateAskThisMachineAlone() throws Exception {
    String file = folder.resolve("pipeline.yaml").toString();
    String out = folder.resolve("out").toString();
    String savepoint =
        Repository.root().resolve("savepoints/0.1.0/canonical/savepoint").toUri().toString();
    try (PortWatch watch = new PortWatch()) {
      ended("sample", folder.resolve("in").toString(), "--rows", "500");
      ended("init", folder.resolve("made.yaml").toString(), "--from", "files");
      write("", folder.resolve("in").toString());
      ended("validate", file);
      ended("validate", file, "--offline");
      ended("explain", "storage", "commit", "failed", "timeout");
      ended("completion");
      ended("help", "run");
      assertThat(watch.opened()).isEmpty();
      ended("run", file);
      assertLoopback(watch.opened());
    }
    try (PortWatch watch = new PortWatch()) {
      ended("verify", out);
      ended("report", file, "--out", folder.resolve("report.html").toString());
      ended("cursor", "replay", out + "/_cursor");
      ended("cursor", "audit", out + "/_cursor");
      ended("dead-letters", "list", file);
      ended("storage", "orphans", file);
      assertThat(watch.opened()).isEmpty();
    }
    opensLoopbackAlone("inspect", savepoint);
    opensLoopbackAlone("cursor", "show", savepoint);
  }

  /** It does so for so short a time that a look may miss it: then once more. */
  private static void opensLoopbackAlone(String... command) throws Exception {
    try (PortWatch watch = new PortWatch()) {
      Eventually.holds(
          START,
          () -> {
            ended(command);
            return !watch.opened().isEmpty();
          },
          () -> "no port was seen");
      assertLoopback(watch.opened());
    }
  }

  private static void ended(String... command) {
    CommandRun run = CommandRun.of(command);
    assertThat(run.exitCode()).as("%s: %s%s", List.of(command), run.out(), run.err()).isZero();
  }

  private static void assertLoopback(List<InetSocketAddress> ports) {
    assertThat(ports).isNotEmpty().allMatch(port -> port.getAddress().isLoopbackAddress());
  }

  /** One port is open to all, and no other. */
  private static void assertOpen(List<InetSocketAddress> ports, int open) {
    assertThat(ports)
        .filteredOn(port -> !port.getAddress().isLoopbackAddress())
        .extracting(InetSocketAddress::getPort)
        .containsExactly(open);
  }

  /** A pipeline that goes on until its process is ended: the drift holds its source back. */
  private SpillwayProcess run(String flink) throws Exception {
    return SpillwayProcess.start(folder, "run", write(flink, input.toString()).toString());
  }

  /** One in this process, whose input only trickles: a warm process is done with it too soon. */
  private BackgroundRun held(String... more) throws Exception {
    HeldFiles.hold();
    return BackgroundRun.start(write("", HeldFiles.uri(input)), more);
  }

  @AfterEach
  void letInputGo() {
    HeldFiles.letGo();
  }

  private Path write(String flink, String in) throws IOException {
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        pipeline:
          name: shop
          checkpoint-interval: 200 ms
          %s
        sources: [{type: files, path: '%s', max-drift: 50 ms}]
        storage: {path: out, file-size: 64 kb, flush-interval: 300 ms}
        """
            .formatted(flink, in));
  }

  /** Where a run listens, once it delivers: nothing more is opened after that. */
  private List<InetSocketAddress> listening(SpillwayProcess run) throws Exception {
    awaitDelivery(run::isAlive, run::output);
    return Listening.of(run.pid());
  }

  private void awaitDelivery(BooleanSupplier isAlive, Supplier<String> output) throws Exception {
    Eventually.holds(
        START,
        () -> !isAlive.getAsBoolean() || Delivered.checkpointTs(folder.resolve("out")) > 0,
        output);
    assertThat(isAlive.getAsBoolean()).as(output.get()).isTrue();
  }

  /** Where this process listens and did not before. */
  private static List<InetSocketAddress> openedSince(List<InetSocketAddress> before)
      throws IOException {
    return Listening.of(ME).stream().filter(port -> !before.contains(port)).toList();
  }

  private static String get(URI page) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(page).build(), HttpResponse.BodyHandlers.ofString())
        .body();
  }

  private static URI uri(InetSocketAddress port, String path) {
    return URI.create("http://localhost:" + port.getPort() + path);
  }

  /** What the web pages do to hand in a jar; -1 where nobody answers HTTP. */
  private static int upload(InetSocketAddress port) throws InterruptedException {
    String body =
        "--%1$s\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\"a.jar\"\r\nContent-Type:"
                .formatted(BOUNDARY)
            + " application/x-java-archive\r\n\r\nno jar\r\n--%s--\r\n".formatted(BOUNDARY);
    HttpRequest request =
        HttpRequest.newBuilder(uri(port, "/jars/upload"))
            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
            .timeout(Duration.ofSeconds(5))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    try {
      return status(request);
    } catch (IOException e) {
      return -1;
    }
  }

  private static int status(HttpRequest request) throws IOException, InterruptedException {
    HttpClient http = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    return http.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
  }
}
