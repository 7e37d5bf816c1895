package io.spillway.spool;

import io.spillway.layout.DataFile;
import io.spillway.layout.IndexFile;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import io.spillway.storage.LooksProbe;
import io.spillway.storage.PlannerProbe;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A plan on its way into the bucket, one step at a time in any order that the plan allows. */
final class SimCommit {
  private interface Step {
    void run();
  }

  private final CommitPlan plan;
  private final SimBucket bucket;
  private final LooksProbe looks;
  private final Random random;
  private final List<Deque<List<Step>>> lanes = new ArrayList<>();
  private final Map<IndexFile, Iterator<Written.Data>> turns = new HashMap<>();

  /** Of each group of steps for data files, the directories and dispatchers. */
  private final Map<List<Step>, List<IndexFile>> dataOf = new IdentityHashMap<>();

  private boolean done;

  SimCommit(CommitPlan plan, SimBucket bucket, LooksProbe looks, Random random) {
    this.looks = looks;
    this.plan = plan;
    this.bucket = bucket;
    this.random = random;
    begin();
  }

  private void begin() {
    lanes.clear();
    turns.clear();
    dataOf.clear();
    looks.begin(plan);
    for (List<CommitPlan.Stage> lane : plan.lanes()) {
      Deque<List<Step>> groups = new ArrayDeque<>();
      for (CommitPlan.Stage stage : lane) {
        List<Step> schemas = new ArrayList<>();
        for (Written.Schema schema : stage.schemas()) {
          schemas.add(() -> bucket.schema(schema));
        }
        List<Step> data = new ArrayList<>();
        dataOf.put(data, new ArrayList<>());
        for (List<Written.Data> series : stage.series()) {
          // whichever of these is drawn, it is the turn of the next number
          Iterator<Written.Data> next = series.iterator();
          IndexFile index = series.get(0).sealed().file().index();
          boolean look = looks.isNeeded(index);
          turns.put(index, series.iterator());
          dataOf.get(data).add(index);
          Step step =
              () -> {
                turns.get(index).next();
                bucket.data(next.next(), look);
                if (!next.hasNext()) {
                  looks.own(index);
                }
              };
          series.forEach(file -> data.add(step));
        }
        List<Step> index = new ArrayList<>();
        for (DataFile newest : PlannerProbe.indexed(stage)) {
          index.add(() -> bucket.index(newest, looks.isNeeded(newest.dir().table())));
        }
        add(groups, schemas);
        add(groups, data);
        add(groups, index);
      }
      lanes.add(groups);
    }
  }

  private static void add(Deque<List<Step>> groups, List<Step> steps) {
    if (!steps.isEmpty()) {
      groups.add(steps);
    }
  }

  /** One step; sometimes all begins again, as after an error of the storage. */
  void step() {
    if (random.nextInt(40) == 0) {
      begin();
    }
    lanes.removeIf(Deque::isEmpty);
    if (lanes.isEmpty()) {
      bucket.metadata(plan.checkpointTs());
      looks.end();
      done = true;
      return;
    }
    Deque<List<Step>> lane = lanes.get(random.nextInt(lanes.size()));
    List<Step> group = lane.peek();
    group.remove(random.nextInt(group.size())).run();
    if (group.isEmpty()) {
      lane.poll();
    }
  }

  /** Data files whose turn it is: steps for them may have begun when the process is paused. */
  List<Written.Data> begun() {
    List<Written.Data> begun = new ArrayList<>();
    for (Deque<List<Step>> lane : lanes) {
      if (!lane.isEmpty() && dataOf.containsKey(lane.peek())) {
        for (IndexFile index : dataOf.get(lane.peek())) {
          Iterator<Written.Data> rest = turns.get(index);
          if (rest.hasNext()) {
            begun.add(rest.next());
          }
        }
      }
    }
    return begun;
  }

  boolean isDone() {
    return done;
  }
}
