package io.spillway.tools.testing;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.config.PipelineLoader;
import io.spillway.job.flow.FlinkOptions;
import io.spillway.job.flow.Loopback;
import io.spillway.job.flow.Topology;
import io.spillway.job.start.Restoration;
import io.spillway.job.start.SavedState;
import io.spillway.storage.BucketClaim;
import io.spillway.testing.Delivered;
import io.spillway.testing.Eventually;
import io.spillway.testing.LiveTree;
import io.spillway.testing.Sent;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A pipeline on a Flink cluster in this process, which goes on until it is told otherwise. */
public final class RunningJob implements AutoCloseable {
  private static final long LIMIT_SECONDS = 120;

  private final Path folder;
  private final JobClient client;

  private RunningJob(Path folder, JobClient client) {
    this.folder = folder;
    this.client = client;
  }

  /**
   * Starts the pipeline from nothing.
   *
   * @param folder for its pipeline file, and where its checkpoints go
   */
  public static RunningJob start(Path folder, String pipeline) throws Exception {
    return start(folder, pipeline, new Configuration());
  }

  /** Starts it from a savepoint or a checkpoint. */
  public static RunningJob restore(Path folder, String pipeline, Path from) throws Exception {
    Configuration options = new Configuration();
    options.set(StateRecoveryOptions.SAVEPOINT_PATH, from.toUri().toString());
    return start(folder, pipeline, options);
  }

