package io.spillway.metrics;

/**
 * Every metric's name, once; {@link MetricCatalogue} says of each what it is. All stand in the
 * group {@link #GROUP}; none has a table as a label, one a partition.
 */
public final class MetricNames {
  public static final String GROUP = "spillway";

  /** Looks for new partitions that failed, and were waited for. */
  public static final String PARTITION_LOOKS_FAILED = "partition_looks_failed_total";

  /** Since when looks for new partitions have failed, in ms. */
  public static final String SOURCE_AWAY_MS = "source_away_ms";

  /** Rows that the decoder has read, whatever became of them. */
  public static final String ROWS_READ = "rows_read_total";

  /** Bytes of those rows. */
  public static final String BYTES_READ = "bytes_read_total";

  /** Rows dropped because they had come before; in the spool in a sub-group per reason. */
  public static final String DUPLICATES_DROPPED = "duplicates_dropped_total";

  /** Messages that can't be decoded. */
  public static final String POISON = "poison_messages_total";

  /** Messages whose timestamp is too far ahead of the reading machine's clock. */
  public static final String AHEAD = "messages_ahead_of_clock_total";

  /** Messages that carry nothing to deliver. */
  public static final String SKIPPED = "skipped_messages_total";

  /** Rows that were dead letters and have been put back. */
  public static final String SNAPSHOT_ROWS = "snapshot_rows_total";

  public static final String REPLAYED = "replayed_rows_total";

  /** Times that messages were gone that should have been read next. */
  public static final String SOURCE_GAPS = "source_gaps_total";

  /** Resolved events read. */
  public static final String RESOLVED = "resolved_events_total";

  /** DDL messages read, duplicates included. */
  public static final String DDLS_READ = "ddls_read_total";

  /** Rows that the spool has accepted: the enqueue acks. */
  public static final String WAKE_CALLS = "wake_calls_total";

  /** Rows that came after their time and were delivered all the same. */
  public static final String LATE_ROWS = "late_rows_total";

  /** Rows read again that stand in the bucket already: dropped, see the docs on guarantees. */
  public static final String ALREADY_DELIVERED = "rows_already_delivered_total";

  /** Rows in files of CSV that have other columns than their table version. */
  public static final String UNFIT_ROWS = "unfit_rows_total";

  /** Rows of one key and commit timestamp whose values differ; all are delivered. */
  public static final String CONTRADICTING_ROWS = "contradicting_rows_total";

  /** Rows without a key, delivered although they may be copies of an equal one. */
  public static final String EQUAL_ROWS = "equal_rows_total";

  /** Times that the spool went above its high watermark and held the intake back. */
  public static final String WAKE_SUPPRESSED = "wake_suppressed_total";

  public static final String SPOOL_ITEMS = "spool_items";
  public static final String SPOOL_MEMORY_BYTES = "spool_memory_bytes";
  public static final String SPOOL_DISK_BYTES = "spool_disk_bytes";
  public static final String SPOOL_BYTES = "spool_bytes";

  /** 1 while the intake is held back, else 0. */
  public static final String SPOOL_SUPPRESSED = "spool_suppressed";

  public static final String ACTIVE_DISPATCHERS = "spool_active_dispatchers";

  /** Age in ms of the oldest row in the spool. */
  public static final String OLDEST_AGE_MS = "spool_oldest_age_ms";

  /** Files sealed, in a sub-group per reason. */
  public static final String FLUSHES = "flush_count";

  public static final String ROWS_FLUSHED = "rows_flushed_total";
  public static final String BYTES_FLUSHED = "bytes_flushed_total";

  /** Size in bytes of sealed files. */
  public static final String FLUSH_FILE_SIZE = "flush_file_size_bytes";

  /** Seconds from a DDL's arrival to the end of its drain. */
  public static final String DDL_DRAIN_DURATION = "ddl_drain_duration_seconds";

  public static final String UNMATCHED_RULES = "table_rules_unmatched";
  public static final String PENDING_DDLS = "pending_ddls";

  /** Statements since the attempt began that had come before, or from another partition. */
  public static final String DDLS_MERGED = "ddls_merged";

  /** Statements since the attempt began that tables have. */
  public static final String DDLS_APPLIED = "ddls_applied";

