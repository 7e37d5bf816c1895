package io.spillway.search;

import java.util.function.ToIntFunction;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.api.common.operators.ProcessingTimeService;
import org.apache.flink.metrics.MetricGroup;

/** What a writer needs of the task that it runs in. */
record SearchTask(MailboxExecutor mailbox, ProcessingTimeService time, MetricGroup metrics) {

  /**
   * Where rows wait that the writer can't take.
   *
   * @param shards the shard of a row
   * @param quota bytes above which the source waits
   */
  record Overflow(SearchSpool spool, ToIntFunction<SearchRow> shards, long quota) {
    /** Nowhere: the source waits at once. */
    static final Overflow NONE = new Overflow(null, row -> 0, 0);
  }
}
