package io.spillway.spool;

import io.spillway.event.TableFilter;
import io.spillway.layout.DateSeparator;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import io.spillway.storage.InlineProbe;
import io.spillway.storage.LooksProbe;
import io.spillway.storage.PlannerProbe;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The whole way from the partitions to the bucket, one random action at a time: reading, delivery,
 * time, barriers, steps of commits, crashes. The seed decides everything.
 */
final class SimFlow {
  private static final long NOON = 1_768_478_400_000L;
  private static final int MOST_ACTIONS = 200_000;

  /** A completed checkpoint: all that a restore has. */
  private record Completed(
      long id,
      SimSource.Position position,
      List<SimSubtask.Left> spools,
      List<CommitPlan> plans,
      long newest,
      long job,
      SimBucket.Begun base,
      long rewind) {}

  /** Which job has made a plan, and what had been begun in the bucket when that job started. */
  private record Origin(long job, SimBucket.Begun base) {}

  private final Random random;
  private final SimUpstream upstream;
  private final SimReader reader;
  private final SimBucket bucket;
  private final Set<Integer> late = new HashSet<>();
  private final SpoolSettings settings;
  private final boolean byPartition;
  private final int inlineBytes;
  private final double idleShare;
  private final List<Completed> kept = new ArrayList<>();
  private final List<Written.Data> paused = new ArrayList<>();
  private final Map<CommitPlan, Origin> origins = new IdentityHashMap<>();
  private int crashesLeft;
  private int rewindsLeft;
  private long job = 1;
  private SimBucket.Begun base;
  private long rewind;
  private long nowMs = NOON;

  private LooksProbe looks;
  private SimSource source;
  private List<SimSubtask> subtasks;
  private PlannerProbe planner;
  private Completed last;
  private long nextCheckpointId = 1;

  private long barrierId;
  private SimSource.Position position;
  private Set<Integer> readersAtBarrier;
  private List<SimSubtask.Left> leftAtBarrier;
  private List<CommitPlan> uncommitted;
  private Deque<CommitPlan> toCommit;
  private SimCommit commit;
  private long notifyId;
  private boolean finalBarrier;
  private boolean finished;

  /**
   * @param rewinds how often an operator may start the job again from a state of his choice, or
   *     from none
   */
  SimFlow(long seed, int rewinds) throws Exception {
    random = new Random(seed);
    rewindsLeft = rewinds;
    SimNames[] names = SimNames.values();
    upstream = new SimUpstream(random, names[Math.floorMod(seed / 2, names.length)]);
    reader = new SimReader(upstream, late);
    bucket = new SimBucket(reader);
    byPartition = random.nextInt(3) == 0;
    idleShare = random.nextInt(5) == 0 ? 0.1 : 0;
    crashesLeft = random.nextInt(5);
    inlineBytes = random.nextInt(3) == 0 ? 0 : random.nextInt(3000);
    boolean tight = random.nextInt(4) == 0;
    int flushMs = 20 + random.nextInt(2_000);
    settings =
        new SpoolSettings(
            new SpoolMemory.Fixed(10_000 + random.nextInt(40_000)),
            1L << 30,
            tight ? 60_000 : 1L << 29,
            tight ? 30_000 : 1L << 28,
            targets(seed, 200 + random.nextInt(3000), flushMs),
            random.nextBoolean() ? 0 : random.nextInt(flushMs),
            random.nextBoolean() ? DateSeparator.DAY : DateSeparator.NONE,
            ZoneOffset.UTC,
            60_000,
            "",
            false);
    start();
  }

  /** In every third run some tables have files of another size and age. */
  private static FileTargets targets(long seed, int bytes, int flushMs) {
    Random own = new Random(~seed);
    if (own.nextInt(3) > 0) {
      return new FileTargets(bytes, flushMs);
    }
    FileTarget other = new FileTarget(1 + own.nextInt(2 * bytes), 1 + own.nextInt(3 * flushMs));
    return new FileTargets(
        new FileTarget(bytes, flushMs),
        List.of(new FileTargets.OfTables(new TableFilter(List.of("*.*[13579]"))::chooses, other)));
  }