  /** Of those, the ones that have made no schema file. */
  public static final String DDLS_WITHOUT_FILE = "ddls_without_file";

  /**
   * Statements read that neither were applied, nor came before, nor wait; of the planner, schema
   * files of statements that the plan lacks. Always 0.
   */
  public static final String STATEMENT_DIFFERENCE = "balance_difference_ddls";

  /** Barriers at which {@link #STATEMENT_DIFFERENCE} was not 0. */
  public static final String UNBALANCED_STATEMENTS = "unbalanced_ddl_checkpoints_total";

  /** The spool's watermark, a commit timestamp. */
  public static final String SPOOL_WATERMARK = "spool_watermark";

  /** ms for which progress has stood while something waits for it; else 0. */
  public static final String PROGRESS_STALLED_MS = "progress_stalled_ms";

  /** Partitions in state whose topic the pipeline no longer has. */
  public static final String PARTITIONS_PARKED = "partitions_parked";

  /** How far a partition lets the others go, in a sub-group {@link #PARTITION}. */
  public static final String PROGRESS_TS = "progress_ts";

  public static final String PARTITION = "partition";

  /** Messages that are not read yet, in a sub-group {@link #TOPIC}. */
  public static final String TOPIC_LAG = "lag_messages";

  public static final String TOPIC = "topic";

  public static final String WATERMARK_LAG_MS = "watermark_lag_ms";

  /** Seconds from a file's seal to the end of its upload. */
  public static final String FLUSH_DURATION = "flush_duration_seconds";

  /** Uploads that have not ended. */
  public static final String UPLOADS_IN_FLIGHT = "uploads_in_flight";

  /** ms that the last commit took. */
  public static final String COMMIT_DURATION = "commit_duration_ms";

  /** ms since the commit in hand first failed; 0 while commits succeed. */
  public static final String STORAGE_AWAY_MS = "storage_away_ms";

  /** Tries to commit that have failed and were made again. */
  public static final String COMMIT_RETRIES = "commit_retries_total";

  /** Index files and metadata that had gone back after a takeover and were written again. */
  public static final String FILES_PUT_RIGHT = "files_put_right_total";

  /** What the storage was asked for, by kind. */
  public static final String STORAGE_CALLS = "storage_calls_total";

  public static final String FILES_COMMITTED = "files_committed_total";
  public static final String BYTES_COMMITTED = "bytes_committed_total";
  public static final String ROWS_COMMITTED = "rows_committed_total";

  /** The last checkpoint-ts written. */
  public static final String CHECKPOINT_TS = "checkpoint_ts";

  public static final String CHECKPOINT_TS_LAG_MS = "checkpoint_ts_lag_ms";

  /** ms since {@link #CHECKPOINT_TS} last moved. */
  public static final String CHECKPOINT_TS_STALENESS_MS = "checkpoint_ts_staleness_ms";

  /** Rows read that are neither stored nor anywhere else as of the last barrier: always 0. */
  public static final String BALANCE_DIFFERENCE = "balance_difference_rows";

  /** Checkpoints at which {@link #BALANCE_DIFFERENCE} was not 0. */
  public static final String UNBALANCED_CHECKPOINTS = "unbalanced_checkpoints_total";

  /**
   * Decisions of the policy matrix, in sub-groups {@link #DOMAIN}, {@link #TYPE}, {@link #PHASE},
   * {@link #KIND} and {@link #ACTION}.
   */
  public static final String POLICY_DECISIONS = "policy_decisions_total";

  /** The same by how loudly they are told, in a sub-group {@link #LEVEL}. */
  public static final String POLICY_ALERTS = "policy_alerts_total";

  public static final String DOMAIN = "domain";
  public static final String TYPE = "type";
  public static final String PHASE = "phase";
  public static final String KIND = "kind";
  public static final String ACTION = "action";
  public static final String LEVEL = "level";

  /** Records that went to the dead letters. */
  public static final String DEAD_LETTERS = "dead_letters_total";

  /** Cursor events by what they say, in a sub-group per reason. */
  public static final String CURSOR_EVENTS = "cursor_events_total";

  /** Steps by which a cursor's value has moved forward. */
  public static final String CURSOR_ADVANCES = "cursor_advances_total";

  /** The mode of the bulk controller as a number. */
  public static final String BULK_MODE = "bulk_mode";