  private static RunningJob start(Path folder, String pipeline, Configuration more)
      throws Exception {
    Path file = folder.resolve("pipeline.yaml");
    Files.writeString(file, pipeline);
    PipelineConfig config = PipelineLoader.load(file, Map.of());
    Configuration options = Loopback.options();
    options.addAll(more);
    options.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY,
        folder.resolve("checkpoints").toUri().toString());
    options.setString(
        "metrics.reporter.balance.factory.class", BalanceWatch.Factory.class.getName());
    options.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
    options.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
    options.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ofMillis(100));
    options.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(256));
    options.addAll(FlinkOptions.of(config));
    Restoration restoration = restoration(config, options);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(options);
    new Topology(config, BucketClaim.of(config.pipeline().name()), restoration).build(env);
    return new RunningJob(folder, env.executeAsync("test"));
  }

  private static Restoration restoration(PipelineConfig config, Configuration options)
      throws IOException {
    Optional<String> from = options.getOptional(StateRecoveryOptions.SAVEPOINT_PATH);
    if (from.isEmpty()) {
      return Restoration.none(config);
    }
    Restoration restoration =
        Restoration.of(SavedState.open(new org.apache.flink.core.fs.Path(from.get())), config);
    restoration
        .refusal()
        .ifPresent(
            why -> {
              throw new AssertionError(why);
            });
    options.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, restoration.leavesState());
    return restoration;
  }

  /** Waits until it has delivered all that was sent; fails where it ends before. */
  public void awaitRows(Path output, Sent sent) throws Exception {
    int all = sent.rows().size();
    Eventually.holds(
        Duration.ofSeconds(LIMIT_SECONDS),
        () -> {
          requireRunning();
          return Delivered.rows(output, sent) == all;
        },
        () -> count(output, sent) + " of " + all + " rows are there");
  }

  private static String count(Path output, Sent sent) {
    try {
      return Integer.toString(Delivered.rows(output, sent));
    } catch (IOException e) {
      return e.toString();
    }
  }

  /** Waits until a reader is told that everything up to here is there. */
  public void awaitCheckpointTs(Path output, long commitTs) throws Exception {
    Eventually.holds(
        Duration.ofSeconds(LIMIT_SECONDS),
        () -> {
          requireRunning();
          return Delivered.checkpointTs(output) >= commitTs;
        },
        () -> "checkpoint-ts is below " + commitTs);
  }

  /** Fails where the job has ended. */
  public void requireRunning() throws Exception {
    JobStatus status = client.getJobStatus().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    if (status.isGloballyTerminalState()) {
      client.getJobExecutionResult().get(LIMIT_SECONDS, TimeUnit.SECONDS);
      throw new AssertionError("the job has ended: " + status);
    }
  }

  /** Waits until it has completed so many more checkpoints than now. */
  public void awaitCheckpoints(int count) throws Exception {
    for (int i = 0; i < count; i++) {
      Path before = newestCheckpoint();
      Eventually.holds(
          Duration.ofSeconds(LIMIT_SECONDS),
          () -> {
            requireRunning();
            Path now = newestCheckpoint();
            return now != null && !now.equals(before);
          },
          () -> "no further checkpoint");
    }
  }

  /** Takes a savepoint; what it holds is not committed for it, and the job goes on. */
  public Path savepoint() throws Exception {
    String savepoint =
        client
            .triggerSavepoint(
                folder.resolve("savepoints").toUri().toString(), SavepointFormatType.CANONICAL)
            .get(LIMIT_SECONDS, TimeUnit.SECONDS);
    return Path.of(URI.create(savepoint));
  }

  /** Stops the job; what it holds in its spool stays in the savepoint. */
  public Path stopWithSavepoint() throws Exception {
    return stopWithSavepoint(SavepointFormatType.CANONICAL);
  }

  /** Stops the job with a savepoint of this format. */
  public Path stopWithSavepoint(SavepointFormatType format) throws Exception {
    Eventually.holds(
        Duration.ofSeconds(LIMIT_SECONDS),
        () -> newestCheckpoint() != null,
        () -> "no checkpoint yet");
    return stop(format);
  }

  /** Stops a job that has no checkpoint yet, once it has begun a data file below a folder. */
  public Path stopOnceItWrites(Path output, SavepointFormatType format) throws Exception {
    AtomicReference<Path> savepoint = new AtomicReference<>();
    Eventually.holds(
        Duration.ofSeconds(LIMIT_SECONDS),
        () -> {
          requireRunning();
          if (!writes(output)) {
            return false;
          }
          try {
            savepoint.set(stop(format));
            return true;
          } catch (ExecutionException e) {
            // not all of its tasks have begun
            return false;
          }
        },
        () -> "no data file has been begun");
    return savepoint.get();
  }

  /** Waits until it has begun a data file below a folder. */
  public void awaitBegunFile(Path output) throws Exception {
    Eventually.holds(
        Duration.ofSeconds(LIMIT_SECONDS),
        () -> {
          requireRunning();
          return writes(output);
        },
        () -> "no data file has been begun");
  }

  private static boolean writes(Path output) throws IOException {
    return !LiveTree.files(output, name -> name.startsWith(".CDC")).isEmpty();
  }

  /** Stops the job as {@code flink stop --drain} does; gives the savepoint. */
  public Path drain() throws Exception {
    try {
      return stop(SavepointFormatType.CANONICAL, true);
    } catch (ExecutionException e) {
      requireRunning();
      throw e;
    }
  }

  private Path stop(SavepointFormatType format) throws Exception {
    return stop(format, false);
  }

  private Path stop(SavepointFormatType format, boolean drain) throws Exception {
    String savepoint =
        client
            .stopWithSavepoint(drain, folder.resolve("savepoints").toUri().toString(), format)
            .get(LIMIT_SECONDS, TimeUnit.SECONDS);
    client.getJobExecutionResult().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    return Path.of(URI.create(savepoint));
  }

  /** Cancels the job once it has a checkpoint; gives the newest. */
  public Path cancel() throws Exception {
    Eventually.holds(
        Duration.ofSeconds(LIMIT_SECONDS),
        () -> newestCheckpoint() != null,
        () -> "no checkpoint yet");
    close();
    return newestCheckpoint();
  }

  private Path newestCheckpoint() throws IOException {
    return newestCheckpoint(folder);
  }

  /** The newest complete checkpoint of the jobs of a folder; null for none. */
  public static Path newestCheckpoint(Path folder) throws IOException {
    return LiveTree.newest(folder.resolve("checkpoints"), "_metadata")
        .map(Path::getParent)
        .orElse(null);
  }

  /** Waits for the end of a bounded input. */
  public void awaitEnd() throws Exception {
    client.getJobExecutionResult().get(LIMIT_SECONDS, TimeUnit.SECONDS);
  }

  /** Ends the job; fails where the rows did not balance at a checkpoint of it. */
  @Override
  public void close() throws Exception {
    end();
    if (BalanceWatch.unbalancedCheckpoints() > 0) {
      throw new AssertionError(
          "rows did not balance at " + BalanceWatch.unbalancedCheckpoints() + " checkpoints");
    }
  }

  private void end() throws Exception {
    JobStatus status;
    try {
      status = client.getJobStatus().get(LIMIT_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | IllegalStateException e) {
      // its cluster has gone with it
      return;
    }
    if (!status.isGloballyTerminalState()) {
      client.cancel().get(LIMIT_SECONDS, TimeUnit.SECONDS);
      try {
        client.getJobExecutionResult().get(LIMIT_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        // says that it was cancelled
      }
    }
  }
}
