package io.spillway.storage;

import io.spillway.layout.DataFile;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import java.util.Collection;

/** Lets tests of other packages drive the planner and see the order of a plan's steps. */
public final class PlannerProbe {
  private final Planner planner = new Planner();

  public void add(Written written) {
    planner.add(written, 1);
  }

  public void watermark(long watermark) {
    planner.watermark(watermark);
  }

  /** The plan of a checkpoint, or null. */
  public CommitPlan plan(long checkpointId) {
    return planner.plan(checkpointId);
  }

  /** See {@link Planner#schemasMissing()}. */
  public long schemasMissing() {
    return planner.schemasMissing();
  }

  public long newest() {
    return planner.newest();
  }

  public void restore(long newest) {
    planner.restore(newest);
  }

  /** What the index files of a stage will name. */
  public static Collection<DataFile> indexed(CommitPlan.Stage stage) {
    return stage.indexed();
  }
}
