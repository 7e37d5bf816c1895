package io.spillway.storage;

import io.spillway.layout.Layout;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import io.spillway.policy.ErrorKind;
import java.io.Closeable;
import java.io.IOException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Carries out one plan: lanes side by side, a lane's stages one after the other, the metadata at
 * the end. Whatever has been done before, by an earlier attempt or an earlier run, is found done.
 * Directly before each step it makes sure that the bucket is still its own, see {@link Fence}.
 */
final class PlanRun implements Closeable {
  private static final Logger LOG = LoggerFactory.getLogger(PlanRun.class);

  private static final long FOLLOW_NANOS = 3_000_000_000L;

  private static final String LAST_PLAN = LastPlan.path("");

  private final BucketFiles bucket;
  private final boolean leading;
  private final Layout layout;
  private final StepPool steps;
  private final Fence fence;
  private final OwnerFile spillwayFiles;
  private final DataSteps data;
  private final Clock clock;
  private final Pace pace;
  private final String attempt = UUID.randomUUID().toString();
  private final Looks looks;
  private final SchemaSteps schemas;
  private final IndexSteps indexes;
  private final CommitterAttempt me;
  private final Watch watch;

  /** Held while a plan is carried out, or while one looks after what others may have done. */
  private final ReentrantLock busy = new ReentrantLock();

  private boolean waited;
  private LastPlan lastPlan;
  private boolean lastPlanRead;
  private long checkpointTs = Long.MIN_VALUE;
  private boolean checkpointTsRead;

  /**
   * @param me plans up to the checkpoint that this attempt was restored from may have been carried
   *     out before the restore, in part or whole
   * @param putRight counts files that had gone back and were written again
   */
  PlanRun(StorageSettings settings, CommitterAttempt me, Counter putRight) throws IOException {
    this(settings, me, putRight, Pace.DEFAULT);
  }

  /**
   * What of a commit is bound to time.
   *
   * @param followNanos how long a sink that follows leaves it to the leading one to write a schema
   *     file
   * @param lookAge for how long an answer of the fence is good
   * @param looksBack seconds after the claim at which one looks whether something has gone back
   */
  record Pace(long followNanos, LookAge lookAge, List<Integer> looksBack) {
    static final Pace DEFAULT = new Pace(FOLLOW_NANOS, LookAge.DEFAULT, Watch.AT_SECONDS);
  }

  PlanRun(StorageSettings settings, CommitterAttempt me, Counter putRight, Pace pace)
      throws IOException {
    this.pace = pace;
    this.clock = pace.lookAge().clock();
    this.me = me;
    this.bucket = new BucketFiles(settings);
    this.leading = settings.role().leads();
    this.layout = settings.layout();
    this.spillwayFiles = new OwnerFile(bucket, settings.claim());
    this.fence = new Fence(spillwayFiles, settings.claim(), settings.root(), me, pace.lookAge());
    this.steps = new StepPool(settings.uploadThreads());
    this.looks = new Looks(bucket, me.restored());
    this.data = new DataSteps(bucket, layout, looks, attempt, this::beforeStep);
    this.schemas =
        new SchemaSteps(bucket, settings.role(), looks, attempt, steps, this::beforeStep);
    this.indexes = new IndexSteps(bucket, layout, looks, attempt, this::beforeStep);
    this.watch = new Watch(this::putRight, putRight, pace.looksBack());
  }

  /** What this run has asked the storage for. */
  StorageCalls calls() {
    return bucket.calls();
  }

  void carryOut(CommitPlan plan) throws IOException, InterruptedException {
    busy.lockInterruptibly();
    try {
      steps.requireRunning();
      claim(plan);
      requireClaimed(plan.origin());
      looks.begin(plan);
      begin(plan);
      steps.await(lanes(plan));
      if (leading) {
        writeMetadata(plan.checkpointTs());
      }
      // only who still owns the bucket acknowledges
      fence.checkNow();
      looks.end();
    } finally {
      busy.unlock();
    }
  }

  private void claim(CommitPlan plan) throws IOException, InterruptedException {
    if (!fence.claim(plan.origin())) {
      return;
    }
    if (!waited) {
      // from here on no step of the owner before begins, unless it was paused
      Thread.sleep(fence.waitMs());
      waited = true;
    }
    watch.begin();
  }

  private List<CompletableFuture<Void>> lanes(CommitPlan plan) {
    long followUntil = System.nanoTime() + pace.followNanos();
    boolean recovered = looks.isFromBefore(plan);
    String root = plan.origin().root();
    List<CompletableFuture<Void>> lanes = new ArrayList<>();
    for (List<CommitPlan.Stage> lane : plan.lanes()) {
      CompletableFuture<Void> run = CompletableFuture.completedFuture(null);
      for (CommitPlan.Stage stage : lane) {
        run = run.thenCompose(done -> schemas.write(stage.schemas(), followUntil));
        run =
            run.thenCompose(
                done ->
                    steps.all(stage.series(), files -> data.makeVisible(files, root, recovered)));
        run = run.thenCompose(done -> steps.all(stage.indexed(), indexes::write));
      }
      lanes.add(run);
    }
    return lanes;
  }

