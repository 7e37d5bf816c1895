package io.spillway.search;

import io.spillway.search.document.DocumentConfig.Versioning;
import io.spillway.search.document.KeyHash;
import org.apache.flink.api.java.functions.KeySelector;

/**
 * Which rows stay together. All changes of a document have one shard, so that one writer keeps
 * their order. With versions rows go by their key, and hot tables spread. Without, a document that
 * moves to another key must meet its old one too: one shard for each unit of order.
 */
final class SearchShards implements KeySelector<SearchElement, Integer> {
  private static final long serialVersionUID = 1;

  /** Enough to spread evenly, few enough for what each gathers before it goes to the state. */
  static final int COUNT = 256;

  private final KeyHash hash;

  SearchShards(SearchConfig config) {
    this.hash =
        config.documents().versioning() == Versioning.NONE ? null : new KeyHash(config.documents());
  }

  @Override
  public Integer getKey(SearchElement element) {
    return of((SearchRow) element);
  }

  int of(SearchRow row) {
    int number = hash == null ? row.dispatcher().hashCode() : hash.of(row.bytes());
    return Math.floorMod(number, COUNT);
  }
}