  private void start() throws Exception {
    if (commit != null && random.nextInt(3) > 0) {
      // it was paused, not killed
      paused.addAll(commit.begun());
    }
    base = bucket.begun();
    int parallelism = 1 + random.nextInt(4);
    int readers = 1 + random.nextInt(upstream.partitions.size());
    SimSource.Options options = new SimSource.Options(readers, byPartition, idleShare, late);
    source = new SimSource(upstream, random, options, last == null ? null : last.position());
    planner = new PlannerProbe();
    uncommitted = new ArrayList<>();
    toCommit = new ArrayDeque<>();
    commit = null;
    barrierId = 0;
    notifyId = 0;
    finalBarrier = false;
    if (last != null) {
      planner.restore(last.newest());
      uncommitted.addAll(last.plans());
      toCommit.addAll(last.plans());
    }
    looks = new LooksProbe(bucket.open(), last == null ? -1 : last.id());
    subtasks = new ArrayList<>();
    for (int i = 0; i < parallelism; i++) {
      SimSubtask.SimInputs inputs =
          new SimSubtask.SimInputs(
              source.channels(),
              late,
              last == null ? 0 : last.id(),
              rewind,
              new InlineProbe(inlineBytes, 4L * inlineBytes),
              upstream.names.rules());
      MemoryStore store = new MemoryStore();
      DrainState drains = null;
      if (last != null) {
        for (SimSubtask.Left left : last.spools()) {
          left.store().copyInto(store, i, parallelism);
        }
        drains = reread(last.spools().get(i % last.spools().size()).drains());
      }
      subtasks.add(
          new SimSubtask(
              settings, bucket, new SubtaskShare(i, parallelism), store, drains, inputs));
    }
  }

  /** Another job, from any checkpoint that there has ever been, or from none. */
  private void startElsewhere() throws Exception {
    Completed chosen = choose();
    while (chosen != null && isOvertaken(chosen)) {
      chosen = choose();
    }
    last = chosen;
    SimBucket.Begun begun = bucket.begun();
    boolean agrees =
        last == null
            ? begun == null
            : begun == null
                || begun.equals(last.base())
                || begun.job() == last.job() && begun.checkpointId() <= last.id();
    rewind = (last == null ? 0 : last.rewind()) + (agrees ? 0 : 1);
    nextCheckpointId = last == null ? 1 : last.id() + 1;
    job++;
    start();
  }

  private Completed choose() {
    int choice = random.nextInt(kept.size() + 1);
    return choice == kept.size() ? null : kept.get(choice);
  }

  /** A plan that was never carried out, and another job has gone on: the commit refuses it. */
  private boolean isOvertaken(Completed state) {
    SimBucket.Begun begun = bucket.begun();
    return state.plans().stream()
        .anyMatch(plan -> !follows(begun, origins.get(plan)) && !bucket.hasAll(plan));
  }

  /** Whether no other job has begun anything since a plan's job started. */
  private static boolean follows(SimBucket.Begun begun, Origin origin) {
    return begun == null || begun.job() == origin.job() || begun.equals(origin.base());
  }

  private static DrainState reread(DrainState state) throws Exception {
    DrainStateSerializer serializer = new DrainStateSerializer();
    DataOutputSerializer out = new DataOutputSerializer(256);
    serializer.serialize(state, out);
    return serializer.deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
  }

  /** Runs to the end of the stream and checks what is in the bucket then. */
  void run() throws Exception {
    for (int actions = 0; !finished; actions++) {
      if (actions > MOST_ACTIONS) {
        throw new AssertionError("the stream doesn't end");
      }
      act();
    }
    subtasks.forEach(SimSubtask::requireEmpty);
    paused.forEach(bucket::late);
    reader.finished(bucket);
  }

  private void act() throws Exception {
    if (!paused.isEmpty() && random.nextInt(200) == 0) {
      bucket.late(paused.remove(random.nextInt(paused.size())));
    }
    int dice = random.nextInt(100);
    if (dice < 35) {
      int partitions = upstream.partitions.size();
      // the lower partitions are read much faster than the others, or the other way round
      int skewed = Math.min(random.nextInt(partitions), random.nextInt(partitions));
      source.read(byPartition ? partitions - 1 - skewed : skewed, subtasks);
    } else if (dice < 42) {
      source.emitWatermark(random.nextInt(source.readers), subtasks);
    } else if (dice < 80) {
      deliver();
    } else if (dice < 84) {
      passTime();
    } else if (dice < 90) {
      barrier();
    } else if (dice < 98) {
      commitStep();
    } else if (crashesLeft > 0 && random.nextInt(4) == 0) {
      crashesLeft--;
      start();
    } else if (rewindsLeft > 0 && random.nextInt(8) == 0) {
      rewindsLeft--;
      startElsewhere();
    }
  }

