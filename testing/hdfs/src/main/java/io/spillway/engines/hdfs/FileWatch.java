package io.spillway.engines.hdfs;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Path;
import org.apache.hadoop.hdfs.BlockMissingException;

/**
 * A reader that does nothing but read one file. Its end is told with three numbers: how often it
 * was read whole, how often it wasn't there or was empty after it had been there, and how many
 * different contents it had.
 */
final class FileWatch {
  /** Five milliseconds, so that it doesn't take a processor for itself. */
  private static final long PAUSE_NANOS = 5_000_000;

  private final FileSystem files;
  private final Path file;
  private final Thread thread = new Thread(this::read, "watch");
  private final Set<String> contents = new HashSet<>();
  private volatile boolean ended;
  private long reads;
  private long misses;
  private String failure = "";

  private FileWatch(FileSystem files, Path file) {
    this.files = files;
    this.file = file;
  }

  static FileWatch of(FileSystem files, Path file) {
    FileWatch watch = new FileWatch(files, file);
    watch.thread.setDaemon(true);
    watch.thread.start();
    return watch;
  }

  private void read() {
    while (!ended && failure.isEmpty()) {
      LockSupport.parkNanos(PAUSE_NANOS);
      try (FSDataInputStream in = files.open(file)) {
        byte[] content = in.readAllBytes();
        if (content.length == 0) {
          misses += reads == 0 ? 0 : 1;
        } else {
          reads++;
          contents.add(new String(content, StandardCharsets.UTF_8));
        }
      } catch (FileNotFoundException e) {
        misses += reads == 0 ? 0 : 1;
      } catch (BlockMissingException e) {
        // it was replaced so long ago that what was opened is gone: whoever is so slow opens again
        continue;
      } catch (IOException e) {
        failure = "\t" + e;
      }
    }
  }

  /** Reads, misses and contents, with a failure behind them if there was one. */
  String end() throws InterruptedException {
    ended = true;
    thread.join();
    return reads + "\t" + misses + "\t" + contents.size() + failure;
  }
}
