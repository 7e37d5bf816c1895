package io.spillway.search;

import io.spillway.search.document.DocumentConfig;
import java.io.Serializable;

/**
 * All of the search sink.
 *
 * @param connection how to reach the engine
 * @param documents how rows become documents
 * @param writer how they are sent
 * @param spoolQuota bytes in managed state, per subtask, above which the source waits
 */
public record SearchConfig(
    ConnectionConfig connection, DocumentConfig documents, WriterConfig writer, long spoolQuota)
    implements Serializable {
  private static final long DEFAULT_QUOTA = 4L << 30;

  /** With a spool of 4 GB. */
  public SearchConfig(ConnectionConfig connection, DocumentConfig documents, WriterConfig writer) {
    this(connection, documents, writer, DEFAULT_QUOTA);
  }

  public SearchConfig {
    int bulk = writer.controller().bounds().max().bytes();
    if (documents.maxBytes() > bulk) {
      throw new IllegalArgumentException(
          "elasticsearch.max-document-bytes ("
              + documents.maxBytes()
              + ") must not be above elasticsearch.bulk.max-bytes ("
              + bulk
              + ")");
    }
  }
}
