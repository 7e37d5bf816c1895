package io.spillway.search;

import io.spillway.search.document.RowDocuments;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What people have to know of the engine and of tables; and the end of waiting for the engine. */
final class WriterReports {
  private static final Logger LOG = LoggerFactory.getLogger(WriterReports.class);
  private final EngineWatch watch;
  private final RowDocuments documents;
  private final VersionWatch versions;
  private final long engineWaitMs;
  private long drainingSinceMs = Long.MAX_VALUE;

  /**
   * @param engineWaitMs how long an engine is waited for once the input has ended
   */
  WriterReports(
      EngineWatch watch, RowDocuments documents, VersionWatch versions, long engineWaitMs) {
    this.versions = versions;
    this.watch = watch;
    this.documents = documents;
    this.engineWaitMs = engineWaitMs;
  }

  /** The input has ended. */
  void drain(long nowMs) {
    drainingSinceMs = Math.min(drainingSinceMs, nowMs);
  }

  /**
   * The writer ends.
   *
   * @param finished whether everything is stored or dead
   */
  void close(boolean finished, long nowMs) {
    versions.due(nowMs, finished && drainingSinceMs <= nowMs).forEach(LOG::warn);
  }

  /**
   * To be called a few times a second.
   *
   * @param rows that wait for the engine
   * @throws EngineAwayException if the input has ended and the engine stays away
   */
  void tick(int rows, long nowMs) {
    for (String table : documents.takeTablesWithoutKey()) {
      LOG.warn(
          "table {} has no primary key: its rows become documents, dead letters or nothing as"
              + " elasticsearch.tables-without-key says, now {}",
          table,
          documents.withoutKey());
    }
    for (String column : documents.takeRenamedColumns()) {
      LOG.warn("column {}: no engine takes a field of the column's own name", column);
    }
    versions.due(nowMs, false).forEach(LOG::warn);
    watch.line(rows, nowMs).ifPresent(LOG::warn);
    long away = watch.awayMs(nowMs);
    if (drainingSinceMs <= nowMs && Math.min(away, nowMs - drainingSinceMs) >= engineWaitMs) {
      throw new EngineAwayException(
          ("the input has ended and the search engine has answered nothing for %d s; %,d rows for"
                  + " it are in the last checkpoint, and the next run goes on with them")
              .formatted(away / 1000, rows));
    }
  }
}
