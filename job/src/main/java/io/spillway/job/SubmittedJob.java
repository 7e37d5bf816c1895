package io.spillway.job;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.flow.FlinkOptions;
import io.spillway.job.flow.Topology;
import java.nio.file.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Entry point for Flink's own tools: {@code flink run -c io.spillway.job.SubmittedJob
 * spillway-job.jar FILE}. The file and the environment variables that it names are those of the
 * process that runs this method.
 */
public final class SubmittedJob {
  private SubmittedJob() {}

  /**
   * Builds and executes the job in the environment that the caller has set up.
   *
   * @param args the pipeline file
   * @throws CommandException where the file cannot be read or is not valid
   */
  public static void main(String[] args) throws Exception {
    if (args.length != 1) {
      throw new CommandException(
          ExitCode.USAGE, "wanted: one argument, the pipeline file; given: " + args.length);
    }
    PipelineConfig config = PipelineFile.loadForCluster(Path.of(args[0]), System.getenv());
    StreamExecutionEnvironment env =
        StreamExecutionEnvironment.getExecutionEnvironment(FlinkOptions.of(config));
    new Topology(config).build(env);
    env.execute(config.pipeline().name());
  }
}
