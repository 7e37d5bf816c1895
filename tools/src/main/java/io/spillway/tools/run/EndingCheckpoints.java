package io.spillway.tools.run;

import io.spillway.job.config.SourceConfig;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.LongSupplier;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.CheckpointType;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends a bounded job soon after its input. Its rows become readable with a checkpoint, and what is
 * behind the commit ends with two more, which come an interval apart: a job of seconds took half a
 * minute. Once no more rows come, this asks for a checkpoint, each time twice as long after the one
 * before, so that a job that waits for something else is soon left to its interval. A checkpoint
 * that fails costs time and nothing else, as the job's own come in any case.
 */
final class EndingCheckpoints implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EndingCheckpoints.class);
  private static final long REST_NANOS = Duration.ofMillis(300).toNanos();
  private static final int LONGEST = 10;

  /** Takes checkpoints of the job; they may fail. */
  interface Trigger extends AutoCloseable {
    CompletableFuture<?> checkpoint();

    @Override
    void close();
  }

  private final LongSupplier read;

  /** Null for a job that doesn't end by itself. */
  private final Trigger trigger;

  private CompletableFuture<?> pending = CompletableFuture.completedFuture(null);
  private long rows;
  private long since;
  private int taken;

  /**
   * @param read rows that have been read so far
   * @param now in ns, as all times here
   */
  EndingCheckpoints(LongSupplier read, Trigger trigger, long now) {
    this.read = read;
    this.trigger = trigger;
    this.since = now;
  }

  /** Of a job of this process that answers at the port of its options. */
  static EndingCheckpoints of(
      List<SourceConfig> sources, LongSupplier read, Configuration options, JobID job, long now) {
    boolean ends = sources.stream().allMatch(SourceConfig::isBounded);
    return new EndingCheckpoints(
        read, ends && options.contains(RestOptions.PORT) ? trigger(options, job) : null, now);
  }

  private static Trigger trigger(Configuration options, JobID job) {
    RestClusterClient<?> client;
    try {
      client = RestAccess.client(options);
    } catch (Exception e) {
      LOG.info("the job ends at its own checkpoints, as its REST server can't be asked", e);
      return null;
    }
    return new Trigger() {
      @Override
      public CompletableFuture<?> checkpoint() {
        return client.triggerCheckpoint(job, CheckpointType.DEFAULT);
      }

      @Override
      public void close() {
        client.close();
      }
    };
  }

  /** To be called all the time; never waits. */
  void look(long now) {
    if (trigger == null || !pending.isDone()) {
      return;
    }
    long rowsNow = read.getAsLong();
    if (rowsNow != rows) {
      rows = rowsNow;
      since = now;
      taken = 0;
    } else if (rows > 0 && now - since >= REST_NANOS << Math.min(taken, LONGEST)) {
      since = now;
      taken++;
      pending = trigger.checkpoint().exceptionally(failure -> null);
    }
  }

  @Override
  public void close() {
    if (trigger != null) {
      trigger.close();
    }
  }
}
