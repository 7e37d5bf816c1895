package io.spillway.metrics;

import io.spillway.metrics.KnownMetric.Presence;
import io.spillway.metrics.KnownMetric.Stage;
import io.spillway.metrics.KnownMetric.Type;
import java.util.ArrayList;
import java.util.List;

/**
 * All metrics of the job. {@code docs/metrics.md} is made from it, and alerts and dashboards may
 * name nothing else.
 */
public final class MetricCatalogue {
  private final List<KnownMetric> all = new ArrayList<>();
  private Stage stage;

  private MetricCatalogue() {}

  /** In the order of the flow. */
  public static List<KnownMetric> all() {
    MetricCatalogue catalogue = new MetricCatalogue();
    catalogue.decode();
    catalogue.partitions();
    catalogue.logs();
    catalogue.spool();
    catalogue.statements();
    catalogue.progress();
    catalogue.control();
    catalogue.flushes();
    catalogue.storage();
    catalogue.controller();
    catalogue.items();
    catalogue.signals();
    catalogue.cursor();
    catalogue.policy();
    return List.copyOf(catalogue.all);
  }

  private void decode() {
    stage = Stage.ENUMERATOR;
    counter(MetricNames.PARTITION_LOOKS_FAILED, "looks", "For new partitions; Kafka was silent.");
    gauge(MetricNames.SOURCE_AWAY_MS, "ms", "Since Kafka has answered no look; 0 while it does.");
    stage = Stage.DECODE;
    counter(MetricNames.ROWS_READ, "rows", "Read, whatever became of them.");
    counter(MetricNames.BYTES_READ, "bytes", "Of those rows.");
    counter(
        MetricNames.DUPLICATES_DROPPED,
        "events",
        "Rows and DDLs that their own partition had resolved before: replays of the upstream.");
    counter(MetricNames.POISON, "messages", "Can't be decoded.");
    counter(
        MetricNames.AHEAD,
        "messages",
        "Rows, DDLs and resolved events further ahead of the reading machine's clock than"
            + " `sources[].max-ahead`; they are dead letters.");
    firstUse(
        MetricNames.SKIPPED,
        Type.COUNTER,
        "messages",
        "reason",
        "Carry nothing to deliver, by what they are: tombstone, heartbeat, transaction,"
            + " statement (of accounts or the server), schema, message, replay, search_only, dropped by"
            + " a table rule, or their type.");
    counter(
        MetricNames.SNAPSHOT_ROWS,
        "rows",
        "Read by the connector from a table, not from the log; they come again with a new snapshot.");
    counter(
        MetricNames.REPLAYED, "messages", "Were dead letters and have been put back: read again.");
    counter(
        MetricNames.SOURCE_GAPS,
        "times",
        "The source's retention had passed the messages that came next: they are gone.");
  }

  private void partitions() {
    counter(MetricNames.RESOLVED, "events", "Resolved events read.");
    counter(MetricNames.DDLS_READ, "messages", "DDL messages read, duplicates included.");
    gauge(
        MetricNames.PARTITIONS_PARKED,
        "partitions",
        "In the state, but of a topic that was taken out of the pipeline: not read, and nobody waits"
            + " for them. Where they were read up to is kept.");
    firstUse(
        MetricNames.TOPIC_LAG,
        Type.GAUGE,
        "messages",
        MetricNames.TOPIC,
        "Of this topic of Kafka, not read yet as of the last fetch of each partition.");
    labelled(
        MetricNames.PROGRESS_TS,
        Type.GAUGE,
        "commit timestamp",
        List.of(MetricNames.PARTITION),
        "How far this partition lets the others go; -1 for nothing yet. The lowest hold progress.");
    counter(MetricNames.DEAD_LETTERS, "records", "Went to the dead letters, by this operator.");
    stage = Stage.DEAD_LETTERS;
    counter(
        MetricNames.DEAD_LETTERS,
        "documents",
        "Refused for good by the search engine, in committed checkpoints.");
  }

  private void logs() {
    stage = Stage.DECODE;
    String once = " Of the whole process: take the maximum by tm_id.";
    counter(MetricNames.LOG_EMITS, "events", "Log events written." + once);
    counter(MetricNames.LOG_DROPPED, "events", "Log events dropped as the queue was full." + once);
    gauge(MetricNames.LOG_QUEUE_LAG, "events", "Log events that wait to be written." + once);
  }

