package io.spillway.tools.orphans;

import io.spillway.storage.FolderListing;
import java.io.IOException;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** Temporary files below a folder, of Flink's writers and of this project's renames. */
final class UnfinishedFiles {
  private static final Pattern NAME =
      Pattern.compile(
          // a writer on a disk or HDFS
          "\\..+\\.inprogress\\.[0-9a-f-]+"
              // a small file before its rename
              + "|\\..+\\.[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}\\.tmp"
              // the beginning of a part, on S3
              + "|_.+_tmp_[0-9a-f-]+");

  private final Path root;

  UnfinishedFiles(Path root) {
    this.root = root;
  }

  /** Whether a file of this name is nobody's to read. */
  static boolean isUnfinished(String name) {
    return NAME.matcher(name).matches();
  }

  /** Adds all of them. */
  void list(List<Unfinished> found) throws IOException {
    list(root.getFileSystem(), root, found);
  }

  private static void list(FileSystem files, Path folder, List<Unfinished> found)
      throws IOException {
    for (FileStatus child : FolderListing.of(files, folder)) {
      String name = child.getPath().getName();
      if (child.isDir()) {
        list(files, child.getPath(), found);
      } else if (isUnfinished(name)) {
        found.add(
            new Unfinished(
                Unfinished.Kind.FILE,
                child.getPath().toString(),
                name,
                child.getLen(),
                child.getModificationTime()));
      }
    }
  }

  /** Removes one. */
  void delete(Unfinished file) throws IOException {
    root.getFileSystem().delete(new Path(file.place()), false);
  }
}
