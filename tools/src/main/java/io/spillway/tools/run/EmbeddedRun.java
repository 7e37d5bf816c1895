package io.spillway.tools.run;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.flow.FlinkOptions;
import io.spillway.job.flow.Loopback;
import io.spillway.job.flow.Topology;
import io.spillway.job.start.Restoration;
import io.spillway.metrics.MetricNames;
import io.spillway.storage.BucketClaim;
import java.io.IOException;
import java.io.PrintWriter;
import java.net.BindException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.ObjDoubleConsumer;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.TaskManagerOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;

/** A whole Flink cluster in this process, for one job. */
public final class EmbeddedRun {
  private static final Duration LOOK = Duration.ofMillis(100);

  /** A storage that is away for minutes is waited for; a fault of the input or the set-up ends. */
  private static final int RESTARTS = 10;

  /** As often in a row as a commit is tried: its place may be full, or away for minutes, too. */
  private static final int TOLERATED_CHECKPOINTS = 30;

  private static final Duration FIRST_RESTART = Duration.ofSeconds(1);
  private static final Duration SLOWEST_RESTART = Duration.ofSeconds(30);

  private static final String EVERY_ADDRESS = "0.0.0.0";

  /** How often a port that somebody else has taken in the meantime is replaced by another. */
  private static final int MOST_PORTS = 5;

  private PipelineConfig config;
  private final PrintWriter out;
  private final Configuration options;
  private BucketClaim claim;
  private Restoration restoration;
  private ProgressLines lines = ProgressLines.standard(false);
  private Interruption interruption = Interruption.none();
  private boolean isPortFound;

  /**
   * @param out where progress and summary go
   */
  public EmbeddedRun(PipelineConfig config, PrintWriter out) {
    this.config = config;
    this.out = out;
    this.options = options(config);
    this.claim = BucketClaim.of(config.pipeline().name());
    this.restoration = Restoration.none(config);
  }

