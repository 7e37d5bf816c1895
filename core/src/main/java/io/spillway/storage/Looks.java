package io.spillway.storage;

import io.spillway.event.TableId;
import io.spillway.layout.Bucket;
import io.spillway.layout.IndexFile;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import java.io.IOException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Which steps of a commit look whether something stands in their place already. While an attempt
 * owns its bucket nobody else adds files, so a look only proves what is known, with two exceptions:
 * a plan that may have been carried out in part before, and a directory that somebody else may have
 * written to before this attempt's claim. Used by several threads.
 */
final class Looks {
  private static final long NONE = -1;

  private final Bucket bucket;
  private final long restored;

  /** Directories and dispatchers whose newest files are this attempt's own. */
  private final Set<IndexFile> own = ConcurrentHashMap.newKeySet();

  private volatile long unfinished = NONE;
  private volatile boolean again;

  /**
   * @param bucket whose listings of databases are made at the first question, and kept
   * @param restored the checkpoint that this attempt was restored from; -1 for none
   */
  Looks(Bucket bucket, long restored) {
    this.bucket = bucket;
    this.restored = restored;
  }

  /** A plan's steps follow, behind this attempt's claim. */
  void begin(CommitPlan plan) throws IOException {
    again = isFromBefore(plan) || plan.checkpointId() == unfinished;
    unfinished = plan.checkpointId();
    // before a step of this plan adds a table: each database is listed once
    for (Written.Data file : plan.data()) {
      bucket.hasTable(file.sealed().file().dir().table());
    }
    for (Written.Schema schema : plan.schemas()) {
      bucket.hasTable(schema.write().file().structure().table());
    }
  }

  /** Its steps are done, all of them. */
  void end() {
    unfinished = NONE;
  }

  /** Whether a plan may have been carried out before the restore. */
  boolean isFromBefore(CommitPlan plan) {
    return plan.checkpointId() <= restored;
  }

  /** Whether data files that this attempt has not written may stand there. */
  boolean isNeeded(IndexFile series) throws IOException {
    return again || (!own.contains(series) && bucket.hasTable(series.dir().table()));
  }

  /** Whether anything of a table may stand there that this attempt has not written. */
  boolean isNeeded(TableId table) throws IOException {
    return again || bucket.hasTable(table);
  }

  /** All files of a directory and dispatcher in this plan are this attempt's own. */
  void own(IndexFile series) {
    own.add(series);
  }
}
