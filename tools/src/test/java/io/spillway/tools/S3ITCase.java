package io.spillway.tools;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.ExitCode;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.S3Endpoint;
import io.spillway.testing.S3Gate;
import io.spillway.testing.S3Policy;
import io.spillway.testing.Sent;
import io.spillway.testing.SpillwayProcess;
import io.spillway.tools.sample.SampleSettings;
import io.spillway.tools.testing.Partitions;
import io.spillway.tools.testing.TlsKeys;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Output, checkpoints and logs in a real S3 bucket, through Flink's own S3 file system, with the
 * rights of docs/security.md and no more.
 */
@Timeout(600)
class S3ITCase {
  private static final Duration LIMIT = Duration.ofSeconds(240);

  /** The least size of a part but the last. */
  private static final long PART = 5 << 20;

  private static final String SECRET = "hush-hush-secret";
  private static final Map<String, String> NO_PLUGINS = Map.of("FLINK_PLUGINS_DIR", "none");

  private static S3Endpoint endpoint;

  @TempDir private Path folder;
  private S3Gate gate;

  @BeforeAll
  static void startEndpoint() throws Exception {
    endpoint = S3Endpoint.shared();
  }

  @BeforeEach
  void openGate() throws IOException {
    gate = new S3Gate(endpoint.url());
    gate.allow(S3Policy.documented());
  }

  @AfterEach
  void closeGate() {
    gate.close();
  }

  @Test
  void everyRowIsInTheBucketOnceAndNoUploadStaysOpen() throws Exception {
    // one file of the hot table has several parts
    SampleSettings settings =
        SampleSettings.standard(91).withTables(2, 1).withDdls(true, 2).withRows(8_000, 2_000);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();

    Path pipeline = pipeline("whole", "8 mb", S3Gate.ACCESS_KEY);
    run(pipeline, ExitCode.OK, "run");

    assertThat(faults("whole", sent)).as("seed 91").isEmpty();
    assertThat(endpoint.uploads("whole")).isEmpty();
    assertThat(largestFile(folder.resolve("copy"))).as("bytes").isGreaterThan(PART);
    assertThat(endpoint.keys("whole/_cursor/")).isNotEmpty();
    String report = run(pipeline, ExitCode.OK, "verify");
    assertThat(report).contains(" rows").contains("checkpoint-ts " + sent.resolved());
  }

  /** As docs/security.md has it: the client has no option of its own. */
  @Test
  void aStoreWithAnAuthorityOfItsOwnIsTrustedWithTheJvmsTrustStore() throws Exception {
    TlsKeys keys = TlsKeys.shared();
    gate.close();
    gate = S3Gate.withTls(endpoint.url(), keys.context("rest"));
    Sent sent =
        Partitions.sample(SampleSettings.standard(95).withRows(500, 0), folder.resolve("in"))
            .sent();
    Path pipeline = pipeline("tls", "64 kb", S3Gate.ACCESS_KEY);
    assertThat(refusal(pipeline)).contains("certificate of its endpoint isn't trusted");
    assertThat(gate.asked()).isEmpty();

    String said =
        ended(
            Map.of("SPILLWAY_JVM_OPTS", keys.jvmOptions()),
            ExitCode.OK,
            "run",
            pipeline.toString());
    assertThat(said).contains("delivered  500 rows");

    assertThat(faults("tls", sent)).as("seed 95").isEmpty();
  }

  @Test
  void processKilledBetweenUploadAndCommitDeliversEachFileOnceAndWhole() throws Exception {
    SampleSettings settings = SampleSettings.standard(92).withDdls(true, 10).withRows(2_000, 0);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    Path pipeline = pipeline("killed", "64 kb", S3Gate.ACCESS_KEY, "0 kb");

    var stopped = gate.stopCompletions();
    killOnce(stopped, pipeline);
    gate.drop();
    assertThat(endpoint.uploads("killed/")).isNotEmpty();
    assertThat(endpoint.keys("killed/")).noneMatch(key -> key.matches(".*/CDC\\d+\\.json"));
    endpoint.beginUpload("killed/shop/nobody/CDC00000000000000000001.json");
    // removes what the process was about to write, but nothing that its checkpoint will complete
    String removed = orphans(pipeline, "--delete");
    assertThat(removed).contains("orphan: upload s3://lake/killed/shop/nobody/CDC");
    assertThat(removed).containsPattern("[1-9]\\d* orphans, [1-9]\\d* needed by [12] checkpoints");
    String resumed = run(pipeline, ExitCode.OK, "run", "--resume");

    assertThat(resumed).contains("resuming from s3://lake/killed.checkpoints/");
    assertThat(faults("killed", sent)).as("seed 92").isEmpty();
    run(pipeline, ExitCode.OK, "verify");
    assertThat(endpoint.uploads("killed")).isEmpty();
  }

