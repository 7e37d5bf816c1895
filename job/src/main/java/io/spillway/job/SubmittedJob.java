package io.spillway.job;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.flow.FlinkOptions;
import io.spillway.job.flow.Topology;
import io.spillway.job.start.BucketOwners;
import io.spillway.job.start.Restoration;
import io.spillway.job.start.SavedState;
import io.spillway.storage.BucketClaim;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Entry point for Flink's own tools: {@code flink run -c io.spillway.job.SubmittedJob
 * spillway-job.jar FILE [--take-over]}. The file and the environment variables that it names are
 * those of the process that runs this method.
 */
public final class SubmittedJob {
  private static final String TAKE_OVER = "--take-over";
  private static final Logger LOG = LoggerFactory.getLogger(SubmittedJob.class);

  private SubmittedJob() {}

  /**
   * Builds and executes the job in the environment that the caller has set up.
   *
   * @param args the pipeline file, and {@code --take-over} where the bucket may be another
   *     pipeline's
   * @throws CommandException where the file cannot be read or is not valid
   */
  public static void main(String[] args) throws Exception {
    boolean takeOver = args.length == 2 && args[1].equals(TAKE_OVER);
    if (args.length != 1 && !takeOver) {
      throw new CommandException(
          ExitCode.USAGE,
          "wanted: the pipeline file, and perhaps %s behind it; given: %d arguments"
              .formatted(TAKE_OVER, args.length));
    }
    PipelineConfig config = PipelineFile.loadForCluster(Path.of(args[0]), System.getenv());
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(FlinkOptions.of(config));
    if (!takeOver) {
      requireBucket(config);
    }
    String name = config.pipeline().name();
    BucketClaim claim = new BucketClaim(name, "", "", takeOver);
    new Topology(config, claim, restoration(config, env)).build(env);
    env.execute(name);
  }

  /**
   * The job itself looks before its first step, too; here it is found out before the cluster has
   * started anything. What the bucket has is no reason to refuse: in application mode this method
   * runs again after each failure of the JobManager, and the job goes on by itself.
   */
  private static void requireBucket(PipelineConfig config) {
    Optional<String> why;
    try {
      why = new BucketOwners(config).refusal(Optional.empty());
    } catch (IOException e) {
      LOG.warn("whose the bucket is can't be read here; the job looks before it writes", e);
      return;
    }
    why.ifPresent(
        text -> {
          throw new CommandException(
              ExitCode.FAILED, text + ", or take it over on purpose (" + TAKE_OVER + ")");
        });
  }

  /** Flink's own tools say by an option of the environment which state is gone on from. */
  private static Restoration restoration(PipelineConfig config, StreamExecutionEnvironment env) {
    Optional<String> from = env.getConfiguration().getOptional(StateRecoveryOptions.SAVEPOINT_PATH);
    if (from.isEmpty()) {
      return Restoration.none(config);
    }
    Restoration restoration = read(config, from.get());
    restoration
        .refusal()
        .ifPresent(
            why -> {
              throw new CommandException(
                  ExitCode.FAILED, "the pipeline can't go on from " + from.get() + ": " + why);
            });
    restoration.told().forEach(line -> LOG.warn("going on from {}: {}", from.get(), line));
    if (restoration.leavesState()) {
      env.configure(leaving());
    }
    return restoration;
  }

  private static Restoration read(PipelineConfig config, String from) {
    try {
      return Restoration.of(SavedState.open(new org.apache.flink.core.fs.Path(from)), config);
    } catch (IOException e) {
      throw new CommandException(
          ExitCode.ENVIRONMENT,
          from + " can't be read here, and what it says decides which source goes on where",
          e);
    }
  }

  private static Configuration leaving() {
    Configuration options = new Configuration();
    options.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, true);
    return options;
  }
}
