package io.spillway.storage;

import io.spillway.event.CommitTs;
import io.spillway.log.LogScope;
import io.spillway.metrics.MetricNames;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.Deciders;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.EventType;
import io.spillway.policy.FailureTrait;
import io.spillway.policy.PolicyMatrix;
import io.spillway.policy.PolicyMetrics;
import java.io.IOException;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.runtime.execution.SuppressRestartsException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out commit plans, one after the other. A plan that fails is tried again as the policy
 * says; then the job fails over and its restore carries the plan out again. Every step may be
 * repeated.
 */
final class StorageCommitter implements Committer<CommitPlan> {
  private static final Logger LOG = LoggerFactory.getLogger(StorageCommitter.class);
  private final String root;
  private final PlanRun runs;
  private final Map<ErrorKind, Decider> deciders;
  private final Counter files;
  private final Counter bytes;
  private final Counter rows;
  private long lastDurationMs;
  private final Counter retries;
  private final Outage outage;
  private volatile long checkpointTs = Long.MIN_VALUE;
  private volatile long movedMs = System.currentTimeMillis();

  StorageCommitter(
      StorageSettings settings, PolicyMatrix policy, CommitterAttempt attempt, MetricGroup metrics)
      throws IOException {
    this(settings, policy, attempt, metrics, () -> System.nanoTime() / 1_000_000);
  }

  StorageCommitter(
      StorageSettings settings,
      PolicyMatrix policy,
      CommitterAttempt attempt,
      MetricGroup metrics,
      LongSupplier monotoneMs)
      throws IOException {
    this.root = settings.root();
    this.outage = new Outage(monotoneMs);
    this.deciders = new Deciders(policy, new PolicyMetrics(metrics)).all(EventType.STORAGE_COMMIT);
    MetricGroup group = metrics.addGroup(MetricNames.GROUP);
    this.runs = new PlanRun(settings, attempt, group.counter(MetricNames.FILES_PUT_RIGHT));
    runs.calls().register(group);
    files = group.counter(MetricNames.FILES_COMMITTED);
    bytes = group.counter(MetricNames.BYTES_COMMITTED);
    rows = group.counter(MetricNames.ROWS_COMMITTED);
    LogScope.node(metrics.getAllVariables());
    retries = group.counter(MetricNames.COMMIT_RETRIES);
    group.gauge(MetricNames.STORAGE_AWAY_MS, outage::lastsMs);
    group.gauge(MetricNames.COMMIT_DURATION, () -> lastDurationMs);
    group.gauge(MetricNames.CHECKPOINT_TS, () -> checkpointTs);
    group.gauge(MetricNames.CHECKPOINT_TS_LAG_MS, this::lagMs);
    group.gauge(MetricNames.CHECKPOINT_TS_STALENESS_MS, () -> System.currentTimeMillis() - movedMs);
  }

  private long lagMs() {
    long reached = checkpointTs;
    return reached == Long.MIN_VALUE ? -1 : System.currentTimeMillis() - CommitTs.millis(reached);
  }

  @Override
  public void commit(Collection<CommitRequest<CommitPlan>> requests)
      throws IOException, InterruptedException {
    for (CommitRequest<CommitPlan> request : requests) {
      CommitPlan plan = request.getCommittable();
      long started = System.nanoTime();
      commit(plan);
      lastDurationMs = (System.nanoTime() - started) / 1_000_000;
      count(plan);
    }
  }

  private void commit(CommitPlan plan) throws IOException, InterruptedException {
    for (int failures = 1; ; failures++) {
      try {
        runs.carryOut(plan);
        outage.succeeded();
        return;
      } catch (IOException e) {
        Optional<FencedException> fenced = fenced(e);
        if (fenced.isPresent() && !fenced.get().isForGood()) {
          // a later attempt of this job goes on, and nobody waits for this one any more
          throw fenced.get();
        }
        ErrorKind kind = fenced.isPresent() ? ErrorKind.CONFLICT : CommitFault.kind(e);
        Decider decider = deciders.get(kind);
        if (decider.decide(failures, FailureTrait.of(e)) != Action.RETRY || fenced.isPresent()) {
          throw stopped(plan, kind, e);
        }
        long wait = decider.delayMs(failures, ThreadLocalRandom.current().nextDouble());
        outage.failed();
        retries.inc();
        try (LogScope scope =
            LogScope.of("commit", "storage")
                .errorKind(e.getClass().getSimpleName())
                .policy("retry", "storage does not take the commit")
                .retries(failures)) {
          decider
              .alert(failures)
              .log(
                  LOG,
                  "commit of checkpoint {} has failed {} times, next try in {} ms: {} (bucket {})",
                  plan.checkpointId(),
                  failures,
                  wait,
                  CommitFault.text(e),
                  root);
        }
        Thread.sleep(wait);
      }
    }
  }

  /** That the bucket belongs to others, whichever of the steps side by side has found it out. */
  private static Optional<FencedException> fenced(IOException failure) {
    if (failure instanceof FencedException fenced) {
      return Optional.of(fenced);
    }
    for (Throwable other : failure.getSuppressed()) {
      if (other instanceof FencedException fenced) {
        return Optional.of(fenced);
      }
    }
    return Optional.empty();
  }

  /** A restart mends much, but not that somebody else writes into the bucket, or empties it. */
  private IOException stopped(CommitPlan plan, ErrorKind kind, IOException cause) {
    IOException failure =
        new IOException(
            "checkpoint %d can't be committed: %s (bucket %s)"
                .formatted(plan.checkpointId(), CommitFault.text(cause), root),
            cause);
    if (kind == ErrorKind.CONFLICT || kind == ErrorKind.LOST) {
      throw new SuppressRestartsException(failure);
    }
    return failure;
  }

  private void count(CommitPlan plan) {
    files.inc(plan.data().size());
    for (Written.Data file : plan.data()) {
      bytes.inc(file.sealed().bytes());
      rows.inc(file.sealed().rows());
    }
    if (plan.checkpointTs() > checkpointTs) {
      checkpointTs = plan.checkpointTs();
      movedMs = System.currentTimeMillis();
    }
  }

  @Override
  public void close() {
    runs.close();
  }
}
