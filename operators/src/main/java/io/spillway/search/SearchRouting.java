package io.spillway.search;

import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.KeyHash;
import org.apache.flink.streaming.api.datastream.DataStream;

/** Which writer gets which row. */
final class SearchRouting {
  private SearchRouting() {}

  /**
   * All changes of a document go to one writer, which keeps their order. With versions rows go by
   * their key, and hot tables spread. Without, a document that moves to another key must meet its
   * old one too: one writer for each unit of order.
   *
   * @param rows no settings among them
   */
  static DataStream<SearchElement> apply(DataStream<SearchElement> rows, SearchConfig config) {
    if (config.documents().versioning() == Versioning.NONE) {
      return rows.partitionCustom(SearchRouting::writer, row -> ((SearchRow) row).dispatcher());
    }
    KeyHash hash = new KeyHash(config.documents().id());
    return rows.partitionCustom(Math::floorMod, row -> hash.of(((SearchRow) row).bytes()));
  }

  static int writer(String dispatcher, int writers) {
    return Math.floorMod(dispatcher.hashCode(), writers);
  }
}
