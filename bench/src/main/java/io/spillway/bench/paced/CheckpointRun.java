package io.spillway.bench.paced;

import com.fasterxml.jackson.databind.JsonNode;
import io.spillway.tools.run.FreePort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.FileUtils;

/** Fills the spool of a job that flushes nothing, and reads Flink's statistics of checkpoints. */
public final class CheckpointRun {
  /** Rows keep coming for as long as filling can take; the run ends by itself. */
  private static final int LONGEST_SECONDS = 3600;

  private final PacedSettings settings;

  /**
   * @param settings with a burst that fills the spool, and a flush interval longer than the run
   */
  public CheckpointRun(PacedSettings settings) {
    this.settings = settings;
  }

  /**
   * A completed checkpoint.
   *
   * @param durationMs from its trigger to its completion
   * @param writtenBytes what it has uploaded; checkpoints are incremental
   * @param stateBytes what it refers to; state is compressed
   * @param full whether it was triggered when all rows of the burst had come
   */
  public record Checkpoint(
      long id, long durationMs, long writtenBytes, long stateBytes, boolean full) {}

  /**
   * Runs until the rows have come for as long as the settings say behind the burst, then cancels.
   *
   * @param seen gets every checkpoint once, soon after it has completed
   * @return all, by id
   */
  public List<Checkpoint> run(Consumer<Checkpoint> seen) throws Exception {
    Path root = settings.folder().resolve("data").toAbsolutePath();
    FileUtils.deleteDirectory(settings.folder().toFile());
    Files.createDirectories(root);
    int port = FreePort.find();
    StreamExecutionEnvironment env =
        PacedJob.environment(settings, CheckpointStatistics.options(port));
    ReadableRows.arrivals = new Arrivals(0, 0);
    PacedRows.burstEndedMs = Long.MAX_VALUE;
    CountedFiles.begin(0);
    PacedSettings endless = settings.withSeconds(settings.seconds() + LONGEST_SECONDS);
    PacedJob.store(PacedJob.rows(env, endless, System.currentTimeMillis()), settings, root);
    JobClient job = env.executeAsync("bench");
    try {
      return follow(port, job, seen);
    } finally {
      job.cancel().get();
      job.getJobExecutionResult().exceptionally(cancelled -> null).get();
      FileUtils.deleteDirectory(settings.folder().toFile());
    }
  }

  private List<Checkpoint> follow(int port, JobClient job, Consumer<Checkpoint> seen)
      throws Exception {
    CheckpointStatistics statistics = new CheckpointStatistics(port, job.getJobID());
    Map<Long, Checkpoint> completed = new TreeMap<>();
    long lengthMs = TimeUnit.SECONDS.toMillis(settings.seconds());
    // on a busy machine the first checkpoint of a full spool may come late
    while (System.currentTimeMillis() - PacedRows.burstEndedMs < lengthMs
        || completed.values().stream().noneMatch(Checkpoint::full)) {
      TimeUnit.SECONDS.sleep(1);
      if (job.getJobExecutionResult().isDone()) {
        job.getJobExecutionResult().get();
        throw new IllegalStateException("the job has ended by itself");
      }
      for (Checkpoint checkpoint : completed(statistics)) {
        if (completed.putIfAbsent(checkpoint.id(), checkpoint) == null) {
          seen.accept(checkpoint);
        }
      }
    }
    return new ArrayList<>(completed.values());
  }

  private static List<Checkpoint> completed(CheckpointStatistics statistics) throws Exception {
    List<Checkpoint> found = new ArrayList<>();
    // Flink has the newest first
    for (JsonNode one : statistics.history()) {
      if (one.path("status").asText().equals("COMPLETED")) {
        found.add(
            new Checkpoint(
                one.path("id").asLong(),
                one.path("end_to_end_duration").asLong(),
                one.path("checkpointed_size").asLong(),
                one.path("state_size").asLong(),
                one.path("trigger_timestamp").asLong() > PacedRows.burstEndedMs));
      }
    }
    Collections.reverse(found);
    return found;
  }
}