  public static final String BULK_SIZE_BYTES = "bulk_size_bytes";
  public static final String BULK_FLUSH_INTERVAL_MS = "bulk_flush_interval_ms";
  public static final String BULK_CONCURRENCY = "bulk_concurrency";
  public static final String BULK_REQUESTS = "bulk_requests_total";
  public static final String BULK_REQUESTS_DIVIDED = "bulk_requests_divided_total";
  public static final String BULK_IN_FLIGHT = "bulk_requests_in_flight";
  public static final String BULK_BUFFERED_BYTES = "bulk_buffered_bytes";

  /** Answers for single documents, in a sub-group per outcome. */
  public static final String BULK_ITEMS = "bulk_items_total";

  /** Documents that came to the search sink, and rows that could not become one. */
  public static final String SEARCH_DOCUMENTS = "search_documents_total";

  /** Documents that went to the dead letters with their index, as its share or time was up. */
  public static final String SEARCH_GIVEN_UP = "search_documents_given_up_total";

  /** Rows of tables without a primary key that are no documents. */
  public static final String SEARCH_SKIPPED = "search_rows_skipped_total";

  /** Indices with versions above everything that has come; a gauge. */
  public static final String SEARCH_AHEAD = "search_indices_ahead";

  /** Texts with half of a surrogate pair, in whose place they have U+FFFD. */
  public static final String SEARCH_REPLACED = "search_texts_replaced_total";

  /** Statements after which rows are gone or elsewhere, while their documents stay. */
  public static final String SEARCH_DDLS = "search_ddls_without_effect_total";

  /** {@code TRUNCATE} and {@code DROP} whose documents aren't all deleted yet; a gauge. */
  public static final String SEARCH_DDLS_PENDING = "search_ddls_pending";

  /** Documents that such statements took away; a gauge that only rises. */
  public static final String SEARCH_DDL_DELETES = "search_documents_deleted_by_ddl";

  /** Rows of tables that {@code elasticsearch.tables} leaves out. */
  public static final String SEARCH_FILTERED = "search_rows_filtered_total";

  public static final String BULK_ITEMS_HELD = "bulk_items_held";
  public static final String BULK_SHORT_DELETES = "bulk_indices_with_short_deletes";
  public static final String BULK_VALUES_NULLED = "bulk_values_nulled_total";

  public static final String BACKLOG_COUNT = "backlog_count";
  public static final String BACKLOG_SLOPE = "backlog_slope";
  public static final String LAG_TIME = "lag_time";
  public static final String LAG_SLOPE = "lag_slope";
  public static final String PRODUCE_RATE = "produce_rate";
  public static final String CONSUME_RATE = "consume_rate";
  public static final String NET_RATE = "net_rate";
  public static final String ES_REJECT_RATE = "es_reject_rate";
  public static final String ES_ERROR_RATE = "es_error_rate";
  public static final String ES_BULK_LATENCY_P95 = "es_bulk_latency_p95";

  /** 1 while settings hold all of the search sink back, else 0. */
  public static final String SEARCH_PAUSED = "search_paused";

  /** Documents that wait because settings say so. */
  public static final String SEARCH_PAUSED_DOCUMENTS = "search_paused_documents";

  /** Rows and bytes that the search stage holds in managed state, and their share of its quota. */
  public static final String SEARCH_SPOOL_ROWS = "search_spool_rows";

  public static final String SEARCH_SPOOL_BYTES = "search_spool_bytes";
  public static final String SEARCH_SPOOL_FILL = "search_spool_fill";

  /** ms since the engine last answered anything; 0 while it answers. */
  public static final String SEARCH_ENGINE_AWAY_MS = "search_engine_away_ms";

  public static final String LOG_EMITS = "log_emits_total";
  public static final String LOG_DROPPED = "log_dropped_total";
  public static final String LOG_QUEUE_LAG = "log_queue_lag";

  /** Version of the settings that count; 0 for none. */
  public static final String CONTROL_VERSION = "control_version";

  /** ms since the settings were last known to be those of their file or topic. */
  public static final String CONTROL_STALENESS_MS = "control_staleness_ms";

  /** ms from a change of the settings until it counts in a subtask. */
  public static final String CONTROL_PROPAGATION_MS = "control_propagation_ms";

  private MetricNames() {}
}