  /** Nothing that was found out before this is relied on behind it. */
  private void beforeStep() throws IOException {
    steps.requireRunning();
    fence.check();
  }

  /** Notes the plan's number before anything of it is to be seen. */
  private void begin(CommitPlan plan) throws IOException, InterruptedException {
    if (plan.origin().number() == 0 || (plan.data().isEmpty() && plan.schemas().isEmpty())) {
      return;
    }
    switch (PlanOrder.of(plan, lastPlan(), me)) {
      case NEWEST -> note(plan);
      case KNOWN -> {}
      case OVERTAKEN -> requireCarriedOut(plan);
    }
  }

  /** The newest plan that has begun in the bucket. */
  private Optional<LastPlan> lastPlan() throws IOException {
    if (!lastPlanRead) {
      lastPlan = spillwayFiles.lastPlan().orElse(null);
      lastPlanRead = true;
    }
    return Optional.ofNullable(lastPlan);
  }

  /** A plan of a state from which another job has gone on too: it must have been carried out. */
  private void requireCarriedOut(CommitPlan plan) throws IOException {
    Optional<String> why = new OvertakenPlans(bucket, layout).undelivered(plan, lastPlan);
    if (why.isPresent()) {
      throw new CommitFault(
          ErrorKind.CONFLICT,
          why.get()
              + ". Every other state, and none, delivers every row once: `spillway run` and"
              + " `spillway submit` pass this one over and take the newest that is left; where"
              + " none is left, topics need --recover. A savepoint that is given by its path has"
              + " to be another one");
    }
  }

  private void note(CommitPlan plan) throws IOException, InterruptedException {
    if (lastPlan != null && !lastPlan.job().equals(plan.origin().job())) {
      new BegunFiles(bucket, layout, spillwayFiles).complete(file -> true, this::beforeStep);
      data.requireFree(plan.data());
    }
    LastPlan begun =
        new LastPlan(
            plan.origin().lineage(),
            plan.origin().number(),
            plan.origin().job(),
            plan.checkpointId(),
            fence.epoch(),
            clock.instant().toString());
    List<CommitPlan> toEnd = plan.data().isEmpty() ? List.of() : List.of(plan);
    steps.await(
        List.of(
            steps.all(toEnd, files -> write(files)),
            steps.all(List.of(begun), number -> write(number))));
    lastPlan = begun;
  }

  private void write(CommitPlan plan) throws IOException {
    beforeStep();
    spillwayFiles.write(plan, attempt);
  }

  private void write(LastPlan number) throws IOException {
    beforeStep();
    spillwayFiles.write(number, attempt);
  }

  /** What plans before this one have brought must be there: a bucket may have been put back. */
  private void requireClaimed(PlanOrigin origin) throws IOException {
    if (!leading || checkpointTsRead) {
      return;
    }
    checkpointTs = bucket.checkpointTs();
    Optional<String> why = PutBack.why(origin, checkpointTs, lastPlan());
    if (why.isPresent()) {
      throw new CommitFault(
          ErrorKind.LOST,
          "bucket "
              + bucket.root()
              + why.get()
              + ". Put the newer copy back, or start without state");
    }
    checkpointTsRead = true;
  }

  private void writeMetadata(long newCheckpointTs) throws IOException {
    if (newCheckpointTs > checkpointTs) {
      steps.requireRunning();
      fence.checkNow();
      bucket.replace(Layout.METADATA, Layout.metadata(newCheckpointTs), attempt);
      checkpointTs = newCheckpointTs;
    }
  }

  /**
   * Reads what this attempt has written of index files and metadata, and writes again what has gone
   * back: a step that the bucket's owner before had begun may land late.
   *
   * @return how many files had gone back
   */
  int putRight() throws IOException, InterruptedException {
    busy.lockInterruptibly();
    try {
      int wrong = putLastPlanRight();
      wrong += indexes.putRight(this::wentBack);
      if (leading && checkpointTsRead && checkpointTs != Long.MIN_VALUE) {
        long now = bucket.checkpointTs();
        if (now < checkpointTs) {
          wentBack(Layout.METADATA, now, checkpointTs);
          beforeStep();
          bucket.replace(Layout.METADATA, Layout.metadata(checkpointTs), attempt);
          wrong++;
        }
      }
      return wrong;
    } finally {
      busy.unlock();
    }
  }

  private int putLastPlanRight() throws IOException {
    if (lastPlan == null) {
      return 0;
    }
    long now = spillwayFiles.lastPlan().map(LastPlan::number).orElse(0L);
    if (now >= lastPlan.number()) {
      return 0;
    }
    wentBack(LAST_PLAN, now, lastPlan.number());
    beforeStep();
    spillwayFiles.write(lastPlan, attempt);
    return 1;
  }

  private void wentBack(String path, long now, long mine) {
    LOG.warn(
        "{} has gone back from {} to {}, by a step that the bucket's owner before this attempt had"
            + " begun: it is written again",
        bucket.at(path),
        mine,
        now);
  }

  @Override
  public void close() {
    // from here on no step begins, whoever would take it
    steps.close();
    watch.close();
    fence.close();
  }
}
