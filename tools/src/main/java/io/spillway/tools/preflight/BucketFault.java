package io.spillway.tools.preflight;

import io.spillway.job.config.Settings;
import io.spillway.storage.MissingHadoop;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.UnsupportedFileSystemSchemeException;

/**
 * Says in a sentence why a bucket can't be used. The clients of object stores are in plugins, so
 * their errors are known by their texts alone; a text that isn't known is passed on in one line,
 * without any secret of the options.
 */
final class BucketFault {
  private static final Pattern NO_BUCKET =
      Pattern.compile("NoSuchBucket|[Bb]ucket .{0,80}does not exist|UnknownStoreException");
  private static final Pattern CREDENTIALS =
      Pattern.compile(
          "InvalidAccessKeyId|SignatureDoesNotMatch|ExpiredToken|InvalidToken|NoAuthWithAWS"
              + "|No AWS Credentials|Unable to load (AWS )?credentials|Status Code: 401"
              // the newer client leaves the code away
              + "|Access Key Id you provided does not exist|signature we calculated does not match"
              + "|provided token has expired");
  private static final Pattern FORBIDDEN = Pattern.compile("AccessDenied|Status Code: 403");

  /**
   * @param name as policies have it
   * @param asked what the S3 plugin's client says when it is refused. The answer to a HEAD has no
   *     body: its code is the status
   */
  private record Right(String name, Pattern asked) {}

  private static final List<Right> RIGHTS =
      List.of(
          right("s3:AbortMultipartUpload", "Aborting multipart upload"),
          right("s3:ListBucketMultipartUploads", "listMultipartUploads on"),
          right("s3:DeleteObject", "[: ]delete on"),
          right("s3:PutObject", "Writing Object on|PUT 0-byte object|initiate MultiPartUpload on"),
          right("s3:GetObject", "getFileStatus on .*Error Code: 403|(re)?open .* on|read on"),
          right("s3:ListBucket", "listStatus on|getFileStatus on"));

  private static Right right(String name, String asked) {
    return new Right(name, Pattern.compile(asked));
  }

  private static final Pattern UNREACHABLE =
      Pattern.compile(
          "Connection refused|UnknownHostException|Name or service not known|Connect to .* failed"
              + "|[Cc]onnect(ion)? timed out|No route to host|Read timed out");
  private static final Pattern OTHER_HOST =
      Pattern.compile("doesn't match any of the subject alternative names|No subject alternative");
  private static final Pattern UNTRUSTED =
      Pattern.compile("PKIX path|valid certification path|trustAnchors|SSLHandshakeException");

  /** What flink-s3-fs-native says where the store's answer has a status and no more. */
  private static final String BARE = "s3native.*S3Exception:\\s+\\(Service: S3, Status Code: ";

  private static final Pattern BARE_REFUSAL = Pattern.compile(BARE + "403");

  /** Options that a store or a client can't do with as they are. */
  private enum Unfit {
    ETAGS(
        "RemoteFileChangedException|NoVersionAttributeException",
        "what is written can't be read back, since the store's ETags differ from one answer to the"
            + " next",
        "s3.change.detection.mode: none"),
    EMPTY_OBJECT(
        "XAmzContentSHA256Mismatch",
        "the store doesn't understand how the client signs an object without content",
        "s3.signing-algorithm: AWS4UnsignedPayloadSignerType"),
    CHUNKS(
        BARE + "400",
        "the store refuses what the client sends (400, without a reason), mostly as it comes in"
            + " chunks with a checksum behind",
        "s3.chunked-encoding.enabled: false and s3.async.enabled: false"),
    UNSIGNED(
        "Content hash must be present",
        "without chunks the client can't sign what it sends asynchronously",
        "s3.async.enabled: false");

    private final Pattern text;
    private final String reason;
    private final String options;

    Unfit(String text, String reason, String options) {
      this.text = Pattern.compile(text);
      this.reason = reason;
      this.options = options;
    }
  }

  private static final int LONGEST = 300;

  private final Map<String, String> options;

