package io.spillway.spool;

import io.spillway.encode.RowFormat;
import io.spillway.event.Broadcast;
import io.spillway.event.ControlChange;
import io.spillway.event.DispatcherId;
import io.spillway.event.LogPlace;
import io.spillway.event.PartitionProgress;
import io.spillway.event.ReadCounts;
import io.spillway.event.Row;
import io.spillway.event.RowBatch;
import io.spillway.event.SchemaChange;
import io.spillway.event.SinkName;
import io.spillway.event.TableShape;
import io.spillway.layout.FileNumbers;
import io.spillway.plan.FlushReason;
import io.spillway.schema.Catalog;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Holds rows until they may and should be written: they may once the watermark has passed them, so
 * that every DDL before them is known; they should when a file is full, when the oldest has waited
 * for the flush interval, when a DDL drains them, when room is short, or at the end. Without Flink;
 * time is an argument (ms since 1970). Not thread-safe.
 */
final class Spool {
  private final SpoolSettings settings;
  private final RowFormat format;
  private final SpoolPorts ports;
  private final SpoolBudget budget;
  private final Sealer sealer;
  private final Drains drains;
  private final FlushDue due;
  private final LargestFirst relief;
  private final Map<DispatcherId, Dispatcher> dispatchers = new HashMap<>();
  private final ActiveDispatchers active;
  private final Spillable spillable;
  private final CopySweep copies;
  private final ConfirmedCommits settled = new ConfirmedCommits();
  private final BarrierRhythm rhythm;
  private final Inputs inputs = new Inputs();
  private final long rewind;
  private final Stall stall;
  private final CompressionRatio ratio = CompressionRatio.ofAll();
  private ControlChange control;
  private long watermark = Long.MIN_VALUE;
  private long heldBack = Long.MIN_VALUE;

  /**
   * @param left what an earlier run has left in broadcast state, or null
   * @param rewind number of the last start from a state older than the bucket, see {@link
   *     DeliveredRows}; 0 for none
   */
  Spool(
      SpoolSettings settings,
      RowFormat format,
      SpoolPorts ports,
      SubtaskShare share,
      DrainState left,
      long rewind) {
    this.settings = settings;
    this.format = format;
    this.ports = ports;
    this.budget = new SpoolBudget(settings);
    this.spillable = new Spillable(ports.store(), budget);
    this.copies = new CopySweep(format, ports, budget);
    this.active = new ActiveDispatchers(ports.store());
    this.due = new FlushDue();
    this.rhythm = new BarrierRhythm(settings.checkpointIntervalMs(), settings.barrierSlackMs());
    this.stall = new Stall(settings.stuckDdlMs(), ports.listener(), inputs);
    this.relief = new LargestFirst(settings.quotaBytes() >> 6);
    Catalog catalog = left == null ? new Catalog() : Catalog.restore(List.of(left.catalog()));
    TableVersions versions = new TableVersions();
    this.rewind = rewind;
    Deliveries deliveries = new Deliveries(ports.rules(), catalog, ports.listener()::warning);
    this.sealer = new Sealer(settings, ports, format, versions, deliveries, rewind);
    this.drains = new Drains(ports, share, versions, catalog, sealer, deliveries);
    if (left != null) {
      left.versions().forEach(versions::restore);
      drains.restore(left);
    }
  }

  /** Takes a row in. When this returns the spool answers for it: the enqueue ack. */
  void row(Row row, long nowMs) throws Exception {
    Dispatcher dispatcher = dispatcher(row.dispatcher());
    if (row.place() != LogPlace.NONE && copies.isRecent(dispatcher, row)) {
      return;
    }
    DispatcherBuffer buffer = dispatcher.buffer();
    boolean first = buffer.isEmpty();
    SpooledBatch full = buffer.append(row, format, nowMs, dispatcher.target().batchAgeMs());
    if (first) {
      active.add(dispatcher);
      due.schedule(dispatcher);
    }
    spillable.add(full);
    copies.look(dispatcher);
    active.grown(dispatcher);
    if (row.commitTs() <= watermark) {
      ports.listener().late();
    }
    if (budget.overMemory()) {
      relieveMemory(nowMs);
    }
    budget.checkMarks();
    if (budget.suppressed()) {
      makeRoom(nowMs);
    }
  }

  private Dispatcher dispatcher(DispatcherId id) throws Exception {
    Dispatcher known = dispatchers.get(id);
    return known == null ? meet(id) : known;
  }

