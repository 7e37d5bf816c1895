package io.spillway.storage;

import io.spillway.event.ReadCounts;
import io.spillway.event.TableId;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.PlanOrigin;
import io.spillway.plan.Written;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Gathers what the writers have ready and makes one plan of it at each barrier. Pure. */
final class Planner {
  private final List<Written.Data> data = new ArrayList<>();
  private final Map<Version, Written.Schema> schemas = new LinkedHashMap<>();
  private final List<Written.Found> found = new ArrayList<>();
  private long progress = Long.MIN_VALUE;
  private long newestRow = Long.MIN_VALUE;
  private long claimed = Long.MIN_VALUE;
  private boolean ended;
  private ReadCounts read = ReadCounts.NONE;
  private long stored;
  private long alreadyDelivered;
  private long spooled;
  private long spooledAt = Long.MIN_VALUE;
  private Balance balance = Balance.NONE;
  private long schemasDue;
  private long schemasHere;
  private long schemasMissing;
  private PlanOrigin origin = PlanOrigin.UNKNOWN;

  /**
   * @param checkpointId the checkpoint that it was made ready for
   */
  void add(Written written, long checkpointId) {
    if (written instanceof Written.Data file) {
      data.add(file);
      newestRow = Math.max(newestRow, file.sealed().maxCommitTs());
      stored += file.sealed().rows();
    } else if (written instanceof Written.Schema schema) {
      // several dispatchers of one table may announce the same version
      schemas.putIfAbsent(Version.of(schema), schema);
      schemasHere += schema.write().file().isOfStatement() ? 1 : 0;
      newestRow = Math.max(newestRow, schema.write().file().version());
    } else if (written instanceof Written.AlreadyDelivered rows) {
      alreadyDelivered += rows.rows();
      newestRow = Math.max(newestRow, rows.newestCommitTs());
    } else if (written instanceof Written.Found file) {
      found.add(file);
    } else if (written instanceof Written.SchemasDue due) {
      schemasDue += due.files();
    } else if (written instanceof Written.Counted counted) {
      read = read.plus(counted.read());
      addSpooled(counted.spooled(), checkpointId);
    } else {
      throw new IllegalArgumentException("unknown: " + written);
    }
  }

  /** What waits is told anew for every checkpoint, also after one that was given up half-way. */
  private void addSpooled(long rows, long checkpointId) {
    if (checkpointId > spooledAt) {
      spooled = 0;
      spooledAt = checkpointId;
    }
    if (checkpointId == spooledAt) {
      spooled += rows;
    }
  }

  /**
   * Every row and DDL up to {@code watermark} has been added. {@link Long#MAX_VALUE} is the end of
   * a bounded input: then the newest row or DDL is as far as can be claimed.
   */
  void watermark(long watermark) {
    if (watermark == Long.MAX_VALUE) {
      ended = true;
    } else {
      progress = Math.max(progress, watermark);
    }
  }

  /** Commit timestamp of the newest row or DDL so far; {@link Long#MIN_VALUE} for none. */
  long newest() {
    return newestRow;
  }

  /** Where all rows are as of the last barrier. */
  Balance balance() {
    return balance;
  }

  /**
   * Schema files that statements have made and that the last barrier has not brought; negative for
   * files that no statement has made. 0 where the statements balance.
   */
  long schemasMissing() {
    return schemasMissing;
  }

  /**
   * @param newest how far an earlier run got: the end of the input may claim it
   */
  void restore(long newest) {
    newestRow = Math.max(newestRow, newest);
  }

  /** Counts on from where an earlier run was at its barrier. */
  void restore(Balance counted) {
    balance = counted;
    read = counted.read();
    stored = counted.stored();
    alreadyDelivered = counted.alreadyDelivered();
  }

  /**
   * @param last lineage and place of all plans, and the number of the last one
   */
  void restore(PlanOrigin last) {
    origin = last;
  }

  /**
   * Lineage, place and number of the last plan, and what the bucket shows once it is carried out.
   */
  PlanOrigin origin() {
    return origin;
  }

  /** The plan of a checkpoint, or null where there is nothing to do. */
  CommitPlan plan(long checkpointId) {
    if (ended) {
      progress = Math.max(progress, newestRow);
    }
    Balance now = new Balance(read, stored, spooled, alreadyDelivered);
    // what waits is told anew at every barrier
    spooled = 0;
    schemasMissing = schemasDue - schemasHere;
    schemasDue = 0;
    schemasHere = 0;
    boolean moved = !now.equals(balance);
    balance = now;
    if (data.isEmpty() && schemas.isEmpty() && found.isEmpty() && progress == claimed && !moved) {
      return null;
    }
    origin = origin.next();
    CommitPlan plan =
        new CommitPlan(
            checkpointId, progress, data, List.copyOf(schemas.values()), found, balance, origin);
    origin = origin.carriedOut(progress, !data.isEmpty() || !schemas.isEmpty());
    claimed = progress;
    data.clear();
    schemas.clear();
    found.clear();
    return plan;
  }

  private record Version(TableId table, long version) {
    static Version of(Written.Schema schema) {
      return new Version(
          schema.write().file().structure().table(), schema.write().file().version());
    }
  }
}