  private void spool() {
    stage = Stage.SPOOL;
    gauge(MetricNames.SPOOL_MEMORY_BYTES, "bytes", "Rows on the heap.");
    gauge(MetricNames.SPOOL_DISK_BYTES, "bytes", "Rows that are in the managed state only.");
    gauge(MetricNames.SPOOL_BYTES, "bytes", "Both.");
    gauge(MetricNames.SPOOL_ITEMS, "rows", "Rows in the spool.");
    gauge(MetricNames.ACTIVE_DISPATCHERS, "dispatchers", "Dispatchers that hold a row.");
    gauge(
        MetricNames.OLDEST_AGE_MS,
        "ms",
        "Since the oldest row in the spool came, looked at each second; 0 when it is empty.");
    counter(MetricNames.WAKE_CALLS, "rows", "Accepted: the enqueue acks.");
    counter(
        MetricNames.WAKE_SUPPRESSED,
        "times",
        "The spool went above its high watermark and held the intake back.");
    gauge(MetricNames.SPOOL_SUPPRESSED, "", "1 while the intake is held back, else 0.");
    counter(
        MetricNames.LATE_ROWS, "rows", "Came after their time and were delivered all the same.");
    counter(
        MetricNames.ALREADY_DELIVERED,
        "rows",
        "Read again and dropped, since they stand in the bucket: after a start from a state older than it.");
    counter(
        MetricNames.UNFIT_ROWS,
        "rows",
        "Written as CSV or Parquet with other columns than the schema file of their table version, or with values of other types.");
    labelled(
        MetricNames.DUPLICATES_DROPPED,
        Type.COUNTER,
        "rows",
        List.of("reason"),
        "Sent again before they were resolved, by what showed it: key, content, position.");
    counter(
        MetricNames.CONTRADICTING_ROWS,
        "rows",
        "Of a key and commit timestamp that came before with other values: delivered, too.");
    counter(
        MetricNames.EQUAL_ROWS,
        "rows",
        "Without a key and equal to one of a transaction that began again: delivered, too.");
  }

  private void statements() {
    gauge(MetricNames.PENDING_DDLS, "DDLs", "Wait for the watermark.");
    gauge(
        MetricNames.UNMATCHED_RULES,
        "rules",
        "Rules of section `tables` and of `elasticsearch.tables` that no table has matched since the attempt began. In every subtask: take the maximum.");
    String all = " Since the attempt began, in every subtask: take the maximum.";
    gauge(
        MetricNames.DDLS_MERGED,
        "DDLs",
        "Were the same as one before, or came from another partition, too." + all);
    gauge(MetricNames.DDLS_APPLIED, "DDLs", "Tables have them." + all);
    gauge(
        MetricNames.DDLS_WITHOUT_FILE,
        "DDLs",
        "Of those applied, have no schema file, as their names have no place in the bucket." + all);
    gauge(
        MetricNames.STATEMENT_DIFFERENCE,
        "DDLs",
        "Read, and neither applied, nor merged, nor waiting as of the last barrier; of the planner, schema files that statements have made and the plan lacks. Always 0.");
    counter(
        MetricNames.UNBALANCED_STATEMENTS, "checkpoints", "At which that difference was not 0.");
    histogram(MetricNames.DDL_DRAIN_DURATION, "s", "From a DDL's arrival to the end of its drain.");
  }

  private void progress() {
    gauge(MetricNames.SPOOL_WATERMARK, "commit timestamp", "Everything up to here has come.");
    gauge(
        MetricNames.WATERMARK_LAG_MS,
        "ms",
        "From the watermark's wall clock part to now; -1 before the first and after the end.");
    gauge(
        MetricNames.PROGRESS_STALLED_MS,
        "ms",
        "For which progress has stood while rows or DDLs wait for it; 0 else.");
    histogram(
        MetricNames.CONTROL_PROPAGATION_MS,
        "ms",
        "From a change of the control settings until it counts in a subtask.");
  }

  private void control() {
    stage = Stage.CONTROL;
    gauge(MetricNames.CONTROL_VERSION, "", "Version of the control settings that count; 0: none.");
    gauge(
        MetricNames.CONTROL_STALENESS_MS,
        "ms",
        "Since the settings that count were last known to be those of their file or topic.");
  }

