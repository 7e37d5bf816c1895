package io.spillway.search;

import io.spillway.search.bulk.RequestReport;
import io.spillway.search.bulk.SignalBoard;
import java.util.HashSet;
import java.util.Set;
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
  private final Set<String> warned = new HashSet<>();

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
      warn(index, warning);
    }
    settlement.parking().available(index, clock.getAsLong());
    sender.pump(clock.getAsLong());
  }

  /** Engines keep deletes for a minute by default, so that one index is seldom the only one. */
  private void warn(String index, String warning) {
    if (warned.add(warning)) {
      LOG.warn(
          "index {}: {}. Further indices like it are counted, and logged at level info",
          index,
          warning);
    } else {
      LOG.info("index {}: {}", index, warning);
    }
    settlement.counts().warnedIndices++;
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
