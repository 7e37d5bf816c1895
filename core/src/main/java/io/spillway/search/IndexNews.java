package io.spillway.search;

import io.spillway.search.bulk.RequestReport;
import io.spillway.search.bulk.SignalBoard;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the guard has found out about an index is settled, and what waited for it is sent. */
final class IndexNews implements IndexGuard.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(IndexNews.class);
  private final BulkResponseHandler settlement;
  private final BulkSender sender;
  private final SignalBoard board;
  private final LongSupplier clock;

  IndexNews(
      BulkResponseHandler settlement, BulkSender sender, SignalBoard board, LongSupplier clock) {
    this.settlement = settlement;
    this.sender = sender;
    this.board = board;
    this.clock = clock;
  }

  @Override
  public void available(String index, String warning) {
    if (warning != null) {
      LOG.warn("index {}: {}", index, warning);
      settlement.counts().warnedIndices++;
    }
    settlement.parking().available(index, clock.getAsLong());
    sender.pump(clock.getAsLong());
  }

  @Override
  public void unavailable(String index, DeadDocument.Failure failure) {
    settlement.parking().unavailable(index, failure, clock.getAsLong());
  }

  /** An engine that can't answer for an index is no engine for more documents. */
  @Override
  public void failed(int status, long latencyMs) {
    int rejected = status == 429 ? 1 : 0;
    board.answered(new RequestReport(latencyMs, 0, rejected, 1 - rejected), clock.getAsLong());
  }
}