  private void flushes() {
    labelled(
        MetricNames.FLUSHES,
        Type.COUNTER,
        "files",
        List.of("reason"),
        "Sealed, by reason: size, interval, ddl, pressure, close, request, error.");
    counter(MetricNames.ROWS_FLUSHED, "rows", "In sealed files.");
    counter(MetricNames.BYTES_FLUSHED, "bytes", "Of sealed files, as they are written.");
    histogram(MetricNames.FLUSH_FILE_SIZE, "bytes", "Size of a sealed file, as it is written.");
    stage = Stage.STORAGE_WRITER;
    histogram(MetricNames.FLUSH_DURATION, "s", "From a file's first byte to its upload's end.");
    gauge(MetricNames.UPLOADS_IN_FLIGHT, "files", "Sealed, and their uploads have not ended.");
    labelled(
        MetricNames.STORAGE_CALLS,
        Type.COUNTER,
        "calls",
        List.of(MetricNames.KIND),
        "Uploads of large files: one write to begin, and one for each 5 MiB. On an object store a call"
            + " is a request.");
  }

  private void storage() {
    stage = Stage.PLANNER;
    gauge(
        MetricNames.BALANCE_DIFFERENCE,
        "rows",
        "Read, and neither stored nor anywhere else as of the last barrier: always 0.");
    counter(
        MetricNames.UNBALANCED_CHECKPOINTS, "checkpoints", "At which that difference was not 0.");
    stage = Stage.STORAGE_COMMITTER;
    gauge(MetricNames.COMMIT_DURATION, "ms", "The last commit took, retries included.");
    gauge(MetricNames.STORAGE_AWAY_MS, "ms", "Since the commit in hand first failed, else 0.");
    counter(MetricNames.COMMIT_RETRIES, "tries", "Commits that failed and were tried again.");
    counter(
        MetricNames.FILES_PUT_RIGHT,
        "files",
        "Index files and `metadata` that a late step of the bucket's owner before had set back.");
    labelled(
        MetricNames.STORAGE_CALLS,
        Type.COUNTER,
        "calls",
        List.of(MetricNames.KIND),
        "Asked for by commits, by kind: write, read (and looks at single files), list. On an object"
            + " store a call is a request.");
    counter(MetricNames.FILES_COMMITTED, "files", "Readable.");
    counter(MetricNames.BYTES_COMMITTED, "bytes", "Of those files.");
    counter(MetricNames.ROWS_COMMITTED, "rows", "In those files.");
    gauge(MetricNames.CHECKPOINT_TS, "commit timestamp", "The last one written.");
    gauge(
        MetricNames.CHECKPOINT_TS_LAG_MS,
        "ms",
        "From its wall clock part to now, the age of complete data; -1 before the first.");
    gauge(MetricNames.CHECKPOINT_TS_STALENESS_MS, "ms", "Since it last moved, or since the start.");
  }

  private void controller() {
    stage = Stage.SEARCH_WRITER;
    gauge(MetricNames.BULK_MODE, "", "0 IDLE, 1 STEADY, 2 CATCH_UP, 3 PROTECT.");
    gauge(MetricNames.BULK_SIZE_BYTES, "bytes", "Limit of one request.");
    gauge(MetricNames.BULK_FLUSH_INTERVAL_MS, "ms", "Longest wait for a request to fill.");
    gauge(MetricNames.BULK_CONCURRENCY, "requests", "Limit of requests in flight.");
    gauge(MetricNames.BULK_IN_FLIGHT, "requests", "In flight now.");
    gauge(MetricNames.BULK_BUFFERED_BYTES, "bytes", "Heap held by unfinished rows.");
    gauge(MetricNames.SEARCH_PAUSED, "", "1 while settings hold the whole sink back, else 0.");
    gauge(MetricNames.SEARCH_PAUSED_DOCUMENTS, "documents", "Wait because settings say so.");
    gauge(MetricNames.SEARCH_SPOOL_ROWS, "rows", "Wait in managed state for the engine.");
    gauge(MetricNames.SEARCH_SPOOL_BYTES, "bytes", "Of those rows.");
    gauge(
        MetricNames.SEARCH_SPOOL_FILL,
        "share",
        "Of `elasticsearch.spool.quota`; at 1 the sources wait.");
    gauge(
        MetricNames.SEARCH_ENGINE_AWAY_MS,
        "ms",
        "Since the engine last answered anything; 0 while it answers.");
    counter(MetricNames.BULK_REQUESTS, "requests", "Sent.");
    counter(
        MetricNames.BULK_REQUESTS_DIVIDED, "requests", "Sent again in two halves, as too large.");
  }

