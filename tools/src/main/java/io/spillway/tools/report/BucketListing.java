package io.spillway.tools.report;

import io.spillway.encode.RowFormat;
import io.spillway.layout.Layout;
import io.spillway.storage.FolderListing;
import java.io.FileNotFoundException;
import java.io.IOException;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** Lists a bucket for a report. Only {@code metadata} is opened. */
public final class BucketListing {
  private final FileSystem fileSystem;
  private final PipelineReport report;
  private final Layout layout = Layout.ofReader(RowFormat.extensions());

  private BucketListing(FileSystem fileSystem, PipelineReport report) {
    this.fileSystem = fileSystem;
    this.report = report;
  }

  /** Adds the files that the report doesn't know yet, and checkpoint-ts. */
  public static void add(Path bucket, PipelineReport report) throws IOException {
    BucketListing listing = new BucketListing(bucket.getFileSystem(), report);
    listing.folder(bucket, "");
    listing.metadata(new Path(bucket, Layout.METADATA));
  }

  private void folder(Path folder, String name) throws IOException {
    // a job that runs beside it may have removed a temporary folder
    for (FileStatus child : FolderListing.of(fileSystem, folder)) {
      String path = name + child.getPath().getName();
      if (child.isDir()) {
        folder(child.getPath(), path + "/");
      } else {
        layout.parseData(path).ifPresent(file -> report.accept(file, path, child.getLen()));
      }
    }
  }

  private void metadata(Path file) throws IOException {
    try (FSDataInputStream in = fileSystem.open(file)) {
      report.checkpointTs(Layout.parseMetadata(in.readAllBytes()));
    } catch (FileNotFoundException e) {
      report.note("The bucket has no file metadata: nothing has been committed yet.");
    }
  }
}
