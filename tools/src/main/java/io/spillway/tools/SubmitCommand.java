package io.spillway.tools;

import io.spillway.job.CommandException;
import io.spillway.job.ExitCode;
import io.spillway.job.config.PipelineConfig;
import io.spillway.storage.BucketClaim;
import io.spillway.tools.run.ClusterAddress;
import io.spillway.tools.run.ClusterRun;
import io.spillway.tools.run.ClusterRun.Cluster;
import io.spillway.tools.run.FileSystems;
import io.spillway.tools.run.RootCause;
import io.spillway.tools.run.UnreachableClusterException;
import io.spillway.tools.start.PipelineStart;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.core.execution.JobClient;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** {@code spillway submit}: the pipeline on a Flink cluster that is running already. */
@Command(
    name = "submit",
    description = {
      "Hands a pipeline over to a running Flink cluster and prints the job's id.",
      "Exit code 0: handed over, or finished with --attached; 1: refused, or failed with"
          + " --attached;",
      "2: the file is not valid; 3: no cluster answers, or it is of another Flink version."
    })
final class SubmitCommand implements Callable<Integer> {
  @ParentCommand private Main main;
  @Mixin private PipelineArgument pipeline;
  @Spec private CommandSpec spec;

  @Option(
      names = "--jobmanager",
      required = true,
      paramLabel = "HOST:PORT",
      description = "Where the cluster's REST interface answers, as localhost:8081.")
  private String jobManager;

  @Option(
      names = {"--savepoint", "-s"},
      paramLabel = "PATH",
      description = "Start from this savepoint or retained checkpoint.")
  private String savepoint;

  @Option(
      names = "--take-over",
      description = "Write into the bucket although another pipeline or start owns it.")
  private boolean takeOver;

  @Option(
      names = "--jar",
      paramLabel = "JAR",
      description = "The job's jar (default: that of this command).")
  private Path jar;

  @Option(
      names = "--attached",
      description = "Wait until the job has ended; by default it is left to the cluster.")
  private boolean attached;

  @Override
  public Integer call() throws Exception {
    ClusterAddress address =
        ClusterAddress.parse(jobManager)
            .orElseThrow(
                () ->
                    new CommandException(
                        ExitCode.USAGE, "--jobmanager is not HOST:PORT: " + jobManager));
    PipelineConfig config = pipeline.loadForCluster(main.environment());
    ClusterRun run = new ClusterRun(config, address, jar());
    Optional.ofNullable(savepoint).ifPresent(run::from);
    PrintWriter out = spec.commandLine().getOut();
    tell(look(run, address), config, out);
    run.claiming(claim(config, out));
    JobClient job = submit(run);
    out.println("job " + job.getJobID() + " (" + config.pipeline().name() + ")");
    out.println("web page " + run.page(job));
    out.flush();
    if (attached) {
      await(job);
      out.println("the job has finished");
    }
    return ExitCode.OK;
  }

  /**
   * For whom the job writes into its bucket. A client need not see what the cluster sees: then the
   * job finds out by itself whose the bucket is.
   */
  private BucketClaim claim(PipelineConfig config, PrintWriter out) {
    try {
      FileSystems.initializeToProbe(config);
      PipelineStart start = PipelineStart.of(config);
      Optional<String> refusal = takeOver ? Optional.empty() : start.refusal();
      if (refusal.isPresent()) {
        throw new CommandException(
            ExitCode.FAILED, refusal.get() + ", or take it over with --take-over");
      }
      return savepoint == null ? start.begins(takeOver) : start.resumes(takeOver);
    } catch (IOException e) {
      out.println(
          "this machine can't see whose the bucket is, so the job finds out: " + RootCause.of(e));
      return new BucketClaim(config.pipeline().name(), "", "", takeOver);
    }
  }

  private Path jar() {
    return JobJar.locate(Optional.ofNullable(jar))
        .orElseThrow(
            () ->
                new CommandException(
                    ExitCode.ENVIRONMENT,
                    jar == null
                        ? "the job's jar was not found on the class path; name it with --jar"
                        : "no such jar: " + jar));
  }

  private static Cluster look(ClusterRun run, ClusterAddress address) throws InterruptedException {
    Cluster cluster;
    try {
      cluster = run.look();
    } catch (UnreachableClusterException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, e.getMessage(), e);
    }
    if (!cluster.fits()) {
      throw new CommandException(
          ExitCode.ENVIRONMENT,
          "the cluster at %s runs Flink %s, but this job was built for Flink %s"
              .formatted(address, cluster.version(), Cluster.built()));
    }
    return cluster;
  }

  private static void tell(Cluster cluster, PipelineConfig config, PrintWriter out) {
    int wanted = config.pipeline().parallelism().orElse(1);
    if (cluster.free() < wanted) {
      out.println(
          "the job needs %d slots and %d of %d are free: it waits for them"
              .formatted(wanted, cluster.free(), cluster.slots()));
    }
  }

  private static JobClient submit(ClusterRun run) throws InterruptedException {
    try {
      return run.submit();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new CommandException(
          ExitCode.FAILED, "the cluster did not take the job: " + RootCause.of(e), e);
    }
  }

  private static void await(JobClient job) throws InterruptedException {
    try {
      var unused = job.getJobExecutionResult().get();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new CommandException(ExitCode.FAILED, "the job has failed: " + RootCause.of(e), e);
    }
  }
}
