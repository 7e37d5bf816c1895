package io.spillway.job;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.flow.FlinkOptions;
import io.spillway.job.flow.Topology;
import io.spillway.storage.BucketClaim;
import java.nio.file.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Entry point for Flink's own tools: {@code flink run -c io.spillway.job.SubmittedJob
 * spillway-job.jar FILE [--take-over]}. The file and the environment variables that it names are
 * those of the process that runs this method.
 */
public final class SubmittedJob {
  private static final String TAKE_OVER = "--take-over";

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
    String name = config.pipeline().name();
    new Topology(config, new BucketClaim(name, "", "", takeOver)).build(env);
    env.execute(name);
  }
}
