package io.spillway.storage;

import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** What stands in a folder, on any file system: some throw where there is none, some say null. */
public final class FolderListing {
  private FolderListing() {}

  /** Files and folders right in it; none where it is not there. */
  public static FileStatus[] of(FileSystem files, Path folder) throws IOException {
    try {
      FileStatus[] children = files.listStatus(folder);
      return children == null ? new FileStatus[0] : children;
    } catch (FileNotFoundException e) {
      return new FileStatus[0];
    }
  }
}
