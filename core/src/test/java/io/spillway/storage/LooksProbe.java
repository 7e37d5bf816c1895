package io.spillway.storage;

import io.spillway.event.TableId;
import io.spillway.layout.Bucket;
import io.spillway.layout.IndexFile;
import io.spillway.plan.CommitPlan;
import java.io.IOException;

/** The rule which steps look, for a simulation in another package. */
public final class LooksProbe {
  private final Looks looks;

  /** Of an attempt that has claimed its bucket just now. */
  public LooksProbe(Bucket bucket, long restored) {
    looks = new Looks(bucket, restored);
  }

  public void begin(CommitPlan plan) {
    try {
      looks.begin(plan);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public void end() {
    looks.end();
  }

  public boolean isNeeded(IndexFile series) {
    try {
      return looks.isNeeded(series);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public boolean isNeeded(TableId table) {
    try {
      return looks.isNeeded(table);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  public void own(IndexFile series) {
    looks.own(series);
  }
}
