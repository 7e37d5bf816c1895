package io.spillway.tools.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import io.spillway.testing.S3Endpoint;
import io.spillway.testing.S3Gate;
import io.spillway.testing.S3Policy;
import io.spillway.tools.testing.TlsKeys;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.plugin.DefaultPluginManager;
import org.apache.flink.core.plugin.DirectoryBasedPluginFinder;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A look at a real endpoint: one that holds to the policy of docs/security.md, and one behind TLS
 * with an authority of its own.
 */
@Timeout(400)
class BucketProbeITCase {
  private static final AtomicInteger PLACES = new AtomicInteger();

  private static S3Endpoint endpoint;

  @TempDir private Path folder;
  private S3Gate gate;
  private BucketProbe probe;

  /** What a test without a right leaves is no other's. */
  private final String prefix = "rights-" + PLACES.incrementAndGet();

  private final URI place = URI.create("s3://lake/" + prefix + "/out");

  @BeforeAll
  static void startEndpoint() throws Exception {
    endpoint = S3Endpoint.shared();
  }

  /** For the other tests of this process. */
  @AfterAll
  static void forgetPlugins() {
    FileSystem.initialize(new Configuration(), null);
  }

  @BeforeEach
  void openGate() throws Exception {
    open(new S3Gate(endpoint.url()));
  }

  private void open(S3Gate opened) throws Exception {
    open(opened, Map.of());
  }

  private void open(S3Gate opened, Map<String, String> more) throws Exception {
    gate = opened;
    Map<String, String> options =
        Map.of(
            "s3.endpoint", gate.url(),
            "s3.path.style.access", "true",
            "s3.access-key", S3Gate.ACCESS_KEY,
            "s3.secret-key", "hush",
            "s3.change.detection.mode", "none",
            "s3.attempts.maximum", "1",
            "s3.retry.limit", "1");
    Configuration configuration = new Configuration();
    options.forEach(configuration::setString);
    more.forEach(configuration::setString);
    FileSystem.initialize(
        configuration,
        new DefaultPluginManager(
            new DirectoryBasedPluginFinder(S3Endpoint.plugins()).findPlugins(),
            CoreOptions.getPluginParentFirstLoaderPatterns(configuration)));
    PipelineConfig config =
        PipelineLoader.load(
            Files.writeString(
                folder.resolve("pipeline.yaml"),
                """
                pipeline: {name: shop, flink: {s3.endpoint: '%s'}}
                sources: [{type: files, path: in}]
                storage: {path: 's3://lake/any'}
                """
                    .formatted(gate.url())),
            Map.of());
    probe = new BucketProbe(config);
  }

  @AfterEach
  void closeGate() {
    gate.close();
  }

  @Test
  void theDocumentedPolicyIsEnough() throws Exception {
    gate.allow(S3Policy.documented());

    assertThat(probe.writable("storage.path", place)).isEmpty();
    assertThat(endpoint.keys(prefix + "/out/.")).isEmpty();
    assertThat(endpoint.uploads(prefix)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "s3:ListBucket, false",
    "s3:PutObject, false",
    "s3:GetObject, false",
    "s3:DeleteObject, false",
    "s3:ListBucketMultipartUploads, true",
    "s3:AbortMultipartUpload, true"
  })
  void eachRightThatIsMissingIsNamed(String right, boolean isWarning) throws Exception {
    Set<String> others = new HashSet<>(S3Policy.documented());
    assertThat(others.remove(right)).as("documented").isTrue();
    gate.allow(others);

    List<Finding> found = probe.writable("storage.path", place);

    assertThat(found)
        .singleElement()
        .satisfies(finding -> assertThat(finding.isWarning()).isEqualTo(isWarning))
        .satisfies(finding -> assertThat(finding.message()).contains("lacks " + right + " "));
  }

  /** With the options that docs/security.md has; the client sends a key's name through TLS only. */
  @Test
  void theStoreIsAskedToEncryptWithTheConfiguredKey() throws Exception {
    String key = "arn:aws:kms:eu-central-1:1:key/2";
    TlsKeys keys = TlsKeys.shared();
    gate.close();

    keys.trusting(
        () -> {
          open(
              S3Gate.withTls(endpoint.url(), keys.context("rest")),
              Map.of("s3.encryption.algorithm", "SSE-KMS", "s3.encryption.key", key));
          assertThat(probe.writable("storage.path", place)).isEmpty();
        });

    assertThat(gate.encryptions()).containsExactly("aws:kms " + key);
  }

  @Test
  void anAuthorityOfOnesOwnIsUnknownUntilTheJvmHasIt() throws Exception {
    TlsKeys keys = TlsKeys.shared();
    gate.close();
    open(S3Gate.withTls(endpoint.url(), keys.context("rest")));

    assertThat(probe.writable("storage.path", place))
        .extracting(Finding::message)
        .singleElement()
        .asString()
        .startsWith("bucket lake: the certificate of its endpoint isn't trusted (s3.endpoint https")
        .contains("-Djavax.net.ssl.trustStore", "env.java.opts.all");
    assertThat(gate.asked()).isEmpty();

    keys.trusting(
        () -> {
          open(S3Gate.withTls(endpoint.url(), keys.context("rest")));
          assertThat(probe.writable("storage.path", place)).isEmpty();
          gate.close();
          keys.sign("elsewhere", "SAN=dns:elsewhere.example");
          open(S3Gate.withTls(endpoint.url(), keys.context("elsewhere")));
          assertThat(probe.writable("storage.path", place))
              .extracting(Finding::message)
              .singleElement()
              .asString()
              .startsWith("bucket lake: the certificate of its endpoint is another host's");
          assertThat(gate.asked()).isEmpty();
        });
  }

  /** A right without a test of its own would be one too many. */
  @Test
  void nothingElseIsDocumented() throws Exception {
    assertThat(S3Policy.documented())
        .containsExactlyInAnyOrder(
            "s3:ListBucket",
            "s3:PutObject",
            "s3:GetObject",
            "s3:DeleteObject",
            "s3:ListBucketMultipartUploads",
            "s3:AbortMultipartUpload");
  }
}