  private void items() {
    labelled(
        MetricNames.BULK_ITEMS,
        Type.COUNTER,
        "documents",
        List.of("outcome"),
        "Answers of the engine: stored, already_newer, already_gone, dead, rejected (429),"
            + " congested, unknown; known of those that were not sent, as it has them already.");
    counter(
        MetricNames.SEARCH_DOCUMENTS,
        "documents",
        "Came to the sink: stored, already newer or gone, dead, or still waiting.");
    counter(
        MetricNames.SEARCH_GIVEN_UP,
        "documents",
        "Of the dead those whose index refused all, as its share or its time was up.");
    counter(
        MetricNames.SEARCH_SKIPPED, "rows", "No documents, as their tables have no primary key.");
    counter(MetricNames.SEARCH_REPLACED, "texts", "Had half of a surrogate pair, U+FFFD by now.");
    gauge(
        MetricNames.SEARCH_AHEAD,
        "indices",
        "Have versions above everything that has come: somebody else's.");
    counter(
        MetricNames.SEARCH_DDLS,
        "statements",
        "`TRUNCATE`, `DROP` and `RENAME`, after which documents stay as they were.");
    gauge(
        MetricNames.SEARCH_DDLS_PENDING,
        "statements",
        "`TRUNCATE` and `DROP` whose documents are still to be deleted.");
    gauge(
        MetricNames.SEARCH_DDL_DELETES, "documents", "Deleted by such statements since the start.");
    counter(
        MetricNames.SEARCH_FILTERED, "rows", "Of tables that `elasticsearch.tables` leaves out.");
    gauge(
        MetricNames.BULK_ITEMS_HELD, "documents", "Waiting because their index refuses documents.");
    gauge(
        MetricNames.BULK_SHORT_DELETES,
        "indices",
        "Indices whose deletes are forgotten too soon for late changes.");
    counter(
        MetricNames.BULK_VALUES_NULLED, "values", "Written as null: JSON has none of the kind.");
  }

  private void signals() {
    gauge(MetricNames.BACKLOG_COUNT, "documents", "Signal A: not finished.");
    gauge(MetricNames.BACKLOG_SLOPE, "bytes/s", "Signal A: how fast the backlog grows.");
    gauge(MetricNames.LAG_TIME, "ms", "Signal A: age of the oldest unfinished change.");
    gauge(MetricNames.LAG_SLOPE, "ms/s", "Signal A: how fast that age grows.");
    gauge(MetricNames.PRODUCE_RATE, "bytes/s", "Signal B: came in.");
    gauge(MetricNames.CONSUME_RATE, "bytes/s", "Signal B: finished.");
    gauge(MetricNames.NET_RATE, "bytes/s", "Signal B: consumed - produced.");
    gauge(MetricNames.ES_REJECT_RATE, "share", "Signal C: answers that were 429.");
    gauge(MetricNames.ES_ERROR_RATE, "share", "Signal C: answers that were 5xx, or none.");
    gauge(MetricNames.ES_BULK_LATENCY_P95, "ms", "Signal C: of requests.");
  }

  private void cursor() {
    stage = Stage.CURSOR;
    labelled(
        MetricNames.CURSOR_EVENTS,
        Type.COUNTER,
        "events",
        List.of("reason"),
        "Written to the event log, by what they say.");
    counter(MetricNames.CURSOR_ADVANCES, "steps", "By which a cursor's value has moved forward.");
  }

  /** The decoder stands for all operators; only the enumerator's are in the JobManager. */
  private void policy() {
    for (Stage where : List.of(Stage.ENUMERATOR, Stage.DECODE)) {
      stage = where;
      decisions(
          MetricNames.POLICY_DECISIONS,
          List.of(
              MetricNames.DOMAIN,
              MetricNames.TYPE,
              MetricNames.PHASE,
              MetricNames.KIND,
              MetricNames.ACTION),
          "Verdicts of the policy matrix, wherever a failure is judged.");
      decisions(
          MetricNames.POLICY_ALERTS,
          List.of(MetricNames.LEVEL),
          "The same, by how loudly they are told.");
    }
  }

  private void firstUse(String name, Type type, String unit, String label, String help) {
    all.add(new KnownMetric(name, type, unit, stage, List.of(label), Presence.FIRST_USE, help));
  }

  private void decisions(String name, List<String> labels, String help) {
    all.add(
        new KnownMetric(name, Type.COUNTER, "decisions", stage, labels, Presence.FIRST_USE, help));
  }

  private void counter(String name, String unit, String help) {
    labelled(name, Type.COUNTER, unit, List.of(), help);
  }

  private void gauge(String name, String unit, String help) {
    labelled(name, Type.GAUGE, unit, List.of(), help);
  }

  private void histogram(String name, String unit, String help) {
    labelled(name, Type.HISTOGRAM, unit, List.of(), help);
  }

  private void labelled(String name, Type type, String unit, List<String> labels, String help) {
    all.add(new KnownMetric(name, type, unit, stage, labels, Presence.ALWAYS, help));
  }
}
