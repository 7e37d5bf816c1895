package io.spillway.tools.run;

import io.spillway.job.config.PipelineConfig;
import io.spillway.job.flow.FlinkOptions;
import io.spillway.job.flow.Topology;
import io.spillway.job.start.Restoration;
import io.spillway.storage.BucketClaim;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.SecurityOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.RecoveryClaimMode;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.plugin.PluginUtils;
import org.apache.flink.runtime.client.JobStatusMessage;
import org.apache.flink.runtime.rest.handler.legacy.messages.ClusterOverviewWithVersion;
import org.apache.flink.runtime.rest.util.RestClientException;
import org.apache.flink.runtime.util.EnvironmentInformation;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ExceptionUtils;

/**
 * A pipeline handed over to a running Flink cluster through its REST address. Options of the
 * client, such as those of TLS, come from {@code FLINK_CONF_DIR} where that is set.
 */
public final class ClusterRun {
  private final PipelineConfig config;
  private final ClusterAddress address;
  private final Configuration options;
  private BucketClaim claim;
  private Restoration restoration;

  /**
   * @param jar the job's own jar, which the cluster loads
   */
  public ClusterRun(PipelineConfig config, ClusterAddress address, Path jar) {
    this.config = config;
    this.address = address;
    this.claim = BucketClaim.of(config.pipeline().name());
    this.restoration = Restoration.none(config);
    this.options = RestAccess.options(address);
    options.set(DeploymentOptions.TARGET, "remote");
    options.addAll(FlinkOptions.of(config));
    options.set(PipelineOptions.JARS, List.of(jar.toUri().toString()));
  }

  /** Starts from a savepoint or a retained checkpoint, which stays with its owner. */
  public ClusterRun from(String savepoint, Restoration taken) {
    restoration = taken;
    options.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
    options.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, taken.leavesState());
    return this;
  }

  /** Writes into its bucket for this lineage. */
  public ClusterRun claiming(BucketClaim bucket) {
    claim = bucket;
    return this;
  }

  /** Starts from a checkpoint of the pipeline's own, which belongs to the job from now on. */
  public ClusterRun claiming(String checkpoint, Restoration taken) {
    options.set(StateRecoveryOptions.RESTORE_MODE, RecoveryClaimMode.CLAIM);
    return from(checkpoint, taken);
  }

  /** The job of this pipeline's name that the cluster runs already; empty where there is none. */
  public Optional<JobID> running() throws UnreachableClusterException, InterruptedException {
    try (RestClusterClient<StandaloneClusterId> client = RestAccess.client(options)) {
      return client.listJobs().get(2 * RestAccess.ANSWER.toSeconds() + 5, TimeUnit.SECONDS).stream()
          .filter(job -> !job.getJobState().isGloballyTerminalState())
          .filter(job -> job.getJobName().equals(config.pipeline().name()))
          .map(JobStatusMessage::getJobId)
          .findFirst();
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new UnreachableClusterException(
          "the cluster at " + address + " doesn't say which jobs it runs (" + why(e) + ")", e);
    }
  }

  /** What the cluster says of itself. Takes 25 s at most. */
  public Cluster look() throws UnreachableClusterException, InterruptedException {
    try (RestClusterClient<StandaloneClusterId> client = RestAccess.client(options)) {
      CompletableFuture<ClusterOverviewWithVersion> answer = client.getClusterOverview();
      ClusterOverviewWithVersion overview =
          answer.get(2 * RestAccess.ANSWER.toSeconds() + 5, TimeUnit.SECONDS);
      return new Cluster(
          overview.getVersion(),
          overview.getNumTaskManagersConnected(),
          overview.getNumSlotsTotal(),
          overview.getNumSlotsAvailable());
    } catch (InterruptedException e) {
      throw e;
    } catch (Exception e) {
      throw new UnreachableClusterException(
          "no Flink cluster answers at " + address + " (" + why(e) + ")", e);
    }
  }

  private static String why(Exception e) {
    if (e instanceof TimeoutException) {
      return "no answer";
    }
    return ExceptionUtils.findThrowable(e, RestClientException.class).isPresent()
        ? "what answers is not Flink's REST interface"
        : RootCause.of(e);
  }

  /** Hands the job over; it runs from now on without this process. */
  public JobClient submit() throws Exception {
    FileSystem.initialize(options, PluginUtils.createPluginManagerFromRootFolder(options));
    StreamExecutionEnvironment env = new StreamExecutionEnvironment(options);
    new Topology(config, claim, restoration).build(env);
    return env.executeAsync(config.pipeline().name());
  }

  /** The page on which a job is to be seen. */
  public String page(JobClient job) {
    String scheme = SecurityOptions.isRestSSLEnabled(options) ? "https" : "http";
    return scheme + "://" + address + "/#/job/running/" + job.getJobID() + "/overview";
  }

  /**
   * A cluster.
   *
   * @param version of its Flink, as {@code 2.2.0}
   * @param taskManagers number of those that are connected
   * @param slots of all of them
   * @param free slots that no job has
   */
  public record Cluster(String version, int taskManagers, int slots, int free) {
    /** Whether a job built against this Flink can run there: the same major and minor version. */
    public boolean fits() {
      return line(version).equals(line(built()));
    }

    /** Version of the Flink that the job was built against. */
    public static String built() {
      return EnvironmentInformation.getVersion();
    }

    private static String line(String version) {
      String[] parts = version.split("\\.", 3);
      return parts.length < 2 ? version : parts[0] + "." + parts[1];
    }
  }
}
