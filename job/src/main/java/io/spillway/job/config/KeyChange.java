package io.spillway.job.config;

import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What follows where a key of the pipeline file has another value at a start than at the one
 * before: each key is declared here, and in the last but one column of {@code
 * docs/configuration.md}.
 */
public enum KeyChange {
  /** Part of the lineage: a start from state refuses it by name, with both values. */
  REFUSED("refused"),
  /** Says which source it is: with another value it is another source. */
  ANOTHER_SOURCE("another source"),
  /** Counts for partitions that no state knows, and for them only. */
  NEW_PARTITIONS("new partitions"),
  /** Takes effect for files that are sealed from then on. */
  NEW_FILES("new files"),
  /** Takes effect for rows that are read from then on. */
  NEW_ROWS("new rows"),
  /** Takes effect for documents that are written from then on. */
  NEW_DOCUMENTS("new documents"),
  /** Takes effect for indices that are created from then on. */
  NEW_INDICES("new indices"),
  /** Takes effect as a whole with the next start. */
  NEXT_START("next start");

  private static final Map<String, KeyChange> DECLARED = new TreeMap<>();

  static {
    pipelineAndSources();
    storage();
    records();
    search();
    declare(
        NEXT_START,
        "control.type",
        "control.path",
        "control.topic",
        "control.bootstrap-servers",
        "control.properties.*",
        "control.refresh",
        "control.max-staleness",
        "control.allow-rollback");
  }

  private final String word;

  KeyChange(String word) {
    this.word = word;
  }

  /** As it stands in the documentation. */
  public String word() {
    return word;
  }

  /**
   * That of a key.
   *
   * @param key as in the documentation: {@code sources[].start}, {@code pipeline.flink.*}
   */
  static Optional<KeyChange> of(String key) {
    return Optional.ofNullable(DECLARED.get(key));
  }

  static Map<String, KeyChange> declared() {
    return Map.copyOf(DECLARED);
  }

  private static void declare(KeyChange change, String... keys) {
    for (String key : keys) {
      DECLARED.put(key, change);
    }
  }

  private static void pipelineAndSources() {
    declare(REFUSED, "pipeline.name", "dispatcher-by", "tables[].as");
    declare(
        NEW_ROWS,
        "tables[].match",
        "tables[].drop",
        "tables[].events.ignore",
        "tables[].columns.exclude",
        "tables[].columns.mask.*");
    declare(
        NEXT_START,
        "tables[].file-size",
        "tables[].flush-interval",
        "pipeline.parallelism",
        "pipeline.checkpoint-interval",
        "pipeline.checkpoint-dir",
        "pipeline.flink.*",
        "sources[].watermark",
        "sources[].tail-timeout",
        "sources[].idle-timeout",
        "sources[].max-drift",
        "sources[].max-ahead",
        "sources[].group-id",
        "sources[].properties.*");
    declare(
        ANOTHER_SOURCE,
        "sources[].type",
        "sources[].path",
        "sources[].bootstrap-servers",
        "sources[].topics",
        "sources[].topic-pattern");
    declare(
        REFUSED, "sources[].format", "sources[].operation", "sources[].namespace", "sources[].end");
    declare(NEW_ROWS, "sources[].time-zone", "sources[].unavailable-value");
    declare(NEW_PARTITIONS, "sources[].start", "sources[].start.timestamp");
  }

  private static void storage() {
    declare(
        NEXT_START,
        "spool.memory",
        "spool.quota",
        "spool.high-watermark",
        "spool.low-watermark",
        "storage.upload-threads",
        "storage.inline-size");
    declare(
        NEW_FILES,
        "storage.file-size",
        "storage.flush-interval",
        "storage.date-separator",
        "storage.date-zone",
        "storage.parquet.compression",
        "storage.parquet.row-group-size");
    declare(
        REFUSED,
        "storage.path",
        "storage.format",
        "storage.file-index-digits",
        "storage.compression",
        "storage.csv.delimiter",
        "storage.csv.quote",
        "storage.csv.null",
        "storage.csv.include-commit-ts",
        "storage.csv.binary-encoding-method",
        "storage.csv.output-old-value",
        "storage.csv.output-field-header",
        "storage.csv.terminator",
        "storage.parquet.include-op",
        "storage.parquet.include-commit-ts",
        "storage.parquet.output-old-value",
        "storage.parquet.timestamp-zone");
  }