  private void deliver() throws Exception {
    SimSubtask subtask = subtasks.get(random.nextInt(subtasks.size()));
    int channels = source.channels();
    int first = random.nextInt(channels);
    for (int i = 0; i < channels; i++) {
      int channel = (first + i) % channels;
      if (subtask.canTake(channel)) {
        int run = 1 + random.nextInt(4);
        for (; run > 0 && subtask.canTake(channel); run--) {
          SimSubtask.Left left = subtask.take(channel, nowMs);
          if (left != null) {
            leftAtBarrier.set(subtasks.indexOf(subtask), left);
          }
        }
        return;
      }
    }
  }

  private void passTime() throws Exception {
    nowMs += random.nextInt(100);
    if (random.nextInt(60) == 0) {
      nowMs += 86_400_000L * (random.nextInt(3) - 1);
    }
    for (SimSubtask subtask : subtasks) {
      if (subtask.spool.nextTickMs() <= nowMs || random.nextInt(8) == 0) {
        subtask.tick(nowMs);
      }
    }
  }

  private void barrier() {
    if (barrierId == 0) {
      if (random.nextInt(3) > 0 && !source.ended()) {
        return;
      }
      barrierId = nextCheckpointId++;
      finalBarrier = source.ended();
      position = source.emptyPosition();
      readersAtBarrier = new HashSet<>();
      leftAtBarrier = new ArrayList<>();
      subtasks.forEach(subtask -> leftAtBarrier.add(null));
      return;
    }
    int next = random.nextInt(source.readers);
    if (readersAtBarrier.add(next)) {
      source.barrier(next, barrierId, subtasks, position);
    }
    boolean committing = commit != null || !toCommit.isEmpty();
    if (!committing && !leftAtBarrier.contains(null)) {
      plan();
    }
  }

  /** Every writer's part of the checkpoint has come; the committer is free to take its snapshot. */
  private void plan() {
    long watermark = Long.MAX_VALUE;
    for (SimSubtask.Left left : leftAtBarrier) {
      for (Written written : left.written()) {
        planner.add(written);
      }
      watermark = Math.min(watermark, left.watermark());
    }
    planner.watermark(watermark);
    CommitPlan plan = planner.plan(barrierId);
    if (planner.schemasMissing() != 0) {
      throw new AssertionError(
          "schema files missing at barrier " + barrierId + ": " + planner.schemasMissing());
    }
    if (plan != null) {
      uncommitted.add(plan);
      origins.put(plan, new Origin(job, base));
    }
    boolean aborted = random.nextInt(6) == 0 && !finalBarrier;
    if (!aborted) {
      List<CommitPlan> plans = List.copyOf(uncommitted);
      last =
          new Completed(
              barrierId, position, leftAtBarrier, plans, planner.newest(), job, base, rewind);
      kept.add(last);
      notifyId = barrierId;
      if (random.nextBoolean()) {
        subtasks.forEach(subtask -> subtask.completed(last.id()));
      }
    }
    barrierId = 0;
  }

  private void commitStep() {
    if (commit == null && notifyId > 0) {
      // that of a later checkpoint may be there, too, which isn't complete or was given up
      for (CommitPlan plan : uncommitted) {
        if (plan.checkpointId() <= notifyId) {
          toCommit.add(plan);
        }
      }
      notifyId = 0;
      if (random.nextBoolean()) {
        subtasks.forEach(subtask -> subtask.completed(last.id()));
      }
      finishIfCommitted();
      return;
    }
    if (commit == null && !toCommit.isEmpty()) {
      begin(toCommit.peek());
      commit = new SimCommit(toCommit.poll(), bucket, looks, random);
    }
    if (commit != null) {
      int steps = 1 + random.nextInt(6);
      for (; steps > 0 && !commit.isDone(); steps--) {
        commit.step();
      }
      if (commit.isDone()) {
        uncommitted.remove(0);
        commit = null;
        finishIfCommitted();
      }
    }
  }

  /** What is noted never goes back: a plan that has been carried out before isn't the newest. */
  private void begin(CommitPlan plan) {
    if (plan.data().isEmpty() && plan.schemas().isEmpty()) {
      return;
    }
    SimBucket.Begun begun = bucket.begun();
    Origin origin = origins.get(plan);
    boolean isNewest =
        begun != null && begun.job() == origin.job()
            ? plan.checkpointId() > begun.checkpointId()
            : origin.job() == job || follows(begun, origin);
    if (isNewest) {
      bucket.begin(new SimBucket.Begun(origin.job(), plan.checkpointId()), plan);
    }
  }

  private void finishIfCommitted() {
    finished = finalBarrier && barrierId == 0 && notifyId == 0 && toCommit.isEmpty();
  }
}