  @Test
  void processKilledWhereASmallFileIsPutDeliversEachFileOnceAndWhole() throws Exception {
    SampleSettings settings = SampleSettings.standard(93).withDdls(true, 10).withRows(2_000, 0);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    Path pipeline = pipeline("small", "64 kb", S3Gate.ACCESS_KEY);

    var stopped = gate.stopCompletions();
    killOnce(stopped, pipeline);
    gate.drop();
    assertThat(endpoint.uploads("small/")).isEmpty();
    assertThat(endpoint.keys("small/")).noneMatch(key -> key.matches(".*/CDC\\d+\\.json"));
    run(pipeline, ExitCode.OK, "run");

    assertThat(faults("small", sent)).as("seed 93").isEmpty();
    run(pipeline, ExitCode.OK, "verify");
  }

  /** What is replaced is there at any moment: some clients delete an object first. */
  @ParameterizedTest
  @EnumSource(S3Endpoint.Plugin.class)
  void aSmallFileIsOnePutAndSoIsWhatIsReplaced(S3Endpoint.Plugin plugin) throws Exception {
    SampleSettings settings = SampleSettings.standard(94).withDdls(true, 2).withRows(2_000, 0);
    Sent sent = Partitions.sample(settings, folder.resolve("in")).sent();
    String place = "puts-" + plugin;
    Path pipeline = pipeline(place, "64 kb", S3Gate.ACCESS_KEY);
    String region = "s3.endpoint: " + gate.url() + "\n    s3.region: us-east-1";
    Files.writeString(
        pipeline, Files.readString(pipeline).replace("s3.endpoint: " + gate.url(), region));
    String said =
        plugin == S3Endpoint.Plugin.HADOOP
            ? run(pipeline, ExitCode.OK, "run")
            : ended(
                Map.of("FLINK_PLUGINS_DIR", plugin.folder().toString()),
                ExitCode.OK,
                "run",
                pipeline.toString());
    assertThat(said).contains("delivered  ");
    List<String> asked = gate.asked();

    assertThat(faults(place, sent)).as("seed 94").isEmpty();
    int data = 0;
    for (String key : endpoint.keys(place + "/")) {
      List<String> about = asked.stream().filter(r -> r.endsWith("/lake/" + key)).toList();
      if (key.matches(".*/CDC\\d+\\.json")) {
        data++;
        assertThat(about).containsExactly("PUT /lake/" + key);
      } else if (key.endsWith(".index")) {
        assertThat(about).isNotEmpty().allMatch(request -> request.startsWith("PUT "));
      } else if (key.endsWith("/metadata") || key.contains("_spillway")) {
        assertThat(about).isNotEmpty().noneMatch(request -> request.startsWith("DELETE "));
      }
    }
    assertThat(data).isGreaterThan(10);
    assertThat(asked).noneMatch(request -> request.matches("POST /lake/puts-.*\\.json\\?upload.*"));
  }

  @Test
  void unusableBucketsAreNamedWithoutSecrets() throws Exception {
    Files.createDirectory(folder.resolve("in"));
    Files.createFile(folder.resolve("in/shop-0.ndjson"));

    Path wrong = pipeline("any", "64 kb", "wrong-key");
    // a process of its own shows its log, too
    assertThat(secretless(ended(Map.of(), ExitCode.ENVIRONMENT, "validate", wrong.toString())))
        .contains("storage.path: bucket lake: the credentials are missing or refused");
    Path missing = pipeline("any", "64 kb", S3Gate.ACCESS_KEY);
    Files.writeString(missing, Files.readString(missing).replace("s3://lake/", "s3://pond/"));
    assertThat(refusal(missing)).contains("storage.path: bucket pond does not exist");
    gate.refuseWrites(403);
    assertThat(refusal(pipeline("any", "64 kb", S3Gate.ACCESS_KEY)))
        .contains("storage.path: bucket lake: the login lacks s3:PutObject at s3://lake/any");
    String url = gate.url();
    gate.close();
    assertThat(refusal(pipeline("any", "64 kb", S3Gate.ACCESS_KEY)))
        .contains("storage.path: cannot reach the endpoint of bucket lake (s3.endpoint " + url);
    assertThat(endpoint.keys("any/")).isEmpty();
  }