  private static void records() {
    declare(
        REFUSED,
        "cursor.events.type",
        "cursor.events.path",
        "cursor.events.topic",
        "errors.dead-letters.type",
        "errors.dead-letters.path");
    declare(
        NEXT_START,
        "cursor.values",
        "cursor.values.type",
        "cursor.values.topic",
        "cursor.trace-ratio",
        "errors.policy",
        "errors.policy[].domain",
        "errors.policy[].type",
        "errors.policy[].phase",
        "errors.policy[].kind",
        "errors.policy[].retry",
        "errors.policy[].when.*",
        "errors.policy[].backoff",
        "errors.policy[].backoff.linear",
        "errors.policy[].backoff.exponential",
        "errors.policy[].backoff.max",
        "errors.policy[].backoff.jitter",
        "errors.policy[].attempts",
        "errors.policy[].dead-letter",
        "errors.policy[].end",
        "errors.policy[].alert",
        "errors.dead-letters.topic",
        "errors.dead-letters.max-bytes",
        "errors.dead-letters.overflow",
        "errors.max-dead-letter-rate",
        "errors.lost-transactions");
  }

  private static void search() {
    declare(
        NEXT_START,
        "elasticsearch.hosts",
        "elasticsearch.compression",
        "elasticsearch.unknown-answers.action",
        "elasticsearch.unknown-answers.attempts",
        "elasticsearch.user",
        "elasticsearch.password",
        "elasticsearch.api-key",
        "elasticsearch.tls.ca",
        "elasticsearch.tls.verify",
        "elasticsearch.tls.keystore",
        "elasticsearch.tls.keystore-password",
        "elasticsearch.spool.quota",
        "elasticsearch.at-end.index-wait",
        "elasticsearch.at-end.engine-wait",
        "elasticsearch.bulk.min-bytes",
        "elasticsearch.bulk.max-bytes",
        "elasticsearch.bulk.initial-bytes",
        "elasticsearch.bulk.min-interval",
        "elasticsearch.bulk.max-interval",
        "elasticsearch.bulk.max-concurrency",
        "elasticsearch.bulk.request-timeout",
        "elasticsearch.bulk.buffer",
        "elasticsearch.bulk.cooldown",
        "elasticsearch.bulk.guardrails.reject-rate.yellow",
        "elasticsearch.bulk.guardrails.reject-rate.red",
        "elasticsearch.bulk.guardrails.latency-p95.yellow",
        "elasticsearch.bulk.guardrails.latency-p95.red",
        "elasticsearch.bulk.guardrails.error-rate.yellow",
        "elasticsearch.bulk.guardrails.error-rate.red");
    declare(
        NEW_DOCUMENTS,
        "elasticsearch.index",
        "elasticsearch.index-case",
        "elasticsearch.tables",
        "elasticsearch.tables-without-key",
        "elasticsearch.id",
        "elasticsearch.names[].tables",
        "elasticsearch.names[].index",
        "elasticsearch.names[].id",
        "elasticsearch.version",
        "elasticsearch.long-ids",
        "elasticsearch.json-columns",
        "elasticsearch.timestamp-zone",
        "elasticsearch.on-truncate",
        "elasticsearch.on-drop",
        "elasticsearch.zero-dates");
    declare(
        NEW_INDICES,
        "elasticsearch.new-indices.delete-retention",
        "elasticsearch.new-indices.types",
        "elasticsearch.new-indices.settings.*",
        "elasticsearch.new-indices.mappings",
        "elasticsearch.new-indices.tables[].tables",
        "elasticsearch.new-indices.tables[].settings.*",
        "elasticsearch.new-indices.tables[].mappings");
  }
}
