package io.spillway.spool;

import io.spillway.event.SchemaChange;
import io.spillway.event.TableId;
import io.spillway.event.TableShape;
import io.spillway.layout.Layout;
import io.spillway.plan.FlushReason;
import io.spillway.plan.StorageCommand;
import io.spillway.schema.Catalog;
import io.spillway.schema.DdlOutcome;
import io.spillway.schema.SchemaFile;
import io.spillway.schema.SchemaVersion;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Seals all rows of a table that precede a DDL, once the watermark says that all of them and the
 * DDL itself are here; then the table has a new version. One subtask of all writes the schema file.
 */
final class Drains {
  private final SpoolPorts ports;
  private final SubtaskShare share;
  private final TableVersions versions;
  private final Catalog catalog;
  private final Sealer sealer;
  private final Deliveries deliveries;
  private final PendingDdls pending = new PendingDdls();
  private final StatementBalance statements = new StatementBalance();
  private final Map<SchemaChange, Long> arrivedMs = new HashMap<>();
  private final List<Dispatcher> sealed = new ArrayList<>();
  private long nextWarningMs;

  Drains(
      SpoolPorts ports,
      SubtaskShare share,
      TableVersions versions,
      Catalog catalog,
      Sealer sealer,
      Deliveries deliveries) {
    this.ports = ports;
    this.share = share;
    this.versions = versions;
    this.catalog = catalog;
    this.sealer = sealer;
    this.deliveries = deliveries;
  }

  /** Takes up what an earlier run has left; catalog and versions are restored by their owner. */
  void restore(DrainState state) {
    pending.restore(state.waiting(), state.seen());
    statements.begunWith(pending.size());
  }

  /** Takes a DDL in; false for one that is known already. */
  boolean add(SchemaChange ddl, long nowMs) {
    if (!pending.add(ddl)) {
      statements.mergedOne();
      return false;
    }
    arrivedMs.put(ddl, nowMs);
    return true;
  }

  void shape(TableShape shape) {
    catalog.shape(shape);
    deliveries.met(shape.table());
  }

  /** Drains for every DDL up to {@code watermark}, one after the other in their order. */
  void run(long watermark, long nowMs, Collection<Dispatcher> active) throws Exception {
    for (SchemaChange ddl = pending.pollDue(watermark);
        ddl != null;
        ddl = pending.pollDue(watermark)) {
      Long arrived = arrivedMs.remove(ddl);
      ports.listener().drainStarted(ddl);
      SchemaChange next = pending.oldest();
      long nextTs = next == null ? Long.MAX_VALUE : next.commitTs();
      DdlOutcome outcome = catalog.apply(ddl, Math.min(watermark, nextTs), nextTs);
      outcome.files().forEach(file -> deliveries.met(file.structure().table()));
      List<TableId> names = deliveries.drained(outcome);
      int files = seal(names, ddl.commitTs(), nowMs, active);
      boolean speaks = share.owns(ddl.table().toString());
      int written = announce(ddl, outcome, names, speaks);
      if (speaks) {
        outcome.warnings().forEach(ports.listener()::warning);
      }
      statements.appliedOne(written);
      ports.listener().drained(ddl, files, arrived == null ? 0 : nowMs - arrived);
    }
  }

  /**
   * Decoders refuse a message by the names in its fields; those in the text of a statement are seen
   * here for the first time.
   */
  private static String withoutFile(SchemaChange ddl, String noPlace) {
    return "DDL of %s at %d names what has no place in the bucket (%s): no schema file is written for that"
        .formatted(ddl.table(), ddl.commitTs(), noPlace);
  }

  private int seal(List<TableId> names, long bound, long nowMs, Collection<Dispatcher> active)
      throws Exception {
    Set<TableId> drained = new HashSet<>(names);
    int files = 0;
    for (Dispatcher dispatcher : active) {
      TableId table = dispatcher.id().table();
      if (drained.contains(table) || drained.contains(table.ofSchema())) {
        int count = sealer.sealAll(dispatcher, bound, FlushReason.DDL, nowMs);
        if (count > 0) {
          sealed.add(dispatcher);
          files += count;
        }
      }
    }
    return files;
  }

  /** Gives the number of schema files that the statement makes, of what isn't delivered, too. */
  private int announce(
      SchemaChange ddl, DdlOutcome outcome, List<TableId> drained, boolean speaks) {
    int written = 0;
    Set<TableId> announced = new HashSet<>();
    for (SchemaVersion file : outcome.files()) {
      Optional<TableId> name = deliveries.name(file.structure().table());
      Optional<String> noPlace = Layout.unusable(name.orElse(file.structure().table()));
      if (noPlace.isPresent()) {
        if (speaks) {
          ports.listener().warning(withoutFile(ddl, noPlace.get()));
        }
        continue;
      }
      written++;
      boolean goesOn = name.isPresent() && announced.add(name.get());
      statements.announcedOne(goesOn);
      if (goesOn) {
        announce(file, name.get(), ddl, outcome, drained);
      }
    }
    return written;
  }

  private void announce(
      SchemaVersion version,
      TableId name,
      SchemaChange ddl,
      DdlOutcome outcome,
      List<TableId> drained) {
    if (!name.isSchema()) {
      versions.add(name, version.version());
    }
    if (share.owns(name.toString())) {
      SchemaFile file = deliveries.file(version, name, ddl, outcome);
      ports.out().emit(new StorageCommand.WriteSchema(file, drained));
    }
  }

  /** Dispatchers that drains have sealed files of since the last call. */
  List<Dispatcher> takeSealed() {
    List<Dispatcher> taken = List.copyOf(sealed);
    sealed.clear();
    return taken;
  }

  /** Says, now and then, which table waits for which partition. */
  void warnOfStuck(long nowMs, long longestMs, Supplier<String> slowestPartition) {
    SchemaChange oldest = pending.oldest();
    if (oldest == null || nowMs < nextWarningMs) {
      return;
    }
    long waited = nowMs - arrivedMs.computeIfAbsent(oldest, ddl -> nowMs);
    if (waited >= longestMs) {
      nextWarningMs = nowMs + longestMs;
      ports
          .listener()
          .stuck(
              "DDL "
                  + oldest.commitTs()
                  + " of "
                  + oldest.table()
                  + " has waited for "
                  + waited / 1000
                  + " s: "
                  + slowestPartition.get()
                  + " is not there yet");
    }
  }

  /** Says, once, which rules match no table. */
  void warnOfUnmatched(boolean ended, long nowMs) {
    deliveries.unmatched().sentences(ended, nowMs).forEach(ports.listener()::unmatched);
  }

  /** How many rules match no table. */
  int unmatchedRules() {
    return deliveries.unmatched().count();
  }

  StatementBalance statements() {
    return statements;
  }

  int pending() {
    return pending.size();
  }

  /** Forgets what no row above {@code heldBack} can need. */
  void prune(long heldBack) {
    versions.prune(heldBack);
    catalog.prune(heldBack);
  }

  DrainState state() {
    return new DrainState(
        pending.waiting(), pending.seen(), versions.snapshot(), catalog.snapshot());
  }
}
