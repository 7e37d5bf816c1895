package io.spillway.search;

import java.util.List;

/** Where the rows of {@link SearchSpool} are kept. */
interface SearchStore {
  void put(Segment place, List<SearchRow> rows) throws Exception;

  List<SearchRow> get(Segment place) throws Exception;

  void remove(Segment place) throws Exception;

  /**
   * Some rows of one shard, in their order.
   *
   * @param shard what is rescaled as one
   * @param number unique in its shard, ascending with age
   */
  record Segment(int shard, long number) {}
}
