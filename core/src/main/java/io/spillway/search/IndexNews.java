package io.spillway.search;

import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the guard has found out about an index is settled, and what waited for it is sent. */
final class IndexNews implements IndexGuard.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(IndexNews.class);
  private final BulkResponseHandler settlement;
  private final BulkSender sender;
  private final LongSupplier clock;

  IndexNews(BulkResponseHandler settlement, BulkSender sender, LongSupplier clock) {
    this.settlement = settlement;
    this.sender = sender;
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
}
