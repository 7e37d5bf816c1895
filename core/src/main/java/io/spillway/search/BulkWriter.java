package io.spillway.search;

import io.spillway.event.CommitTs;
import io.spillway.event.ControlChange;
import io.spillway.policy.Deciders;
import io.spillway.search.bulk.BulkController;
import io.spillway.search.bulk.BulkLimits;
import io.spillway.search.bulk.ControllerConfig;
import io.spillway.search.bulk.ControllerState;
import io.spillway.search.bulk.Decision;
import io.spillway.search.bulk.SignalBoard;
import io.spillway.search.bulk.Signals;
import io.spillway.search.document.Document;
import io.spillway.search.document.RefusedRowException;
import io.spillway.search.document.RowDocuments;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The writer without Flink: takes rows, sends bulk requests within the controller's limits, settles
 * their answers. Everything happens in one thread: {@link #write}, {@link #tick} and the replies of
 * the transport.
 */
final class BulkWriter {
  private static final Logger LOG = LoggerFactory.getLogger(BulkWriter.class);
  private static final long STEP_MS = 200;

  /** Share of the buffer that rows of paused tables may hold where they can wait elsewhere. */
  private static final int PAUSED_SHARE = 4;

  /** What is on the heap is written anew with each checkpoint, for as long as an outage lasts. */
  private static final int PROBING_SHARE = 16;

  /** Begins the key of a paused table; no index is called so. */
  private static final String PAUSED = "paused ";

  private final RowDocuments documents;
  private final LongSupplier clock;
  private final BulkBuffer buffer;
  private final BulkSender sender;
  private final SignalBoard board;
  private final ControllerConfig controllerConfig;
  private BulkController controller;
  private final BulkResponseHandler settlement;
  private final IndexGuard guard;
  private final OverflowGate gate;
  private final Pause pause;
  private final EngineWatch watch;
  private final WriterConfig config;
  private final WriterReports reports;
  private final ModeLog modes = new ModeLog();
  private Signals signals;
  private Decision decision;
  private long steppedMs;
  private boolean draining;
  private long heldBytes;
  private int heldRows;

  /**
   * @param clock wall clock in ms: it is compared with commit timestamps
   */
  BulkWriter(
      WriterConfig config,
      RowDocuments documents,
      BulkTransport transport,
      LongSupplier clock,
      RandomGenerator random) {
    this(config, documents, transport, clock, random, Deciders.uncounted(config.policy()));
  }

  BulkWriter(
      WriterConfig config,
      RowDocuments documents,
      BulkTransport transport,
      LongSupplier clock,
      RandomGenerator random,
      Deciders deciders) {
    SearchDeciders policy = new SearchDeciders(deciders);
    this.documents = documents;
    this.pause = new Pause(config.bufferBytes());
    this.buffer = new BulkBuffer(documents.versioned(), pause::holds);
    this.watch = new EngineWatch(config.engine());
    this.config = config;
    this.clock = clock;
    long now = clock.getAsLong();
    this.board = new SignalBoard(config.controller().pace().windowMs(), now);
    this.signals = board.signals(0, 0, null, null, now);
    this.controllerConfig = config.controller();
    this.controller = new BulkController(controllerConfig);
    ControllerState state = ControllerState.initial(config.controller().bounds(), now);
    this.decision = new Decision(state, state.limits(), 0, null, false);
    this.modes.note(state.mode(), now);
    this.settlement = new BulkResponseHandler(config, buffer, board, policy, random);
    this.reports =
        new WriterReports(watch, documents, settlement.ahead(), config.atEnd().engineWaitMs());
    this.gate = new OverflowGate(config.bufferBytes(), config.checkpointIntervalMs(), now);
    BulkTransport watched =
        new WatchedTransport(transport, reply -> watch.seen(reply, clock.getAsLong()));
    this.sender = new BulkSender(watched, buffer, settlement, board, clock, new Terms());
    this.guard =
        new IndexGuard(
            watched,
            config.newIndices(),
            clock,
            policy,
            new IndexNews(settlement, sender, board, clock));
  }

  /** Takes a row, whatever the buffer holds; {@link #full} says when to wait before the next. */
  void write(SearchRow row) {
    write(row, 0);
  }

  /**
   * @param attempts that were made before a restart
   */
  void write(SearchRow row, int attempts) {
    try {
      add(row, documents.of(row.bytes(), row.commitTs()), attempts);
    } catch (RefusedRowException e) {
      settlement.refused(row, e, clock.getAsLong());
    }
  }

  /**
   * Takes a row unless it has to wait apart from all others, since its index is parked or its table
   * paused, and holds its share already.
   *
   * @param waits whether rows wait by a key; null if none do
   * @return the key by which it waits, or null if it was taken
   */
  String offer(SearchRow row, Predicate<String> waits) {
    String paused = pausedKey(row, waits);
    if (paused != null) {
      return paused;
    }
    try {
      List<Document> made = documents.of(row.bytes(), row.commitTs());
      for (Document document : made) {
        String index = document.index();
        if ((waits != null && waits.test(index)) || settlement.parking().isFull(index)) {
          return index;
        }
      }
      add(row, made, 0);
    } catch (RefusedRowException e) {
      settlement.refused(row, e, clock.getAsLong());
    }
    return null;
  }

  private String pausedKey(SearchRow row, Predicate<String> waits) {
    boolean full =
        pause.holds(row) && buffer.shelf().bytes() >= config.bufferBytes() / PAUSED_SHARE;
    if (!full && waits == null) {
      return null;
    }
    String key = PAUSED + row.dispatcher();
    return full || waits.test(key) ? key : null;
  }

  /** From now on rows of parked indices that are too many for the heap wait there. */
  void overflowTo(Parking.Elsewhere place) {
    settlement.parking().overflowTo(place);
  }

  /** There is no room for more rows that wait by this key: the policy decides on the oldest. */
  void giveUp(String key) {
    settlement.parking().giveUp(key, clock.getAsLong());
  }

  /** Whether rows that wait by this key may come. */
  boolean hasRoom(String key) {
    return key.startsWith(PAUSED)
        ? !pause.holdsTable(key.substring(PAUSED.length()))
        : settlement.parking().hasRoom(key);
  }

  private void add(SearchRow row, List<Document> made, int attempts) {
    long now = clock.getAsLong();
    settlement.ahead().came(row.commitTs());
    for (Document document : made) {
      settlement.counts().taken++;
      if (settlement.isKnown(document, row.commitTs())) {
        continue;
      }
      BulkItem item = new BulkItem(row, document);
      item.attempts = attempts;
      board.produced(item.cost(), now);
      if (buffer.add(item, now)) {
        item.lane.fields = guard.check(document.index(), document.fields());
      } else if (!item.lane.fields.covers(document.fields()) && item.lane.checked) {
        buffer.close(item.lane);
        guard.map(document.index());
      }
    }
    settlement.parking().relieve(now);
    if (buffer.readyBytes() >= decision.allowed().bytes()) {
      sender.pump(now);
    }
  }

  /** Settings count from now on. */
  void control(ControlChange change) {
    long now = clock.getAsLong();
    pause.control(change);
    buffer.sort();
    controller =
        new BulkController(
            controllerConfig.within(controllerConfig.bounds().within(change.tuning().bulk())));
    decided(controller.enter(decision.state(), now), now);
    sender.pump(now);
  }

  /** The settings that count; null for none. */
  ControlChange control() {
    return pause.control();
  }

  /** Whether the source has to wait. */
  boolean full() {
    return !gate.admits(buffer.unfinished().bytes(), clock.getAsLong());
  }

  /** Whether the buffer holds as much as it should: less while only probes are sent. */
  boolean isFilled() {
    boolean probing = decision.pausedUntilMs() > 0;
    return buffer.unfinished().bytes() >= config.bufferBytes() / (probing ? PROBING_SHARE : 1);
  }

  WriterConfig config() {
    return config;
  }

  /** For how long the engine has answered nothing, in ms; 0 while it answers. */
  long awayMs() {
    return watch.awayMs(clock.getAsLong());
  }

  /** A barrier has passed. */
  void barrier() {
    gate.barrier(buffer.unfinished().bytes(), clock.getAsLong());
  }

  /** Whether all is stored or dead. */
  boolean empty() {
    return buffer.unfinished().count() == 0;
  }

  /** From now on requests don't wait to be filled, nor for settings. */
  void drain() {
    draining = true;
    reports.drain(clock.getAsLong());
    settlement.parking().drain(clock.getAsLong());
    pause.end();
    buffer.sort();
    sender.pump(clock.getAsLong());
  }

  /** To be called every few ms. */
  void tick() {
    long now = clock.getAsLong();
    if (now - steppedMs >= STEP_MS) {
      step(now);
      guard.tick();
      settlement.parking().tick(now);
      reports.tick(buffer.unfinished().count() + heldRows, now);
    }
    relieve();
    sender.pump(now);
  }

  /**
   * What waits outside for this writer.
   *
   * @param full whether nothing more can wait there
   */
  void held(int rows, long bytes, boolean full) {
    heldRows = rows;
    heldBytes = full ? bytes : 0;
  }

  private void relieve() {
    if (pause.relieve(buffer.unfinished().bytes() + heldBytes)) {
      LOG.warn(
          pause.relieving()
              ? "the buffer is full to its end: rows are written although they are paused"
              : "the buffer is down to its size: paused rows wait again");
      buffer.sort();
    }
  }

  /** Every change up to this commit timestamp is stored or dead. */
  long progress(long watermark) {
    long oldest = buffer.unfinished().oldestCommitTs();
    return oldest == Long.MAX_VALUE ? watermark : Math.min(watermark, oldest - 1);
  }

  /** The writer ends: what it hasn't finished comes again, and is counted then. */
  void close() {
    settlement.counts().taken -= buffer.unfinished().count();
    reports.close(empty(), clock.getAsLong());
  }

  /** What has died since the last call. */
  List<ModeChange> takeModes() {
    return modes.take();
  }

  List<DeadDocument> takeDead() {
    return settlement.takeDead();
  }

  /** What is to be written again after a restart. */
  List<SearchRow> unfinishedRows() {
    return buffer.unfinished().rows();
  }

  /** How often each of {@link #unfinishedRows} has been sent. */
  List<Integer> unfinishedAttempts() {
    return buffer.unfinished().attempts();
  }

  WriterView view() {
    return new WriterView(
        decision.state().mode(),
        decision.allowed(),
        signals,
        settlement.counts(),
        buffer.parked().documents(),
        awayMs(),
        buffer.unfinished().count(),
        buffer.unfinished().bytes(),
        sender.inFlight(),
        documents.nulled(),
        documents.replaced(),
        documents.skipped(),
        settlement.ahead().indices(),
        new WriterView.Paused(
            pause.isWhole(),
            pause.isWhole() ? buffer.unfinished().count() : buffer.shelf().count()));
  }

  private void step(long now) {
    steppedMs = now;
    long bytes = buffer.unfinished().bytes() - buffer.shelf().bytes();
    String shared = settlement.parking().alert();
    String alert = shared == null ? watch.alert(now) : shared;
    signals = board.signals(bytes, lag(now), sender.sentAt(), alert, now);
    if (pause.isWhole()) {
      // it would take what waits for work that is left undone, and ask for more and more
      return;
    }
    decided(controller.step(decision.state(), signals, now), now);
  }

  private void decided(Decision next, long now) {
    decision = next;
    modes.decided(decision, now);
    if (decision.eased()) {
      board.forgetHealth();
    }
  }

  private long lag(long now) {
    long oldest = buffer.unfinished().oldestUnpausedTs();
    return oldest == Long.MAX_VALUE ? 0 : Math.max(0, now - CommitTs.millis(oldest));
  }

  /** The controller's limits, and what its settings hold back. */
  private final class Terms implements BulkSender.Terms {
    @Override
    public BulkLimits limits() {
      return decision.allowed();
    }

    @Override
    public boolean paused(long now) {
      return pause.isWhole() || now < decision.pausedUntilMs();
    }

    @Override
    public boolean draining() {
      return draining;
    }

    @Override
    public void settled(boolean suffered, long now) {
      if (suffered) {
        step(now);
      }
      relieve();
    }
  }
}
