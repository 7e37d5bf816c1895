package io.spillway.tools.inspect;

import io.spillway.event.CommitTs;
import io.spillway.event.SchemaChange;
import io.spillway.job.start.SavedState;
import io.spillway.plan.Balance;
import io.spillway.plan.CommitPlan;
import io.spillway.plan.Written;
import io.spillway.source.ReadPosition;
import io.spillway.spool.SpoolState;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.Arrays;

/** An overview, and what belongs to it, for a person: a line for each thing, named first. */
public final class OverviewText {
  private final PrintWriter out;

  public OverviewText(PrintWriter out) {
    this.out = out;
  }

  /** The lines of an overview. */
  public void write(Overview overview) {
    overview.positions().forEach(this::position);
    overview.spool().ifPresent(this::spool);
    overview.balance().ifPresent(this::balance);
    overview.pending().forEach(this::pending);
  }

  /** A line for each operator. */
  public void operators(SavedState state) {
    out.println("checkpoint " + state.checkpointId() + " at " + state.path());
    for (SavedState.Operator operator : state.operators()) {
      out.printf(
          "operator %s: parallelism %d of %d, %d bytes%n",
          operator.uid(), operator.parallelism(), operator.maxParallelism(), operator.bytes());
    }
  }

  private void position(ReadPosition position) {
    out.printf(
        "partition %s: next offset %d, resolved %s%n",
        position.partition().label(), position.offset(), time(position.resolved()));
  }

  private void spool(SpoolState spool) {
    out.println("watermark " + time(spool.watermark()));
    for (SchemaChange ddl : spool.waiting()) {
      out.printf("waiting DDL %s of %s: %s%n", time(ddl.commitTs()), ddl.table(), ddl.query());
    }
  }

  private void balance(Balance balance) {
    out.printf(
        "balance: %d read, %d in files, %d in the spool, %d dead letters, %d skipped,"
            + " %d duplicates, %d copies; difference %d%n",
        balance.read().read(),
        balance.stored(),
        balance.spooled(),
        balance.read().deadLetters(),
        balance.read().skipped(),
        balance.read().duplicates(),
        balance.read().copies(),
        balance.difference());
  }

  private void pending(CommitPlan plan) {
    long rows = plan.data().stream().mapToLong(file -> file.sealed().rows()).sum();
    out.printf(
        "pending commit of checkpoint %d: %d files with %d rows, %d schema files, checkpoint-ts"
            + " %s%n",
        plan.checkpointId(),
        plan.data().size(),
        rows,
        plan.schemas().size(),
        time(plan.checkpointTs()));
    for (Written.Data file : plan.data()) {
      out.printf(
          "  %s number %d: %d rows, %d bytes, %s%n",
          file.sealed().file().dir().path(),
          file.sealed().file().number(),
          file.sealed().rows(),
          file.sealed().bytes(),
          file.sealed().reason());
    }
  }

  /** What the spool holds of one dispatcher. */
  public void content(DispatcherContent content) {
    out.printf("dispatcher %s: %d rows, %d bytes", content.dispatcher, content.rows, content.bytes);
    if (content.rows > 0) {
      out.printf(
          ", oldest arrived %s, commitTs %d..%d",
          Instant.ofEpochMilli(content.oldestMs), content.minCommitTs, content.maxCommitTs);
    }
    if (content.versions.length > 0) {
      out.printf(
          ", versions %s, last file %d", Arrays.toString(content.versions), content.lastFile);
    }
    out.println();
  }

  /** A cursor's line; sources of today have commit timestamps only. */
  public void cursor(String key, String value) {
    out.printf("cursor %s: %s%n", key, value == null ? "none" : time(Long.parseLong(value)));
  }

  private static String time(long commitTs) {
    if (commitTs == Long.MIN_VALUE) {
      return "none";
    }
    return commitTs == Long.MAX_VALUE
        ? "end of input"
        : commitTs + " (" + Instant.ofEpochMilli(CommitTs.millis(commitTs)) + ")";
  }
}
