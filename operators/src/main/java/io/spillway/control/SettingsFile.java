package io.spillway.control;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.util.List;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Settings in a file of any Flink file system. Whoever changes it should write another file and
 * rename it; one that is caught half written is no settings, and is read again when it has changed.
 */
public final class SettingsFile implements SettingsStore {
  private static final long serialVersionUID = 1L;

  /** Settings are a page of text. */
  private static final int MOST_BYTES = 1 << 20;

  private final String uri;

  public SettingsFile(String uri) {
    this.uri = uri;
  }

  @Override
  public Look look(Stamp known, boolean force) throws IOException {
    Path path = new Path(uri);
    FileSystem files = path.getFileSystem();
    FileStatus status;
    try {
      status = files.getFileStatus(path);
    } catch (FileNotFoundException e) {
      return new Look(Stamp.NONE, List.of());
    }
    Stamp stamp = new Stamp(status.getModificationTime(), status.getLen());
    if (stamp.equals(known) && !force) {
      return new Look(stamp, List.of());
    }
    if (stamp.mark() > MOST_BYTES) {
      throw new IOException(uri + " has " + stamp.mark() + " bytes, more than settings have");
    }
    try (FSDataInputStream in = files.open(path)) {
      byte[] bytes = in.readNBytes(MOST_BYTES);
      return new Look(stamp, List.of(new Text(stamp.modifiedMs(), uri, bytes)));
    }
  }
}