  private Dispatcher meet(DispatcherId id) throws Exception {
    FileNumbers.Ledger ledger = ports.store().ledger(id).orElse(null);
    Dispatcher dispatcher =
        new Dispatcher(
            new DispatcherBuffer(id, budget),
            new FileNumbers(settings.series(id.partition()), ledger),
            settings.files().of(id.table()),
            ratio.ofTable());
    if (rewind > 0) {
      dispatcher.delivered(ports.store().delivered(id));
    }
    ports.store().passes(id).ifPresent(dispatcher.buffer().passes()::restore);
    dispatchers.put(id, dispatcher);
    return dispatcher;
  }

  /** Takes in what every subtask must know. */
  void broadcast(Broadcast event, long nowMs) throws Exception {
    if (event instanceof SchemaChange ddl) {
      if (drains.add(ddl, nowMs) && ddl.commitTs() <= watermark) {
        drain(nowMs);
      }
    } else if (event instanceof TableShape shape) {
      drains.shape(shape);
    } else if (event instanceof PartitionProgress progress) {
      inputs.note(progress);
    } else if (event instanceof ControlChange change) {
      control(change, nowMs);
    } else if (!(event instanceof ReadCounts)) {
      throw new IllegalStateException("unknown broadcast: " + event);
    }
  }

  /** What is drained is drained once, although settings are told again after a restart. */
  private void control(ControlChange change, long nowMs) throws Exception {
    boolean fresh = control == null || change.sequence() > control.sequence();
    control = change;
    if (!fresh) {
      return;
    }
    ports.listener().controlled(change, nowMs - change.changedMs());
    for (Dispatcher dispatcher : active.copy()) {
      boolean asked = change.drains(dispatcher.id().table());
      if (asked && dispatcher.buffer().oldestCommitTs() <= watermark) {
        seal(dispatcher, watermark, FlushReason.REQUEST, nowMs);
      }
    }
  }

  private boolean isPaused(Dispatcher dispatcher) {
    return control != null && control.pauses(SinkName.STORAGE, dispatcher.id().table());
  }

  /** The settings that counted before a restart; null for none. */
  void restoreControl(ControlChange restored) {
    control = restored;
  }

  ControlChange control() {
    return control;
  }

  /** Every row and DDL up to {@code newWatermark} has come; {@link Long#MAX_VALUE} is the end. */
  void watermark(long newWatermark, long nowMs) throws Exception {
    watermark = newWatermark;
    copies.until(newWatermark);
    drain(nowMs);
    if (newWatermark == Long.MAX_VALUE) {
      drains.warnOfUnmatched(true, nowMs);
      for (Dispatcher dispatcher : active.copy()) {
        seal(dispatcher, Long.MAX_VALUE, FlushReason.CLOSE, nowMs);
      }
      return;
    }
    sealFull(nowMs);
    if (!rhythm.isNear(nowMs)) {
      sealOverdue(nowMs, FlushReason.INTERVAL, nowMs);
    }
  }

  /** Time has passed. */
  void tick(long nowMs) throws Exception {
    if (!rhythm.isNear(nowMs)) {
      due.collect(nowMs);
      sealOverdue(nowMs, FlushReason.INTERVAL, nowMs);
    }
    drains.warnOfUnmatched(false, nowMs);
    drains.warnOfStuck(nowMs, settings.stuckDdlMs(), inputs::slowest);
    stall.look(watermark, Stall.Waiting.of(drains, active.all(), watermark, budget), nowMs);
    active.tick(nowMs);
  }

  /** When the oldest row came, as of the last second; {@link Long#MAX_VALUE} for none. */
  long oldestArrivalMs() {
    return active.oldestArrivalMs();
  }

  /** When {@link #tick} is needed next, in ms; {@link Long#MAX_VALUE} for never. */
  long nextTickMs() {
    return rhythm.sealMs(due.nextMs());
  }

  private void drain(long nowMs) throws Exception {
    drains.run(watermark, nowMs, active.all());
    drains.takeSealed().forEach(active::sealed);
  }

  private void sealFull(long nowMs) throws Exception {
    for (Dispatcher dispatcher : active.large()) {
      DispatcherBuffer buffer = dispatcher.buffer();
      while (!isPaused(dispatcher)
          && buffer.bytes() >= dispatcher.fullBytes()
          && buffer.eligibleBytes(watermark) >= dispatcher.fullBytes()) {
        sealer.sealOne(dispatcher, watermark, FlushReason.SIZE, nowMs);
        active.sealed(dispatcher);
      }
    }
  }

  private void sealOverdue(long byMs, FlushReason reason, long nowMs) throws Exception {
    for (Dispatcher dispatcher : due.ready(watermark, byMs, nowMs)) {
      if (!isPaused(dispatcher)) {
        seal(dispatcher, watermark, reason, nowMs);
      }
      if (!dispatcher.buffer().isEmpty()) {
        due.schedule(dispatcher);
      }
    }
  }

