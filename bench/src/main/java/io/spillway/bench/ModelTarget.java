package io.spillway.bench;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * An engine in virtual time: four requests are worked on at once, sixteen more may wait, the next
 * is refused. A request costs 20 ms and 1 ms for each 4 kB, and those that wait cost memory and
 * caches: 1 % more for each of them.
 */
final class ModelTarget implements BulkTarget {
  static final int SERVERS = 4;
  private static final int QUEUE = 16;
  private static final double MS_A_REQUEST = 20;
  private static final double BYTES_A_MS = 4_000;
  private static final double CROWDING = 0.01;

  private record Running(long endMs, Answer answer) {}

  private final double poison;
  private final SplittableRandom random;
  private final PriorityQueue<Running> running =
      new PriorityQueue<>(Comparator.comparingLong(Running::endMs));
  private final long[] freeMs = new long[SERVERS];
  private boolean refusing;

  /**
   * @param poison share of documents that are refused for good, 0..1
   */
  ModelTarget(double poison, long seed) {
    this.poison = poison;
    this.random = new SplittableRandom(seed);
  }

  @Override
  public void send(int request, int documents, long nowMs) {
    if (refusing || running.size() >= SERVERS + QUEUE) {
      running.add(new Running(nowMs + 2, new Answer(request, 0, 0, documents, 0)));
      return;
    }
    int server = 0;
    for (int i = 1; i < SERVERS; i++) {
      server = freeMs[i] < freeMs[server] ? i : server;
    }
    double ms = costMs((long) documents * DOCUMENT_BYTES);
    double crowded = ms * (1 + CROWDING * Math.max(0, running.size() - SERVERS));
    freeMs[server] = Math.max(nowMs, freeMs[server]) + Math.max(1, Math.round(crowded));
    int dead = 0;
    for (int i = 0; poison > 0 && i < documents; i++) {
      dead += random.nextDouble() < poison ? 1 : 0;
    }
    running.add(new Running(freeMs[server], new Answer(request, documents - dead, dead, 0, 0)));
  }

  /** Ms that a request takes by itself. */
  static double costMs(long bytes) {
    return MS_A_REQUEST + bytes / BYTES_A_MS;
  }

  @Override
  public List<Answer> answers(long nowMs) {
    List<Answer> answers = new ArrayList<>();
    while (!running.isEmpty() && running.peek().endMs() <= nowMs) {
      answers.add(running.poll().answer());
    }
    return answers;
  }

  @Override
  public void refuse(boolean everything) {
    refusing = everything;
  }
}
