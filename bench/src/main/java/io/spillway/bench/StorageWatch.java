package io.spillway.bench;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** When a job has begun to work, and when its storage has every row, by what is in the bucket. */
final class StorageWatch {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final int POLL_MS = 10;
  private static final OperatingSystemMXBean MACHINE =
      ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);

  private final Path root;
  private final long lastCommitTs;
  private volatile long beginNanos;
  private volatile long endNanos;
  private volatile long cpuNanos;
  private volatile String failure = "storage has not delivered every row";

  /**
   * @param root of the bucket, which isn't there before the job is
   * @param lastCommitTs of the input
   */
  StorageWatch(Path root, long lastCommitTs) {
    this.root = root;
    this.lastCommitTs = lastCommitTs;
  }

  /**
   * Waits for both, or until it is interrupted.
   *
   * @param isOutage whether the engine is away until then
   */
  void follow(boolean isOutage, SearchModel engine) {
    try {
      while (!Files.exists(root)) {
        Thread.sleep(POLL_MS);
      }
      beginNanos = System.nanoTime();
      long cpuBefore = MACHINE.getProcessCpuTime();
      while (checkpointTs() < lastCommitTs) {
        Thread.sleep(POLL_MS);
      }
      endNanos = System.nanoTime();
      cpuNanos = MACHINE.getProcessCpuTime() - cpuBefore;
      if (isOutage) {
        engine.comeBack();
      }
    } catch (IOException e) {
      failure = "the bucket can't be read, or the engine can't come back: " + e;
      endNanos = 0;
    } catch (InterruptedException e) {
      // the job has ended before
      Thread.currentThread().interrupt();
    }
  }

  private long checkpointTs() throws IOException {
    Path metadata = root.resolve("metadata");
    if (!Files.exists(metadata)) {
      return 0;
    }
    byte[] text = Files.readAllBytes(metadata);
    return text.length == 0 ? 0 : JSON.readTree(text).path("checkpoint-ts").asLong();
  }

  /**
   * @throws IllegalStateException where the job has ended and not every row is there
   */
  void checkComplete() {
    if (endNanos == 0) {
      throw new IllegalStateException(failure);
    }
  }

  /** Of {@link System#nanoTime}. */
  long beginNanos() {
    return beginNanos;
  }

  /** Of {@link System#nanoTime}. */
  long endNanos() {
    return endNanos;
  }

  /** CPU time of this process between the two. */
  long cpuNanos() {
    return cpuNanos;
  }
}
