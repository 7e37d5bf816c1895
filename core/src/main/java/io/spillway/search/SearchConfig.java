package io.spillway.search;

import io.spillway.search.document.DocumentConfig;
import java.io.Serializable;

/**
 * All of the search sink.
 *
 * @param connection how to reach the engine
 * @param documents how rows become documents
 * @param writer how they are sent
 */
public record SearchConfig(
    ConnectionConfig connection, DocumentConfig documents, WriterConfig writer)
    implements Serializable {

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