  /**
   * @param options of the pipeline, secrets among them
   */
  BucketFault(Map<String, String> options) {
    this.options = options;
  }

  /** What is wrong with the place. */
  String tell(URI place, Throwable failure) {
    if (MissingHadoop.concerns(place)) {
      return HdfsFault.tell(place, failure).orElse("cannot use " + place + ": " + oneLine(failure));
    }
    if (failure instanceof UnsupportedFileSystemSchemeException) {
      return "no file system for "
          + place.getScheme()
          + ": in this process; put Flink's plugin for it into a folder below FLINK_PLUGINS_DIR"
          + " (or plugins/), or leave the check to the cluster (validate --offline)";
    }
    String text = texts(failure);
    String bucket = place.getAuthority();
    if (NO_BUCKET.matcher(text).find()) {
      return "bucket " + bucket + " does not exist";
    }
    if (OTHER_HOST.matcher(text).find()) {
      return "bucket "
          + bucket
          + ": the certificate of its endpoint is another host's"
          + endpoint()
          + "; use the host name that it is for";
    }
    if (UNTRUSTED.matcher(text).find()) {
      return "bucket "
          + bucket
          + ": the certificate of its endpoint isn't trusted"
          + endpoint()
          + "; give the JVM a trust store with its authority, by -Djavax.net.ssl.trustStore in"
          + " SPILLWAY_JVM_OPTS here and in env.java.opts.all of a cluster";
    }
    if (CREDENTIALS.matcher(text).find()) {
      return "bucket "
          + bucket
          + ": the credentials are missing or refused (s3.access-key, s3.secret-key)";
    }
    Optional<String> known = unfit(bucket, text).or(() -> lacking(place, failure));
    if (known.isPresent()) {
      return known.get();
    }
    if (BARE_REFUSAL.matcher(text).find()) {
      return "bucket "
          + bucket
          + ": the store refuses the login without a reason (403): either the credentials are wrong"
          + " (s3.access-key, s3.secret-key), or they have no right to list, write and delete at "
          + place;
    }
    if (FORBIDDEN.matcher(text).find()) {
      return "bucket " + bucket + ": no right to list, write and delete at " + place;
    }
    if (UNREACHABLE.matcher(text).find()) {
      return "cannot reach the endpoint of bucket " + bucket + endpoint();
    }
    return "cannot use " + place + ": " + oneLine(failure);
  }

  /**
   * Which right is missing, by S3's name for it; empty where nothing was refused, or the client
   * doesn't say what.
   */
  Optional<String> lacking(URI place, Throwable failure) {
    String text = texts(failure);
    if (!FORBIDDEN.matcher(text).find()) {
      return Optional.empty();
    }
    String where = "bucket " + place.getAuthority() + ": the login lacks %s at " + place;
    return RIGHTS.stream()
        .filter(right -> right.asked().matcher(text).find())
        .map(right -> where.formatted(right.name()))
        .findFirst();
  }

  private static Optional<String> unfit(String bucket, String text) {
    for (Unfit unfit : Unfit.values()) {
      if (unfit.text.matcher(text).find()) {
        return Optional.of(
            "bucket "
                + bucket
                + ": "
                + unfit.reason
                + ". Set "
                + unfit.options
                + ", in pipeline.flink of this file and in config.yaml of the cluster");
      }
    }
    return Optional.empty();
  }

  private String endpoint() {
    String endpoint = options.get("s3.endpoint");
    return endpoint == null ? "" : " (s3.endpoint " + endpoint + ")";
  }

  private static String texts(Throwable failure) {
    StringBuilder all = new StringBuilder();
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      all.append(cause).append('\n');
    }
    return all.toString();
  }

  private String oneLine(Throwable failure) {
    String text = failure.toString().replaceAll("\\s+", " ");
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (Settings.isSecret(option.getKey()) && !option.getValue().isEmpty()) {
        text = text.replace(option.getValue(), "***");
      }
    }
    return text.length() > LONGEST ? text.substring(0, LONGEST) + "..." : text;
  }
}
