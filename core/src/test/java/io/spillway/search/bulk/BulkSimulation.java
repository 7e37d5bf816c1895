package io.spillway.search.bulk;

import io.spillway.policy.Backoff;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.LongConsumer;
import java.util.function.LongUnaryOperator;

/**
 * A writer reduced to counts, under the real controller and windows, against {@link ModelEngine} in
 * virtual time. After every step it checks that the limits are within bounds.
 */
final class BulkSimulation {
  static final int DOC_BYTES = 1_000;
  static final long TICK_MS = 10;
  private static final long STEP_MS = 200;

  /** One observation per controller step. */
  record Point(long ms, Mode mode, BulkLimits limits, long backlogDocs, boolean red) {}

  private record Chunk(long arrivedMs, int docs, int attempts) {}

  private record Sent(List<Chunk> chunks, int docs, long sentMs) {}

  final ControllerConfig config;
  final ModelEngine engine;
  final List<Point> points = new ArrayList<>();
  final List<String> changes = new ArrayList<>();
  long poisoned;
  long stored;
  private final Random random;
  private final double poisonShare;
  private final Deque<Chunk> waiting = new ArrayDeque<>();
  private final TreeMap<Long, List<Chunk>> delayed = new TreeMap<>();
  private final Map<Integer, Sent> inFlight = new HashMap<>();
  private final BulkController controller;
  private final SignalBoard board;
  private ControllerState state;
  private Decision decision;
  private long backlogDocs;
  private long waitingDocs;
  private int requests;

  BulkSimulation(ControllerConfig config, ModelEngine engine, double poisonShare, long seed) {
    this.config = config;
    this.engine = engine;
    this.poisonShare = poisonShare;
    this.random = new Random(seed);
    this.controller = new BulkController(config);
    this.board = new SignalBoard(config.pace().windowMs(), 1);
    this.state = ControllerState.initial(config.bounds(), 1);
    this.decision = new Decision(state, state.limits(), 0, null, false);
  }

  /**
   * @param docsPerSecond by virtual time
   * @param script called before every tick, to bring faults
   */
  void run(long fromMs, long toMs, LongUnaryOperator docsPerSecond, LongConsumer script) {
    double owed = 0;
    for (long now = fromMs; now < toMs; now += TICK_MS) {
      script.accept(now);
      owed += docsPerSecond.applyAsLong(now) * TICK_MS / 1000.0 * (0.8 + 0.4 * random.nextDouble());
      int docs = (int) owed;
      owed -= docs;
      if (docs > 0) {
        add(new Chunk(now, docs, 0));
        backlogDocs += docs;
        board.produced((long) docs * DOC_BYTES, now);
      }
      while (!delayed.isEmpty() && delayed.firstKey() <= now) {
        delayed.pollFirstEntry().getValue().forEach(this::addFirst);
      }
      for (ModelEngine.Answer answer : engine.answers(now)) {
        answered(answer, now);
      }
      if (now % STEP_MS == 0) {
        step(now);
      }
      send(now);
    }
  }

  private void step(long now) {
    long[] sentAt = inFlight.values().stream().mapToLong(Sent::sentMs).toArray();
    Signals signals = board.signals(backlogDocs * DOC_BYTES, lag(now), sentAt, null, now);
    decision = controller.step(state, signals, now);
    state = decision.state();
    if (decision.eased()) {
      board.forgetHealth();
    }
    if (decision.change() != null) {
      changes.add(now + " " + decision.change());
    }
    boolean red = config.rails().judge(signals.health()).colour() == Guardrails.Colour.RED;
    points.add(new Point(now, state.mode(), decision.allowed(), backlogDocs, red));
    checkBounds(decision.allowed());
  }

  private void checkBounds(BulkLimits limits) {
    BulkBounds b = config.bounds();
    if (limits.bytes() < b.min().bytes()
        || limits.bytes() > b.max().bytes()
        || limits.intervalMs() < b.min().intervalMs()
        || limits.intervalMs() > b.max().intervalMs()
        || limits.concurrency() < 1
        || limits.concurrency() > b.max().concurrency()) {
      throw new AssertionError("limits out of bounds: " + limits);
    }
  }

  private void send(long now) {
    BulkLimits limits = decision.allowed();
    while (now >= decision.pausedUntilMs()
        && inFlight.size() < limits.concurrency()
        && waitingDocs > 0
        && due(limits, now)) {
      int room = Math.max(1, limits.bytes() / DOC_BYTES);
      List<Chunk> taken = new ArrayList<>();
      int docs = 0;
      while (docs < room && !waiting.isEmpty()) {
        Chunk chunk = waiting.poll();
        int part = Math.min(chunk.docs, room - docs);
        taken.add(new Chunk(chunk.arrivedMs, part, chunk.attempts + 1));
        docs += part;
        if (part < chunk.docs) {
          waiting.addFirst(new Chunk(chunk.arrivedMs, chunk.docs - part, chunk.attempts));
        }
      }
      waitingDocs -= docs;
      int id = requests++;
      inFlight.put(id, new Sent(taken, docs, now));
      engine.send(id, (long) docs * DOC_BYTES, now);
    }
  }

  private boolean due(BulkLimits limits, long now) {
    return waitingDocs * DOC_BYTES >= limits.bytes()
        || now - waiting.peek().arrivedMs >= limits.intervalMs();
  }

  private void answered(ModelEngine.Answer answer, long now) {
    Sent sent = inFlight.remove(answer.request());
    long latency = now - sent.sentMs;
    if (answer.rejected() || answer.error()) {
      board.answered(
          new RequestReport(
              latency, 0, answer.rejected() ? sent.docs : 0, answer.error() ? sent.docs : 0),
          now);
      for (Chunk chunk : sent.chunks) {
        long at =
            now + Backoff.exponential(200, 30_000).delayMs(chunk.attempts, random.nextDouble());
        delayed.computeIfAbsent(at, t -> new ArrayList<>()).add(chunk);
      }
      return;
    }
    for (int i = 0; i < sent.docs; i++) {
      poisoned += random.nextDouble() < poisonShare ? 1 : 0;
    }
    stored += sent.docs;
    backlogDocs -= sent.docs;
    board.answered(new RequestReport(latency, sent.docs, 0, 0), now);
    board.consumed((long) sent.docs * DOC_BYTES, now);
  }

  private void add(Chunk chunk) {
    waiting.add(chunk);
    waitingDocs += chunk.docs;
  }

  private void addFirst(Chunk chunk) {
    waiting.addFirst(chunk);
    waitingDocs += chunk.docs;
  }

  private long lag(long now) {
    long oldest = now;
    if (!waiting.isEmpty()) {
      oldest = Math.min(oldest, waiting.peek().arrivedMs);
    }
    for (Sent sent : inFlight.values()) {
      oldest = Math.min(oldest, sent.chunks.get(0).arrivedMs);
    }
    for (List<Chunk> chunks : delayed.values()) {
      oldest = Math.min(oldest, chunks.get(0).arrivedMs);
    }
    return now - oldest;
  }
}
