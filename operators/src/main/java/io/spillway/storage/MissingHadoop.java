package io.spillway.storage;

import java.io.IOException;
import java.net.URI;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;
import org.apache.flink.core.fs.UnsupportedFileSystemSchemeException;

/** Says what {@code hdfs:} needs where Flink only says that it knows no such file system. */
public final class MissingHadoop {
  /** Of Hadoop's own file system. */
  static final String SCHEME = "hdfs";

  private MissingHadoop() {}

  /** The file system of a place. */
  static FileSystem fileSystem(Path place) throws IOException {
    try {
      return place.getFileSystem();
    } catch (UnsupportedFileSystemSchemeException e) {
      if (concerns(place.toUri())) {
        throw new UnsupportedFileSystemSchemeException(sentence(place.toUri()), e);
      }
      throw e;
    }
  }

  /** Whether a place is on HDFS. */
  public static boolean concerns(URI place) {
    return SCHEME.equalsIgnoreCase(place.getScheme());
  }

  /** What to put where. */
  public static String sentence(URI place) {
    return place
        + " needs Hadoop's client, which isn't on this process's class path: set HADOOP_CLASSPATH"
        + " (as to the output of `hadoop classpath`) before bin/spillway and before each process of"
        + " a cluster is started, or put hadoop-client-api and hadoop-client-runtime into lib/ of"
        + " both; HADOOP_CONF_DIR names the folder of core-site.xml and hdfs-site.xml";
  }
}