  /** Every restart on such a store would fail for good. */
  @Test
  void aStoreWhoseETagsCannotBeComparedIsFoundAndTheCureNamed() throws Exception {
    Files.createDirectory(folder.resolve("in"));
    Files.createFile(folder.resolve("in/shop-0.ndjson"));
    Path pipeline = pipeline("tags", "64 kb", S3Gate.ACCESS_KEY);
    String cured = Files.readString(pipeline);
    Files.writeString(pipeline, cured.replace("    s3.change.detection.mode: none\n", ""));
    assertThat(refusal(pipeline))
        .contains("storage.path: bucket lake: what is written can't be read back")
        .contains("s3.change.detection.mode: none");
    // what the client leaves of the folder itself is an empty object
    assertThat(endpoint.keys("tags/.")).isEmpty();
    Files.writeString(pipeline, cured);
    run(pipeline, ExitCode.OK, "validate");
  }

  @Test
  void missingPluginIsNamed() throws Exception {
    Files.createDirectory(folder.resolve("in"));
    Files.createFile(folder.resolve("in/shop-0.ndjson"));

    Path pipeline = pipeline("any", "64 kb", S3Gate.ACCESS_KEY);

    assertThat(ended(NO_PLUGINS, ExitCode.ENVIRONMENT, "validate", pipeline.toString()))
        .contains("storage.path: no file system for s3: in this process")
        .contains("FLINK_PLUGINS_DIR");
  }

  private static String refusal(Path pipeline) throws Exception {
    return secretless(run(pipeline, ExitCode.ENVIRONMENT, "validate"));
  }

  private static String secretless(String said) {
    assertThat(said).doesNotContain(SECRET).doesNotContain("\tat ");
    return said;
  }

  /** Runs a command on the pipeline, or on its bucket, to the end; gives what it has written. */
  private static String run(Path pipeline, int exitCode, String command, String... more)
      throws Exception {
    if (command.equals("verify")) {
      return output(exitCode, "verify", "--pipeline", pipeline.toString(), bucket(pipeline));
    }
    List<String> arguments = new ArrayList<>(List.of(command, pipeline.toString()));
    arguments.addAll(List.of(more));
    return output(exitCode, arguments.toArray(String[]::new));
  }

  private static String output(int exitCode, String... arguments) {
    CommandRun run = CommandRun.of(arguments);
    String said = run.out() + run.err();
    assertThat(run.exitCode()).as(said).isEqualTo(exitCode);
    return said;
  }

  private static String orphans(Path pipeline, String more) {
    return output(
        ExitCode.OK, "storage", "orphans", pipeline.toString(), "--older-than", "0 s", more);
  }

  private void killOnce(CountDownLatch reached, Path pipeline) throws Exception {
    try (SpillwayProcess process = SpillwayProcess.start(folder, "run", pipeline.toString())) {
      Eventually.holds(LIMIT, () -> reached.getCount() == 0 || !process.isAlive(), process::output);
      assertThat(reached.getCount()).as(process.output()).isZero();
      process.kill();
    }
  }

  /** The same in a process with this environment. */
  private String ended(Map<String, String> environment, int exitCode, String... arguments)
      throws Exception {
    try (SpillwayProcess process = SpillwayProcess.start(folder, environment, arguments)) {
      assertThat(process.ends(LIMIT)).as(process.output()).isTrue();
      assertThat(process.exitCode()).as(process.output()).isEqualTo(exitCode);
      return process.output();
    }
  }

  private static String bucket(Path pipeline) throws IOException {
    return Files.readString(pipeline).replaceAll("(?s).*path: '(s3:[^']*)'.*", "$1");
  }

  private List<String> faults(String place, Sent sent) throws Exception {
    Path copy = folder.resolve("copy");
    endpoint.copy(place, copy);
    return Delivered.faults(copy, sent);
  }

  private static long largestFile(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files.mapToLong(file -> file.toFile().length()).max().orElse(0);
    }
  }

  private Path pipeline(String place, String fileSize, String accessKey) throws IOException {
    return pipeline(place, fileSize, accessKey, "1 mb");
  }

  private Path pipeline(String place, String fileSize, String accessKey, String inlineSize)
      throws IOException {
    return Files.writeString(
        folder.resolve("pipeline.yaml"),
        """
        pipeline:
          name: shop
          parallelism: 2
          checkpoint-interval: 500 ms
          flink:
            s3.endpoint: %s
            s3.path.style.access: "true"
            s3.access-key: %s
            s3.secret-key: %s
            s3.change.detection.mode: none
        sources: [{type: files, path: in}]
        storage: {path: 's3://lake/%s', file-size: %s, flush-interval: %s,
                  inline-size: %s}
        """
            .formatted(
                gate.url(),
                accessKey,
                SECRET,
                place,
                fileSize,
                fileSize.equals("8 mb") ? "10 min" : "500 ms",
                inlineSize));
  }
}