  private void seal(Dispatcher dispatcher, long bound, FlushReason reason, long nowMs)
      throws Exception {
    sealer.sealAll(dispatcher, bound, reason, nowMs);
    active.sealed(dispatcher);
  }

  /** One file for each row that comes in while room is short: rows wait, barriers don't. */
  private void makeRoom(long nowMs) throws Exception {
    boolean full = budget.overQuota();
    Dispatcher next = relief.next(active.all(), watermark, budget.totalBytes(), full);
    if (next != null) {
      sealer.sealOne(next, watermark, FlushReason.PRESSURE, nowMs);
      active.sealed(next);
    } else if (full) {
      ports.listener().full();
      throw new SpoolFullException(
          "the spool's quota of "
              + settings.quotaBytes()
              + " bytes is used up and nothing in it may be written yet: "
              + inputs.slowest()
              + " holds the watermark at "
              + watermark
              + ". Raise spool.quota, lower source.max-drift, or find out why it is silent");
    }
  }

  /** What makes half a file is better written than put to the state and read again. */
  private void relieveMemory(long nowMs) throws Exception {
    long enough = settings.memoryBytes() - (settings.memoryBytes() >> 4);
    for (Dispatcher half : LargestFirst.holdingHalfAFile(active.all(), watermark)) {
      if (budget.heapBytes() > enough && !isPaused(half)) {
        sealer.sealOne(half, watermark, FlushReason.PRESSURE, nowMs);
        active.sealed(half);
      }
    }
    if (budget.heapBytes() > enough) {
      long byMs = nowMs + settings.files().everywhere().intervalMs() / 2;
      due.collect(byMs);
      sealOverdue(byMs, FlushReason.PRESSURE, nowMs);
    }
    spillable.spill(enough, active.all());
  }

  /**
   * Everything up to here is in a sealed file; never goes back. {@link Long#MIN_VALUE} at first.
   */
  long heldBack() {
    long oldest = active.oldestCommitTs();
    long candidate = oldest == Long.MAX_VALUE ? watermark : Math.min(watermark, oldest - 1);
    heldBack = Math.max(heldBack, candidate);
    return heldBack;
  }

  /** A barrier comes: what is due soon is sealed for it, so that state needn't hold it. */
  void sealForBarrier(long nowMs) throws Exception {
    long byMs = rhythm.barrier(nowMs);
    due.collect(byMs);
    sealOverdue(byMs, FlushReason.INTERVAL, nowMs);
  }

  /** Makes state hold everything; files sealed from now on belong to the next checkpoint. */
  void beforeBarrier(long checkpointId) throws Exception {
    for (Dispatcher dispatcher : active.all()) {
      spillable.add(dispatcher.buffer().persist(ports.store()));
    }
    active.persistNumbers();
    copies.persist();
    spillable.forgetSealed();
    // a late row asks the bucket for a version that is forgotten: it must be there by then
    drains.prune(settled.barrier(checkpointId, heldBack));
    sealer.barrier(checkpointId);
  }

  /** This run continues from a checkpoint; 0 for none. To be called before anything is sealed. */
  void startAfter(long restoredCheckpointId) {
    sealer.barrier(restoredCheckpointId);
    settled.startAfter(restoredCheckpointId);
  }

  /**
   * A checkpoint is complete, and soon its files are in the bucket, see {@link ConfirmedCommits}.
   */
  void completed(long checkpointId) {
    for (Dispatcher dispatcher : dispatchers.values()) {
      dispatcher.numbers().forgetUntil(settled.checkpointId());
    }
    settled.completed(checkpointId);
  }

  /** Takes in a batch found in state. */
  void restore(DispatcherId id, long sequence, RowBatch batch) throws Exception {
    dispatcher(id).buffer().restore(sequence, batch);
  }

  /** All of {@link #restore} has been called. */
  void restored() {
    for (Dispatcher dispatcher : dispatchers.values()) {
      if (!dispatcher.buffer().isEmpty()) {
        active.add(dispatcher);
        due.schedule(dispatcher);
        copies.look(dispatcher);
        active.grown(dispatcher);
      }
    }
  }

  /** Batches noted for spilling, those sealed since the last barrier among them. */
  int spillableBatches() {
    return spillable.size();
  }

  /** By how much the time that is given here is ahead of the wall clock. */
  void ahead(long ms) {
    sealer.ahead(ms);
  }

  Stall stall() {
    return stall;
  }

  Drains drains() {
    return drains;
  }

  SpoolBudget budget() {
    return budget;
  }

  Collection<Dispatcher> active() {
    return active.all();
  }

  long watermark() {
    return watermark;
  }

  CopySweep copies() {
    return copies;
  }
}
