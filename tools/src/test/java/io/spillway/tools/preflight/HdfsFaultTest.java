package io.spillway.tools.preflight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.UnknownHostException;
import java.util.List;
import java.util.Map;
import org.apache.flink.core.fs.UnsupportedFileSystemSchemeException;
import org.junit.jupiter.api.Test;

class HdfsFaultTest {
  private static final URI PLACE = URI.create("hdfs://lake:8020/out");

  /** As Hadoop's: only its name is looked at. */
  private static final class AccessControlException extends IOException {
    private static final long serialVersionUID = 1L;

    AccessControlException(String message) {
      super(message);
    }
  }

  private static final class DSQuotaExceededException extends IOException {
    private static final long serialVersionUID = 1L;

    DSQuotaExceededException(String message) {
      super(message);
    }
  }

  /** What the client passes on of an exception that it doesn't know at this place. */
  private static final class Passed extends IOException {
    private static final long serialVersionUID = 1L;
    private final String type;

    Passed(String type) {
      super("no more is said");
      this.type = type;
    }

    @Override
    public String toString() {
      return "org.apache.hadoop.ipc.RemoteException(" + type + "): " + getMessage();
    }
  }

  private static String tell(Throwable failure) {
    return new BucketFault(Map.of("password", "hush")).tell(PLACE, failure);
  }

  @Test
  void aMissingClientIsNamedWithWhatToPutWhere() {
    for (Throwable failure :
        List.of(
            new UnsupportedFileSystemSchemeException("Could not find a file system"),
            new IOException(new NoClassDefFoundError("org/apache/hadoop/x")))) {
      assertThat(tell(failure))
          .startsWith("hdfs://lake:8020/out needs Hadoop's client")
          .contains("HADOOP_CLASSPATH", "HADOOP_CONF_DIR", "validate --offline");
    }
  }

  @Test
  void aNameNodeThatDoesNotAnswerIsNamed() {
    assertThat(tell(new IllegalArgumentException(new UnknownHostException("lake"))))
        .contains("has a name that isn't known here", "hdfs-site.xml");
    assertThat(tell(new IOException("x", new ConnectException("Call to lake:8020 failed"))))
        .isEqualTo("cannot reach the NameNode of hdfs://lake:8020/out: Call to lake:8020 failed");
  }

  @Test
  void whatTheNameNodeRefusesIsTold() {
    assertThat(tell(new AccessControlException("Permission denied: user=x, access=WRITE\n at y")))
        .startsWith(
            "no right to list, write and delete at hdfs://lake:8020/out: Permission denied: user=x,"
                + " access=WRITE. The user is that of the process");
    assertThat(tell(new DSQuotaExceededException("The DiskSpace quota of /out is exceeded")))
        .isEqualTo(
            "a quota leaves no room at hdfs://lake:8020/out: The DiskSpace quota of /out is"
                + " exceeded");
    assertThat(tell(new Passed("org.apache.hadoop.hdfs.server.namenode.SafeModeException")))
        .contains("is in safe mode");
    assertThat(tell(new Passed("org.apache.hadoop.ipc.StandbyException")))
        .contains("names a NameNode in standby");
  }

  @Test
  void whatIsNotKnownIsPassedOnInOneLineWithoutSecrets() {
    assertThat(tell(new IOException("so\nand hush")))
        .isEqualTo("cannot use hdfs://lake:8020/out: java.io.IOException: so and ***");
  }
}
