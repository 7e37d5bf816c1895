package io.spillway.tools.preflight;

import io.spillway.job.config.Settings;
import java.net.URI;
import java.util.Map;
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
              + "|No AWS Credentials|Unable to load (AWS )?credentials|Status Code: 401");
  private static final Pattern FORBIDDEN = Pattern.compile("AccessDenied|Status Code: 403");
  private static final Pattern UNREACHABLE =
      Pattern.compile(
          "Connection refused|UnknownHostException|Name or service not known|Connect to .* failed"
              + "|[Cc]onnect(ion)? timed out|No route to host|Read timed out");
  private static final Pattern CHANGED =
      Pattern.compile("RemoteFileChangedException|NoVersionAttributeException");
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
    if (CREDENTIALS.matcher(text).find()) {
      return "bucket "
          + bucket
          + ": the credentials are missing or refused (s3.access-key, s3.secret-key)";
    }
    if (CHANGED.matcher(text).find()) {
      return "bucket "
          + bucket
          + ": what is written can't be read back, since the store's ETags differ from one answer to"
          + " the next. Set s3.change.detection.mode: none, in pipeline.flink of this file and in"
          + " config.yaml of the cluster";
    }
    if (FORBIDDEN.matcher(text).find()) {
      return "bucket " + bucket + ": no right to list, write and delete at " + place;
    }
    if (UNREACHABLE.matcher(text).find()) {
      return "cannot reach the endpoint of bucket " + bucket + endpoint();
    }
    return "cannot use " + place + ": " + oneLine(failure);
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