  /** Options of a cluster in this process, for this machine only unless the pipeline says more. */
  public static Configuration options(PipelineConfig config) {
    Configuration options = Loopback.options();
    options.setString(
        "metrics.reporter.embedded.factory.class", EmbeddedMetricsFactory.class.getName());
    options.set(
        CheckpointingOptions.CHECKPOINTS_DIRECTORY, CheckpointPlaces.own(config).toString());
    options.set(RestartStrategyOptions.RESTART_STRATEGY, "exponential-delay");
    options.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_INITIAL_BACKOFF, FIRST_RESTART);
    options.set(
        RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_MAX_BACKOFF, SLOWEST_RESTART);
    options.set(RestartStrategyOptions.RESTART_STRATEGY_EXPONENTIAL_DELAY_ATTEMPTS, RESTARTS);
    options.set(CheckpointingOptions.TOLERABLE_FAILURE_NUMBER, TOLERATED_CHECKPOINTS);
    options.set(TaskManagerOptions.MANAGED_MEMORY_SIZE, MemorySize.ofMebiBytes(512));
    options.set(TaskManagerOptions.NETWORK_MEMORY_MIN, MemorySize.ofMebiBytes(128));
    options.set(TaskManagerOptions.NETWORK_MEMORY_MAX, MemorySize.ofMebiBytes(128));
    options.addAll(FlinkOptions.of(config));
    return options;
  }

  /** Goes on from this checkpoint, which belongs to the run from now on. */
  public EmbeddedRun from(Path checkpoint, Restoration taken) {
    restoration = taken;
    options.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, taken.leavesState());
    options.set(StateRecoveryOptions.SAVEPOINT_PATH, checkpoint.toString());
    options.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
    return this;
  }

  /** Writes into its bucket for this lineage. */
  public EmbeddedRun claiming(BucketClaim bucket) {
    claim = bucket;
    return this;
  }

  /** Reads bounded topics from where their groups have committed, whatever {@code start} says. */
  public EmbeddedRun behindLastRun() {
    config = config.behindLastRun();
    return this;
  }

  /** Prints its progress so. */
  public EmbeddedRun printing(ProgressLines progress) {
    lines = progress;
    return this;
  }

  /** Ends with a last checkpoint and an {@link InterruptedRunException} when this is heard. */
  public EmbeddedRun until(Interruption signal) throws IOException {
    interruption = signal;
    return options.contains(RestOptions.BIND_PORT) ? this : withFoundPort(FreePort.find());
  }

  /** Answers at a port that was free a moment ago, or at another one if it no longer is. */
  EmbeddedRun withFoundPort(int port) {
    isPortFound = true;
    return withUi(port);
  }

  /** Serves Flink's web pages at this port. */
  public EmbeddedRun withUi(int port) {
    options.set(RestOptions.BIND_PORT, Integer.toString(port));
    options.set(RestOptions.PORT, port);
    return this;
  }

  /** Answers there in place of this machine's own address, which opens it to others. */
  public EmbeddedRun at(String address) {
    options.set(RestOptions.BIND_ADDRESS, address);
    options.set(RestOptions.ADDRESS, address);
    return this;
  }

  /** Where its web pages are, as {@code http://localhost:8081}. */
  public String url() {
    String address = options.get(RestOptions.BIND_ADDRESS);
    boolean named = !Loopback.contains(address) && !address.equals(EVERY_ADDRESS);
    return "http://" + (named ? address : "localhost") + ":" + options.get(RestOptions.PORT);
  }

  /**
   * What it opens to more than this machine, in words; nothing unless somebody has asked for it.
   */
  public List<String> opened() {
    return OpenedPorts.of(options);
  }

  /** The job's own metrics as they are now, named {@code name} or {@code name label}. */
  public static void metrics(ObjDoubleConsumer<String> consumer) {
    EmbeddedMetrics.INSTANCE.each(consumer);
  }

  private JobClient start(boolean ui) throws Exception {
    for (int attempt = 1; ; attempt++) {
      StreamExecutionEnvironment env =
          ui
              ? StreamExecutionEnvironment.createLocalEnvironmentWithWebUI(options)
              : StreamExecutionEnvironment.createLocalEnvironment(options);
      new Topology(config, claim, restoration).build(env);
      try {
        return env.executeAsync(config.pipeline().name());
      } catch (Exception e) {
        boolean isTaken = ExceptionUtils.findThrowable(e, BindException.class).isPresent();
        if (!isPortFound || !isTaken || attempt == MOST_PORTS) {
          throw e;
        }
        // nothing of the job has begun
        withUi(FreePort.find());
      }
    }
  }

  /** Runs to the end of the input. Throws what ended the job otherwise. */
  public void run(boolean ui) throws Exception {
    Progress progress = new Progress(EmbeddedMetrics.INSTANCE, search(), System.nanoTime());
    JobClient job = start(ui);
    try (EndingCheckpoints ending = ending(job)) {
      follow(job, progress, ending);
    } finally {
      lines.end(out);
    }
    progress.summary(System.nanoTime()).forEach(out::println);
    out.flush();
    if (progress.unbalanced() > 0) {
      throw new UnbalancedException(progress.unbalanced());
    }
    if (progress.unaccounted() != 0) {
      throw UndeliveredException.unaccounted(progress.unaccounted());
    }
    if (progress.givenUp() > 0) {
      throw UndeliveredException.givenUp(progress.givenUp());
    }
  }

  private SearchProgress search() {
    EmbeddedMetrics metrics = EmbeddedMetrics.INSTANCE;
    return config.elasticsearch().isEmpty()
        ? null
        : new SearchProgress(metrics::sum, name -> metrics.liveMax(name));
  }

  private EndingCheckpoints ending(JobClient job) {
    return EndingCheckpoints.of(
        config.sources(),
        () -> EmbeddedMetrics.INSTANCE.sum(MetricNames.ROWS_READ),
        options,
        job.getJobID(),
        System.nanoTime());
  }

  private void follow(JobClient job, Progress progress, EndingCheckpoints ending) throws Exception {
    CompletableFuture<JobExecutionResult> result = job.getJobExecutionResult();
    long last = System.nanoTime();
    while (true) {
      try {
        var unused = result.get(LOOK.toMillis(), TimeUnit.MILLISECONDS);
        return;
      } catch (TimeoutException e) {
        long now = System.nanoTime();
        if (interruption.isHeard()) {
          lines.end(out);
          throw stopped(job, progress);
        }
        ending.look(now);
        if (lines.areDue(now, last)) {
          last = now;
          lines.print(progress.line(now, System.currentTimeMillis()), out);
        }
      } catch (ExecutionException e) {
        throw e.getCause() instanceof Exception cause ? cause : e;
      }
    }
  }

  private InterruptedRunException stopped(JobClient job, Progress progress)
      throws InterruptedException {
    out.println("ending: taking a last checkpoint (once more ends it at once)");
    out.flush();
    String outcome =
        new LastCheckpoint(
                options,
                job,
                () -> EmbeddedMetrics.INSTANCE.sumOfReasons(MetricNames.FLUSHES),
                () -> EmbeddedMetrics.INSTANCE.sum(MetricNames.FILES_COMMITTED))
            .take();
    progress.summary(System.nanoTime()).forEach(out::println);
    out.flush();
    return new InterruptedRunException(outcome, interruption.exitCode());
  }
}
