package io.spillway.bench;

import io.spillway.search.bulk.BulkLimits;
import io.spillway.search.bulk.RequestReport;
import io.spillway.search.bulk.SignalBoard;
import io.spillway.search.bulk.Signals;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** One pacing against one target through one scenario. Documents are only counted. */
final class BulkRun {
  private static final long STEP_MS = 200;
  private static final long FIRST_RETRY_MS = 200;
  private static final long LONGEST_RETRY_MS = 30_000;

  /**
   * One observation.
   *
   * @param stored documents finished so far
   */
  record Point(
      long ms,
      String mode,
      BulkLimits limits,
      long lagMs,
      long backlog,
      long p95Ms,
      double rejectRate,
      long stored) {}

  private record Chunk(long arrivedMs, int documents, int attempts) {}

  private record Sent(List<Chunk> chunks, int documents, long sentMs) {}

  final List<Point> points = new ArrayList<>();
  private final BulkPacing pacing;
  private final BulkTarget target;
  private final SignalBoard board;
  private final ArrayDeque<Chunk> waiting = new ArrayDeque<>();
  private final TreeMap<Long, List<Chunk>> delayed = new TreeMap<>();
  private final Map<Integer, Sent> inFlight = new HashMap<>();
  private long waitingDocuments;
  private long backlog;
  private long stored;
  private long steppedMs;
  private double owed;
  private int requests;

  BulkRun(BulkPacing pacing, BulkTarget target, long windowMs, long nowMs) {
    this.pacing = pacing;
    this.target = target;
    this.board = new SignalBoard(windowMs, nowMs);
    this.steppedMs = nowMs;
  }

  /** Lets some time pass, with so many documents a second. */
  void advance(long nowMs, long passedMs, double perSecond) {
    owed += perSecond * passedMs / 1000;
    int documents = (int) owed;
    owed -= documents;
    if (documents > 0) {
      waiting.add(new Chunk(nowMs, documents, 0));
      waitingDocuments += documents;
      backlog += documents;
      board.produced((long) documents * BulkTarget.DOCUMENT_BYTES, nowMs);
    }
    while (!delayed.isEmpty() && delayed.firstKey() <= nowMs) {
      for (Chunk chunk : delayed.pollFirstEntry().getValue()) {
        waiting.addFirst(chunk);
        waitingDocuments += chunk.documents();
      }
    }
    for (BulkTarget.Answer answer : target.answers(nowMs)) {
      answered(answer, nowMs);
    }
    if (nowMs - steppedMs >= STEP_MS) {
      step(nowMs);
    }
    send(nowMs);
  }

  /** At the end, when nothing more is sent: whether every answer has come. */
  boolean settled() {
    target.answers(Long.MAX_VALUE).forEach(answer -> inFlight.remove(answer.request()));
    return inFlight.isEmpty();
  }

  private void step(long nowMs) {
    steppedMs = nowMs;
    long[] sentAt = inFlight.values().stream().mapToLong(Sent::sentMs).toArray();
    long lag = nowMs - oldest(nowMs);
    Signals signals = board.signals(backlog * BulkTarget.DOCUMENT_BYTES, lag, sentAt, null, nowMs);
    if (pacing.step(signals, nowMs)) {
      board.forgetHealth();
    }
    points.add(
        new Point(
            nowMs,
            pacing.mode(),
            pacing.limits(),
            lag,
            backlog,
            signals.health().latencyP95Ms(),
            signals.health().rejectRate(),
            stored));
  }

  private void send(long nowMs) {
    while (waitingDocuments > 0 && nowMs >= pacing.pausedUntilMs()) {
      BulkLimits limits = pacing.limits();
      int room = Math.max(1, limits.bytes() / BulkTarget.DOCUMENT_BYTES);
      int documents = (int) Math.min(room, waitingDocuments);
      boolean due =
          waitingDocuments >= room || nowMs - waiting.peek().arrivedMs() >= limits.intervalMs();
      if (!due || inFlight.size() >= limits.concurrency() || pacing.blocks(documents)) {
        return;
      }
      List<Chunk> taken = take(documents);
      int request = requests++;
      inFlight.put(request, new Sent(taken, documents, nowMs));
      pacing.sent(documents);
      target.send(request, documents, nowMs);
    }
  }

  private List<Chunk> take(int documents) {
    List<Chunk> taken = new ArrayList<>();
    int missing = documents;
    while (missing > 0) {
      Chunk chunk = waiting.poll();
      int part = Math.min(chunk.documents(), missing);
      taken.add(new Chunk(chunk.arrivedMs(), part, chunk.attempts() + 1));
      if (part < chunk.documents()) {
        waiting.addFirst(new Chunk(chunk.arrivedMs(), chunk.documents() - part, chunk.attempts()));
      }
      missing -= part;
    }
    waitingDocuments -= documents;
    return taken;
  }

  private void answered(BulkTarget.Answer answer, long nowMs) {
    Sent sent = inFlight.remove(answer.request());
    int done = answer.stored() + answer.dead();
    board.answered(
        new RequestReport(nowMs - sent.sentMs(), done, answer.rejected(), answer.errors()), nowMs);
    board.consumed((long) done * BulkTarget.DOCUMENT_BYTES, nowMs);
    pacing.answered(answer, sent.documents());
    stored += done;
    backlog -= done;
    int again = sent.documents() - done;
    for (Chunk chunk : sent.chunks()) {
      int part = Math.min(again, chunk.documents());
      if (part > 0) {
        long wait =
            Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS << Math.min(chunk.attempts() - 1, 10));
        delayed
            .computeIfAbsent(nowMs + wait, at -> new ArrayList<>())
            .add(new Chunk(chunk.arrivedMs(), part, chunk.attempts()));
        again -= part;
      }
    }
  }

  private long oldest(long nowMs) {
    long oldest = waiting.isEmpty() ? nowMs : waiting.peek().arrivedMs();
    for (Sent sent : inFlight.values()) {
      oldest = Math.min(oldest, sent.chunks().get(0).arrivedMs());
    }
    for (List<Chunk> chunks : delayed.values()) {
      oldest = Math.min(oldest, chunks.get(0).arrivedMs());
    }
    return oldest;
  }
}
