package io.spillway.search;

import io.spillway.search.BulkRequest.Purpose;
import io.spillway.search.BulkTransport.Call;
import io.spillway.search.BulkTransport.Reply;
import io.spillway.search.bulk.BulkLimits;
import io.spillway.search.bulk.RequestReport;
import io.spillway.search.bulk.SignalBoard;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Sends requests: batches within the controller's limits, and beside them one probe of a parked
 * index and one suspect. Not thread-safe; replies come in the caller's thread.
 */
final class BulkSender {
  private final BulkTransport transport;
  private final BulkBuffer buffer;
  private final BulkResponseHandler settlement;
  private final SignalBoard board;
  private final LongSupplier clock;
  private final Terms terms;
  private final Set<BulkRequest> inFlight = new HashSet<>();
  private boolean asking;

  /** What may be sent, as of now. */
  interface Terms {
    BulkLimits limits();

    /** Whether nothing may be sent. */
    boolean paused(long nowMs);

    /** Whether requests don't wait to be filled. */
    boolean draining();

    /**
     * An answer has been settled.
     *
     * @param suffered whether the engine suffered
     */
    void settled(boolean suffered, long nowMs);
  }

  BulkSender(
      BulkTransport transport,
      BulkBuffer buffer,
      BulkResponseHandler settlement,
      SignalBoard board,
      LongSupplier clock,
      Terms terms) {
    this.transport = transport;
    this.buffer = buffer;
    this.settlement = settlement;
    this.board = board;
    this.clock = clock;
    this.terms = terms;
  }

  int inFlight() {
    return inFlight.size();
  }

  private int inFlight(Purpose purpose) {
    int count = 0;
    for (BulkRequest request : inFlight) {
      count += request.purpose() == purpose ? 1 : 0;
    }
    return count;
  }

  /** When the requests were sent that say something about the engine. */
  long[] sentAt() {
    return inFlight.stream()
        .filter(request -> request.purpose() == Purpose.BATCH)
        .mapToLong(BulkRequest::sentMs)
        .toArray();
  }

  /** Sends what may be sent now. */
  void pump(long now) {
    if (terms.paused(now)) {
      return;
    }
    probe(now);
    suspect(now);
    while (inFlight(Purpose.BATCH) < terms.limits().concurrency()) {
      buffer.wake(now);
      if (!due(now)) {
        return;
      }
      List<BulkItem> items = buffer.next(settlement.requestBytes(terms.limits().bytes()), now);
      if (items.isEmpty()) {
        return;
      }
      send(items, Purpose.BATCH, now);
    }
  }

  /** One at a time beside the others, since an index without a shard keeps it for long. */
  private void probe(long now) {
    if (inFlight(Purpose.PROBE) == 0) {
      BulkItem item = buffer.nextProbe(now);
      if (item != null) {
        send(List.of(item), Purpose.PROBE, now);
      }
    }
  }

  /** One at a time beside the others, since nobody may answer it. */
  private void suspect(long now) {
    if (asking || inFlight(Purpose.SUSPECT) > 0) {
      return;
    }
    List<BulkItem> items = buffer.nextSuspects(now);
    if (items.isEmpty()) {
      return;
    }
    if (!settlement.suspects().needsProof(items)) {
      send(items, Purpose.SUSPECT, now);
      return;
    }
    asking = true;
    BulkItem alone = items.get(0);
    transport.send(Suspects.proof(alone.document.index()), reply -> asked(reply, alone, now));
  }

  private void asked(Reply reply, BulkItem alone, long sentMs) {
    asking = false;
    long now = clock.getAsLong();
    boolean answers = settlement.suspects().answered(reply, alone, now);
    board.answered(new RequestReport(now - sentMs, answers ? 1 : 0, 0, answers ? 0 : 1), now);
    pump(now);
  }

  private boolean due(long now) {
    return buffer.wholeDue(now)
        || buffer.readyBytes() >= terms.limits().bytes()
        || (buffer.readyBytes() > 0
            && (terms.draining() || now - buffer.readySinceMs() >= terms.limits().intervalMs()));
  }

  private void send(List<BulkItem> items, Purpose purpose, long now) {
    BulkRequest request = BulkRequest.of(items, purpose, now);
    inFlight.add(request);
    transport.send(Call.bulk(request.body()), reply -> replied(request, reply));
  }

  private void replied(BulkRequest request, Reply reply) {
    inFlight.remove(request);
    long now = clock.getAsLong();
    terms.settled(settlement.settle(request, reply, now), now);
    pump(now);
  }
}
