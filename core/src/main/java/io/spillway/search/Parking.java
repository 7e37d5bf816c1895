package io.spillway.search;

import io.spillway.policy.Action;
import io.spillway.policy.Decider;
import io.spillway.policy.ErrorKind;
import io.spillway.policy.FailureTrait;
import io.spillway.search.DeadDocument.Failure;
import io.spillway.search.bulk.Outcome;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Parks indices that refuse documents and probes them until they take one again. What waits for
 * them is bounded: beyond that the policy decides, by default for the dead letters. Not
 * thread-safe.
 */
final class Parking {
  private static final Logger LOG = LoggerFactory.getLogger(Parking.class);

  /** Share of the buffer that all parked indices together may hold. */
  private static final int SHARE = 4;

  private final BulkBuffer buffer;
  private final ParkedIndices parked;
  private final DeadDocuments dead;
  private final SearchDeciders deciders;
  private final RandomGenerator random;
  private final Counts counts;
  private Elsewhere elsewhere;
  private final long mostBytes;
  private final long waitAtEndMs;
  private long drainingMs = Long.MAX_VALUE;
  private String alert;

  /** Takes rows of a parked index that are too many for the heap. */
  interface Elsewhere {
    boolean holds(String index);

    void take(String index, SearchRow row);
  }

  Parking(
      WriterConfig config,
      BulkBuffer buffer,
      DeadDocuments dead,
      SearchDeciders deciders,
      RandomGenerator random,
      Counts counts) {
    this.counts = counts;
    this.buffer = buffer;
    this.parked = buffer.parked();
    this.dead = dead;
    this.deciders = deciders;
    this.random = random;
    this.mostBytes = config.bufferBytes() / SHARE;
    this.waitAtEndMs = config.atEnd().indexWaitMs();
  }

  /** The index has refused this document, which is set aside. */
  void refuse(BulkItem item, Failure failure, Decider waits, long nowMs) {
    buffer.setAside(item, failure, nowMs);
    Trouble trouble = item.lane.trouble;
    item.lane.refused++;
    if (trouble.waits == null) {
      trouble.nextProbeMs = nowMs + waits.delayMs(1, random.nextDouble());
    }
    trouble.waits = waits;
  }

  /** The index can't even be made; whoever makes it tries again. */
  void unavailable(String index, Failure failure, long nowMs) {
    var unused = parked.park(buffer.lane(index), failure, nowMs);
  }

  /** The index is there. */
  void available(String index, long nowMs) {
    Lane lane = buffer.lane(index);
    if (lane.trouble != null) {
      over(lane, nowMs);
    }
    buffer.open(index);
  }

  /** What an answer said of one index. */
  void settle(Lane lane, boolean probe, long nowMs) {
    Trouble trouble = lane.trouble;
    if (trouble == null) {
      return;
    }
    trouble.probing &= !probe;
    boolean nothingLeft = lane.documents == 0;
    if ((probe && lane.stored > 0) || nothingLeft) {
      over(lane, nowMs);
      buffer.unpark(lane);
    } else if (lane.stored > 0) {
      buffer.pass(lane, true);
    } else if (lane.refused > 0 && !probe) {
      buffer.pass(lane, false);
    }
    if (probe && lane.trouble != null) {
      probed(lane, nowMs);
    }
  }

  /** The probe's answer was none, or about the whole request. */
  void probeLost(BulkItem item, Outcome outcome, long nowMs) {
    refuse(item, item.lane.trouble.failure, deciders.of(outcome, true), nowMs);
    item.lane.trouble.probing = false;
    item.lane.refused = 0;
    probed(item.lane, nowMs);
  }

  private void probed(Lane lane, long nowMs) {
    Trouble trouble = lane.trouble;
    trouble.lastProbeMs = nowMs;
    trouble.probes++;
    trouble.nextProbeMs = nowMs + trouble.waits.delayMs(trouble.probes, random.nextDouble());
  }

  private static void over(Lane lane, long nowMs) {
    if (lane.trouble.reportedMs >= 0) {
      LOG.info("{}", ParkedReport.over(lane, nowMs));
    }
  }

  /** The input has ended: nobody waits for an index for longer than was agreed. */
  void drain(long nowMs) {
    if (drainingMs == Long.MAX_VALUE) {
      drainingMs = nowMs;
      for (Lane lane : parked.lanes()) {
        lane.trouble.nextProbeMs = Math.min(lane.trouble.nextProbeMs, nowMs);
      }
    }
  }

