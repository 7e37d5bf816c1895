package io.spillway.search.bulk;

import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/**
 * An engine in virtual time: {@code servers} requests are worked on at once, {@code queue} more may
 * wait, the next is refused with 429. A request costs a fixed time and a time by size. Faults
 * multiply the cost, refuse everything or answer nothing.
 */
final class ModelEngine {
  enum Fault {
    NONE,
    REJECTS,
    ERRORS,
    SLOW,
    HANGS
  }

  /** An answered request. */
  record Answer(int request, long sentMs, boolean rejected, boolean error) {}

  private record Running(int request, long sentMs, long endMs, boolean rejected, boolean error) {}

  private static final long REQUEST_TIMEOUT_MS = 30_000;
  private final int servers;
  private final int queue;
  private final double msPerRequest;
  private final double bytesPerMs;
  private final PriorityQueue<Running> running =
      new PriorityQueue<>((a, b) -> Long.compare(a.endMs, b.endMs));
  private final long[] serverFreeMs;
  Fault fault = Fault.NONE;

  ModelEngine(int servers, int queue, double msPerRequest, double bytesPerMs) {
    this.servers = servers;
    this.queue = queue;
    this.msPerRequest = msPerRequest;
    this.bytesPerMs = bytesPerMs;
    this.serverFreeMs = new long[servers];
  }

  void send(int request, long bytes, long nowMs) {
    switch (fault) {
      case REJECTS -> running.add(new Running(request, nowMs, nowMs + 3, true, false));
      case ERRORS -> running.add(new Running(request, nowMs, nowMs + 5, false, true));
      case HANGS ->
          running.add(new Running(request, nowMs, nowMs + REQUEST_TIMEOUT_MS, false, true));
      case NONE, SLOW -> work(request, bytes, nowMs);
    }
  }

  private void work(int request, long bytes, long nowMs) {
    if (running.size() >= servers + queue) {
      running.add(new Running(request, nowMs, nowMs + 2, true, false));
      return;
    }
    int server = 0;
    for (int i = 1; i < servers; i++) {
      server = serverFreeMs[i] < serverFreeMs[server] ? i : server;
    }
    double cost = (msPerRequest + bytes / bytesPerMs) * (fault == Fault.SLOW ? 60 : 1);
    serverFreeMs[server] = Math.max(nowMs, serverFreeMs[server]) + Math.max(1, Math.round(cost));
    running.add(new Running(request, nowMs, serverFreeMs[server], false, false));
  }

  List<Answer> answers(long nowMs) {
    List<Answer> answers = new ArrayList<>();
    while (!running.isEmpty() && running.peek().endMs <= nowMs) {
      Running done = running.poll();
      answers.add(new Answer(done.request, done.sentMs, done.rejected, done.error));
    }
    return answers;
  }
}
