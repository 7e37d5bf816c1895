package io.spillway.tools.preflight;

import io.spillway.storage.MissingHadoop;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.UnsupportedFileSystemSchemeException;

/**
 * Says in a sentence why a place on HDFS can't be used. Hadoop's classes needn't be there, so its
 * failures are known by the names of their types.
 */
final class HdfsFault {
  private static final int DEEPEST = 32;
  private static final Pattern REMOTE =
      Pattern.compile("org\\.apache\\.hadoop\\.ipc\\.RemoteException\\([\\w.]*?(\\w+)\\):");

  private HdfsFault() {}

  /** Empty where nothing is known of the failure. */
  static Optional<String> tell(URI place, Throwable failure) {
    int depth = 0;
    for (Throwable cause = failure;
        cause != null && depth < DEEPEST;
        cause = cause.getCause(), depth++) {
      String told = tellOne(place, cause);
      if (!told.isEmpty()) {
        return Optional.of(told);
      }
    }
    return Optional.empty();
  }

  private static String tellOne(URI place, Throwable cause) {
    if (cause instanceof UnsupportedFileSystemSchemeException || cause instanceof LinkageError) {
      return MissingHadoop.sentence(place)
          + "; or leave the check to the cluster (validate --offline)";
    }
    if (cause instanceof UnknownHostException) {
      return "the NameNode of "
          + place
          + " has a name that isn't known here. If it is a nameservice, HADOOP_CONF_DIR has to name"
          + " the folder of an hdfs-site.xml that says which hosts it stands for";
    }
    if (cause instanceof ConnectException) {
      return "cannot reach the NameNode of " + place + ": " + line(cause);
    }
    return switch (type(cause)) {
      case "AccessControlException" ->
          "no right to list, write and delete at "
              + place
              + ": "
              + line(cause)
              + ". The user is that of the process, or HADOOP_USER_NAME where there is no Kerberos";
      case "SafeModeException" ->
          "the NameNode of "
              + place
              + " is in safe mode, in which nothing can be written: try again when it has left it"
              + " (`hdfs dfsadmin -safemode get`)";
      case "StandbyException" ->
          place
              + " names a NameNode in standby: name the nameservice in its place, and the folder of"
              + " its hdfs-site.xml with HADOOP_CONF_DIR";
      case "NSQuotaExceededException", "DSQuotaExceededException" ->
          "a quota leaves no room at " + place + ": " + line(cause);
      default -> "";
    };
  }

  /** What the NameNode has thrown, also where the client passes it on as it came. */
  private static String type(Throwable failure) {
    Matcher remote = REMOTE.matcher(failure.toString());
    return remote.lookingAt() ? remote.group(1) : failure.getClass().getSimpleName();
  }

  private static String line(Throwable failure) {
    String message = failure.getMessage() == null ? failure.toString() : failure.getMessage();
    return message.strip().lines().findFirst().orElse("");
  }
}
