package io.spillway.tools.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.apache.flink.core.fs.UnsupportedFileSystemSchemeException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BucketFaultTest {
  private static final URI PLACE = URI.create("s3://lake/out");

  private final BucketFault fault =
      new BucketFault(
          Map.of("s3.endpoint", "http://there:9000", "s3.secret-key", "hush", "s3.region", "x"));

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "Status Code: 404; Error Code: NoSuchBucket|bucket lake does not exist",
        "Bucket lake does not exist|bucket lake does not exist",
        "Status Code: 403; Error Code: InvalidAccessKeyId|bucket lake: the credentials are missing"
            + " or refused (s3.access-key, s3.secret-key)",
        "Status Code: 403; Error Code: SignatureDoesNotMatch|bucket lake: the credentials are"
            + " missing or refused (s3.access-key, s3.secret-key)",
        "Unable to execute HTTP request: PKIX path building failed: unable to find valid"
            + " certification path|bucket lake: the certificate of its endpoint isn't trusted"
            + " (s3.endpoint http://there:9000); give the JVM a trust store with its authority, by"
            + " -Djavax.net.ssl.trustStore in SPILLWAY_JVM_OPTS here and in env.java.opts.all of a"
            + " cluster",
        "Certificate for <there> doesn't match any of the subject alternative names: [x]|bucket"
            + " lake: the certificate of its endpoint is another host's (s3.endpoint"
            + " http://there:9000); use the host name that it is for",
        "No AWS Credentials provided by X|bucket lake: the credentials are missing or refused"
            + " (s3.access-key, s3.secret-key)",
        "The AWS Access Key Id you provided does not exist in our records. (Service: S3, Status Code:"
            + " 403)|bucket lake: the credentials are missing or refused (s3.access-key,"
            + " s3.secret-key)",
        "The request signature we calculated does not match the signature you provided. (Service:"
            + " S3, Status Code: 403)|bucket lake: the credentials are missing or refused"
            + " (s3.access-key, s3.secret-key)",
        "org.apache.flink.fs.s3native.shaded.S3Exception:  (Service: S3, Status Code: 403, Request ID:"
            + " x)|bucket lake: the store refuses the login without a reason (403): either the"
            + " credentials are wrong (s3.access-key, s3.secret-key), or they have no right to list,"
            + " write and delete at s3://lake/out",
        "org.apache.flink.fs.s3native.shaded.S3Exception:  (Service: S3, Status Code: 400, Request ID:"
            + " x)|bucket lake: the store refuses what the client sends (400, without a reason),"
            + " mostly as it comes in chunks with a checksum behind. Set"
            + " s3.chunked-encoding.enabled: false and s3.async.enabled: false, in pipeline.flink of"
            + " this file and in config.yaml of the cluster",
        "Unable to execute HTTP request: Content hash must be present in the 'x-amz-content-sha256'"
            + " header!|bucket lake: without chunks the client can't sign what it sends"
            + " asynchronously. Set s3.async.enabled: false, in pipeline.flink of this file and in"
            + " config.yaml of the cluster",
        "PUT 0-byte object on out: Status Code: 400; Error Code: XAmzContentSHA256Mismatch|bucket"
            + " lake: the store doesn't understand how the client signs an object without content."
            + " Set s3.signing-algorithm: AWS4UnsignedPayloadSignerType, in pipeline.flink of this"
            + " file and in config.yaml of the cluster",
        "Status Code: 403; Error Code: AccessDenied|bucket lake: no right to list, write and"
            + " delete at s3://lake/out",
        "Connect to there:9000 [there/1.2.3.4] failed: Connection refused|cannot reach the endpoint"
            + " of bucket lake (s3.endpoint http://there:9000)",
        "java.net.UnknownHostException: there|cannot reach the endpoint of bucket lake"
            + " (s3.endpoint http://there:9000)"
      })
  void whatClientsSayBecomesASentence(String text, String sentence) {
    assertThat(fault.tell(PLACE, new IOException("put", new IOException(text))))
        .isEqualTo(sentence);
  }

  @Test
  void anythingElseIsPassedOnInALineWithoutSecrets() {
    assertThat(fault.tell(PLACE, new IOException("who is\n  hush at region x?")))
        .isEqualTo("cannot use s3://lake/out: java.io.IOException: who is *** at region x?");
  }

  @Test
  void longTextsAreCut() {
    assertThat(fault.tell(PLACE, new IOException("a".repeat(5_000))))
        .hasSizeLessThan(400)
        .endsWith("...");
  }

  @Test
  void missingPluginIsToldFromAMissingBucket() {
    assertThat(fault.tell(PLACE, new UnsupportedFileSystemSchemeException("no s3")))
        .startsWith("no file system for s3: in this process");
  }
}
