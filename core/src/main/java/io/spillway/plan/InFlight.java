package io.spillway.plan;

import io.spillway.event.TableId;
import io.spillway.layout.DataFile;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Which data files of a plan that has begun may still be on their way into the bucket: a lane's
 * stage begins when the one before it is done, so they are those of one stage in each lane. Pure.
 */
public final class InFlight {
  private InFlight() {}

  /** What stands in the bucket. */
  public interface Seen {
    /** Whether a table's version has its schema file. */
    boolean hasSchema(TableId table, long version) throws IOException;

    /** Whether an index file covers a data file. */
    boolean isIndexed(DataFile file) throws IOException;
  }

  /** The files by directory and dispatcher, each in the order of its numbers; some may be there. */
  public static List<List<Written.Data>> of(CommitPlan plan, Seen seen) throws IOException {
    List<List<Written.Data>> series = new ArrayList<>();
    for (List<CommitPlan.Stage> lane : plan.lanes()) {
      for (CommitPlan.Stage stage : lane) {
        if (!hasSchemas(stage, seen)) {
          break;
        }
        if (!isIndexed(stage, seen)) {
          series.addAll(stage.series());
          break;
        }
      }
    }
    return series;
  }

  private static boolean hasSchemas(CommitPlan.Stage stage, Seen seen) throws IOException {
    for (Written.Schema schema : stage.schemas()) {
      TableId table = schema.write().file().structure().table();
      if (!seen.hasSchema(table, schema.write().file().version())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isIndexed(CommitPlan.Stage stage, Seen seen) throws IOException {
    for (DataFile newest : stage.indexed()) {
      if (!seen.isIndexed(newest)) {
        return false;
      }
    }
    return true;
  }
}
