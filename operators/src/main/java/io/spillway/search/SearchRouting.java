package io.spillway.search;

import io.spillway.search.document.DocumentConfig.Versioning;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Which writer gets which row. */
public final class SearchRouting {
  private SearchRouting() {}

  /**
   * With versions any writer: they keep the order of a document, and hot tables spread. Without,
   * one writer for each unit of order, since only a writer can keep it.
   */
  public static DataStream<SearchRow> apply(DataStream<SearchRow> rows, SearchConfig config) {
    return config.documents().versioning() == Versioning.COMMIT_TS
        ? rows.rebalance()
        : rows.partitionCustom(SearchRouting::writer, SearchRow::dispatcher);
  }

  static int writer(String dispatcher, int writers) {
    return Math.floorMod(dispatcher.hashCode(), writers);
  }
}
