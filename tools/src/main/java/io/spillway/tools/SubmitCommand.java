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
import io.spillway.tools.start.Decision;
import io.spillway.tools.start.PipelineStart;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.api.common.JobID;
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
      "Hands a pipeline over to a running Flink cluster and prints the job's id. Goes on from where"
          + " the",
      "last job of the pipeline has stopped, as run does.",
      "Exit code 0: handed over, or finished with --attached; 1: refused, or failed with"
          + " --attached;",
      "2: the file is not valid; 3: no cluster answers, or it is of another Flink version."
    })
final class SubmitCommand implements Callable<Integer> {
  @ParentCommand private Main main;
  @Mixin private PipelineArgument pipeline;
  @Spec private CommandSpec spec;

  @Mixin private ClusterOption cluster;

  @Option(
      names = {"--savepoint", "-s"},
      paramLabel = "PATH",
      description = "Go on from this savepoint or retained checkpoint, not from the newest.")
  private String savepoint;

  @Option(
      names = "--fresh",
      description = {
        "Begin anew on purpose: read all input and deliver it again, whatever was delivered"
            + " before.",
        "Without it a job goes on from the newest checkpoint, and starts where there is none."
      })
  private boolean fresh;

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
      names = "--recover",
      description =
          "Where rows are in the bucket and no checkpoint is left, read the topics from"
              + " sources[].start on and drop the rows that stand in the bucket.")
  private boolean recover;

  @Option(
      names = {"--parallelism", "-p"},
      paramLabel = "N",
      description = "Subtasks, in place of pipeline.parallelism.")
  private Integer parallelism;

  @Option(
      names = "--attached",
      description = "Wait until the job has ended; by default it is left to the cluster.")
  private boolean attached;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Override
  public Integer call() throws Exception {
    if (fresh && savepoint != null) {
      throw new CommandException(ExitCode.USAGE, "--fresh and --savepoint contradict each other");
    }
    ClusterAddress address = cluster.address();
    PipelineConfig config = pipeline.loadForCluster(main.environment());
    if (parallelism != null) {
      OptionRange.PARALLELISM.check(parallelism, spec);
      config = config.withParallelism(parallelism);
    }
    ClusterRun run = new ClusterRun(config, address, jar());
    run.claiming(new BucketClaim(config.pipeline().name(), "", "", takeOver));
    StringWriter said = new StringWriter();
    PrintWriter out = json ? new PrintWriter(said) : spec.commandLine().getOut();
    tell(look(run, address), config, out);
    refuseRunning(run, config);
    Optional<PipelineStart> start = start(config, out);
    boolean isNew = start.isEmpty() || begun(run, start.get(), out);
    Optional<JobClient> job = isNew ? Optional.of(submit(run)) : Optional.empty();
    if (json) {
      answer(line(run, config, job).put("start", said.toString().lines().toList()).toString());
    } else if (job.isPresent()) {
      answer("job " + job.get().getJobID() + " (" + config.pipeline().name() + ")");
      answer("web page " + run.page(job.get()));
    }
    if (attached && job.isPresent()) {
      await(job.get());
      if (start.isPresent()) {
        start.get().ends(Instant.now());
      }
      out.println("the job has finished");
    }
    return ExitCode.OK;
  }

  private void answer(String line) {
    spec.commandLine().getOut().println(line);
    spec.commandLine().getOut().flush();
  }

  private JsonLine line(ClusterRun run, PipelineConfig config, Optional<JobClient> job) {
    return new JsonLine()
        .put("job", job.map(client -> client.getJobID().toString()).orElse(null))
        .put("name", config.pipeline().name())
        .put("page", job.map(run::page).orElse(null))
        .put("savepoint", savepoint);
  }

  private static void refuseRunning(ClusterRun run, PipelineConfig config)
      throws InterruptedException {
    try {
      Optional<JobID> running = run.running();
      if (running.isPresent()) {
        throw new CommandException(
            ExitCode.FAILED,
            "pipeline %s runs already on this cluster, as job %s: stop that first"
                .formatted(config.pipeline().name(), running.get()));
      }
    } catch (UnreachableClusterException e) {
      throw new CommandException(ExitCode.ENVIRONMENT, e.getMessage(), e);
    }
  }

  /** What is there to start from; empty where it can't be seen from here, which is printed. */
  private Optional<PipelineStart> start(PipelineConfig config, PrintWriter out) {
    try {
      FileSystems.initializeToProbe(config);
      return Optional.of(PipelineStart.of(config));
    } catch (IOException e) {
      out.println("whose the bucket is can't be seen from here: " + RootCause.of(e));
      return Optional.empty();
    }
  }

  /** Decides, and makes the bucket the pipeline's. False where there is nothing to do. */
  private boolean begun(ClusterRun run, PipelineStart start, PrintWriter out) {
    try {
      Optional<String> running = start.running();
      if (running.isPresent()) {
        throw new CommandException(ExitCode.FAILED, running.get() + ": end that first");
      }
      Optional<String> otherFiles = start.refusalOfFiles();
      if (otherFiles.isPresent()) {
        throw new CommandException(ExitCode.FAILED, otherFiles.get());
      }
      Optional<String> refusal = takeOver || fresh ? Optional.empty() : start.refusal();
      if (refusal.isPresent()) {
        throw new CommandException(
            ExitCode.FAILED, refusal.get() + ", or take it over with --take-over");
      }
      Decision decision = decide(start, out);
      if (decision instanceof Decision.Refuse refused) {
        throw new CommandException(ExitCode.FAILED, refused.why());
      } else if (decision instanceof Decision.NothingNew nothing) {
        out.println(nothing.why());
        return false;
      } else if (decision instanceof Decision.Resume resume) {
        resume(run, start, resume, out);
      } else if (decision instanceof Decision.Begin begin) {
        out.println(begin.why());
        run.claiming(start.begins(fresh || takeOver, begin.again() || takeOver));
      } else {
        throw new IllegalStateException("unknown decision " + decision);
      }
    } catch (IOException e) {
      out.println(
          "this machine can't see what there is to go on from, so the job finds out whose the bucket"
              + " is: "
              + RootCause.of(e));
      unseen(run, start);
    }
    return true;
  }

  private Decision decide(PipelineStart start, PrintWriter out) throws IOException {
    return savepoint == null
        ? start.decide(fresh, takeOver, recover, out::println)
        : start.from(new org.apache.flink.core.fs.Path(savepoint));
  }

  private void resume(ClusterRun run, PipelineStart start, Decision.Resume resume, PrintWriter out)
      throws IOException {
    resume.restoration().told().forEach(out::println);
    if (savepoint == null) {
      out.println("resuming from " + resume.checkpoint());
      run.claiming(resume.checkpoint().toString(), resume.restoration());
      run.claiming(start.resumes(resume, takeOver));
    } else {
      run.from(savepoint, resume.restoration());
      run.claiming(start.resumes(resume.checkpoint(), takeOver));
    }
  }

  /** The cluster may see what this client doesn't; which source is which is then taken on trust. */
  private void unseen(ClusterRun run, PipelineStart start) {
    if (savepoint != null && start.sources() > 1) {
      throw new CommandException(
          ExitCode.ENVIRONMENT,
          savepoint + " has to be readable here: what it says decides which source goes on where");
    } else if (savepoint != null) {
      run.from(savepoint, start.withoutState());
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
