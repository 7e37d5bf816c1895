package io.spillway.tools.preflight;

import io.spillway.job.config.PipelineConfig;
import io.spillway.storage.FolderListing;
import io.spillway.storage.SmallFiles;
import io.spillway.tools.orphans.OpenUploads;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.core.fs.FSDataInputStream;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileStatus;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/**
 * Looks at places of other file systems than {@code file:}, as buckets are, through Flink's own
 * file systems, which must have been made ready. A bucket that isn't usable is told once, for the
 * first place in it. Waits 30 s for a place at most: the first look loads the plugin too.
 */
final class BucketProbe {
  private static final long PATIENCE_SECONDS = 30;
  private static final byte[] FIRST = {'1', '\n'};
  private static final byte[] SECOND = {'t', 'w', 'o', '\n'};

  private final BucketFault faults;
  private final List<String> unusable = new ArrayList<>();

  BucketProbe(PipelineConfig config) {
    this.faults = new BucketFault(config.pipeline().flink().values());
  }

  /** A place to read partitions from. */
  List<Finding> partitions(String path, URI place) {
    return look(
        path,
        place,
        () -> {
          for (FileStatus child : list(new Path(place))) {
            if (!child.isDir() && FolderProbe.isPartition(child.getPath().getName())) {
              return List.of();
            }
          }
          String none = place + " has no file <name>-<partition>.<ext>, as shop-0.ndjson";
          return List.of(new Finding(path, none));
        });
  }

  /**
   * A place to write to: can be listed, takes a small file for a moment, and gives it back as it
   * was written, also after it was replaced. Its uploads can be listed and given up.
   */
  List<Finding> writable(String path, URI place) {
    return look(
        path,
        place,
        () -> {
          Path probe = new Path(new Path(place), ".spillway-probe-" + UUID.randomUUID());
          FileSystem files = probe.getFileSystem();
          // first, as what may not be listed looks like what isn't there
          list(new Path(place));
          write(files, probe, FIRST);
          String wrong;
          try {
            wrong = readBack(files, probe);
          } finally {
            files.delete(probe, false);
          }
          return wrong.isEmpty() ? uploads(path, probe) : List.of(new Finding(path, wrong));
        });
  }

  /** What only a tidying needs: a job runs without these rights. */
  private List<Finding> uploads(String path, Path probe) throws IOException {
    Optional<OpenUploads> uploads = OpenUploads.of(probe);
    if (uploads.isEmpty()) {
      return List.of();
    }
    List<Finding> found = new ArrayList<>();
    String key = probe.getPath().substring(1);
    for (Attempt attempt : List.<Attempt>of(uploads.get()::tryList, uploads.get()::tryAbort)) {
      try {
        attempt.on(key);
      } catch (IOException e) {
        faults
            .lacking(probe.toUri(), e)
            .map(text -> Finding.warning(path, text + "; `storage orphans` needs it"))
            .ifPresent(found::add);
      }
    }
    return found;
  }

  private interface Attempt {
    void on(String key) throws IOException;
  }

  /**
   * Twice, and after a replacement as a commit does it, which is another way through the client
   * than a checkpoint's: some clients remember what they have seen of an object.
   */
  private static String readBack(FileSystem files, Path probe) throws IOException {
    String wrong = compare(files, probe, FIRST);
    if (wrong.isEmpty()) {
      wrong = compare(files, probe, FIRST);
    }
    if (wrong.isEmpty()) {
      SmallFiles.of(probe.getParent()).replace(probe, SECOND, UUID.randomUUID().toString());
      wrong = compare(files, probe, SECOND);
    }
    return wrong;
  }

  private static void write(FileSystem files, Path probe, byte[] content) throws IOException {
    try (FSDataOutputStream out = files.create(probe, FileSystem.WriteMode.OVERWRITE)) {
      out.write(content);
    }
  }

  /** Says what is wrong with an object's content, or nothing. */
  private static String compare(FileSystem files, Path probe, byte[] expected) throws IOException {
    byte[] content;
    try (FSDataInputStream in = files.open(probe)) {
      content = in.readAllBytes();
    }
    return Arrays.equals(content, expected)
        ? ""
        : ("%s is read with %d bytes directly after %d others were written: the store gives back"
                + " old content, and commits would not be safe in it")
            .formatted(probe, content.length, expected.length);
  }

  private static FileStatus[] list(Path place) throws IOException {
    return FolderListing.of(place.getFileSystem(), place);
  }

  /** Gives what is wrong. */
  private interface Look {
    List<Finding> at() throws IOException;
  }

  private List<Finding> look(String path, URI place, Look look) {
    String bucket = place.getScheme() + "://" + place.getAuthority();
    if (unusable.contains(bucket)) {
      return List.of();
    }
    ExecutorService thread =
        Executors.newSingleThreadExecutor(
            run -> {
              Thread daemon = new Thread(run, "spillway-preflight");
              daemon.setDaemon(true);
              return daemon;
            });
    try {
      Future<List<Finding>> answer = thread.submit(look::at);
      return answer.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException e) {
      return unusable(path, bucket, faults.tell(place, e.getCause()));
    } catch (TimeoutException e) {
      return unusable(
          path, bucket, "no answer about " + place + " within " + PATIENCE_SECONDS + " s");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of(new Finding(path, "interrupted while looking at " + place));
    } finally {
      thread.shutdownNow();
    }
  }

  private List<Finding> unusable(String path, String bucket, String message) {
    unusable.add(bucket);
    return List.of(new Finding(path, message));
  }
}