  /** To be called a few times a second. */
  void tick(long nowMs) {
    ParkedReport.due(parked, nowMs).forEach(LOG::error);
    relieve(nowMs);
    if (drainingMs != Long.MAX_VALUE) {
      for (Lane lane : List.copyOf(parked.lanes())) {
        if (lane.givenUp || isGivenUp(lane.trouble, nowMs)) {
          lane.givenUp = true;
          giveUp(lane, 0, "the input has ended", nowMs);
        }
      }
    }
  }

  /** From now on there is another place for what is too much for the heap. */
  void overflowTo(Elsewhere place) {
    elsewhere = place;
  }

  private boolean isGivenUp(Trouble trouble, long nowMs) {
    return nowMs - Math.max(drainingMs, trouble.sinceMs) >= waitAtEndMs
        || (trouble.permanent && trouble.lastProbeMs >= drainingMs);
  }

  /** Whether a parked index holds all that it may. */
  boolean isFull(String index) {
    Lane lane = buffer.lane(index);
    return lane != null && lane.trouble != null && parked.bytes() > mostBytes * 3 / 4;
  }

  /** Whether more of an index may come that may have been parked. */
  boolean hasRoom(String index) {
    Lane lane = buffer.lane(index);
    return lane == null || lane.trouble == null || parked.bytes() < mostBytes / 2;
  }

  /** Keeps what waits for parked indices within its share of the buffer. */
  void relieve(long nowMs) {
    if (parked.bytes() > mostBytes) {
      Lane lane = parked.largest();
      long target = Math.max(0, lane.cost - parked.bytes() + mostBytes * 3 / 4);
      if (elsewhere != null) {
        evict(lane, target);
        return;
      }
      giveUp(lane, target, "more than bulk.buffer / " + SHARE + " would wait for it", nowMs);
    }
  }

  private void evict(Lane lane, long target) {
    // what waits there already is newer than what would come behind it
    if (!elsewhere.holds(lane.index)) {
      for (SearchRow row : buffer.evict(lane, target)) {
        counts.taken--;
        elsewhere.take(lane.index, row);
      }
    }
  }

  /** There is no room for more of this index anywhere. */
  void giveUp(String index, long nowMs) {
    Lane lane = buffer.lane(index);
    if (lane != null && lane.trouble != null) {
      giveUp(lane, 0, "more than half of elasticsearch.spool.quota would wait for it", nowMs);
    }
  }

  /** Takes the oldest documents of a parked index out of the flow, as the policy says. */
  private void giveUp(Lane lane, long downTo, String why, long nowMs) {
    Trouble trouble = lane.trouble;
    Action action = deciders.index(ErrorKind.FULL).decide(1, FailureTrait.LIMIT);
    if (action == Action.STOP) {
      throw new IllegalStateException(
          "index " + lane.index + ": " + why + ", and the policy is to fail: " + trouble.failure);
    }
    int before = lane.documents;
    boolean goesOn = action == Action.DEAD_LETTER;
    while (goesOn && lane.cost > downTo) {
      goesOn = buryOne(lane, nowMs);
    }
    int given = before - lane.documents;
    counts.givenUp += given;
    if (given > 0) {
      LOG.error(
          "index {} (table {}): {} rows go to the dead letters, as {} and it refuses them: {} {}",
          lane.index,
          lane.table,
          given,
          why,
          trouble.failure.type(),
          trouble.failure.reason());
    }
    if (lane.documents == 0) {
      buffer.unpark(lane);
    }
  }

  private boolean buryOne(Lane lane, long nowMs) {
    Trouble.Refused refused = lane.trouble.refused.poll();
    BulkItem item = refused == null ? buffer.takeAdmitted(lane) : refused.item();
    if (item == null) {
      return false;
    }
    item.failed(nowMs);
    dead.bury(item, refused == null ? lane.trouble.failure : refused.failure());
    return true;
  }

  /** What most indices share, as an alert for the controller; null for none. */
  String alert() {
    String now = parked.shared(buffer.lanes());
    if (now != null && !now.equals(alert)) {
      LOG.error(
          "{}: most indices refuse documents for the same reason; they are kept and tried again,"
              + " and requests to all indices are held back until that ends",
          now);
    } else if (now == null && alert != null) {
      LOG.info("{}: over", alert);
    }
    alert = now;
    return now;
  }
}
