package io.spillway.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.runtime.state.KeyedStateBackend;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.runtime.state.VoidNamespaceSerializer;

/** The rows of {@link SearchSpool} in Flink's keyed state, by shard and number. */
final class KeyedSearchStore implements SearchStore {
  /** The name is part of every savepoint. */
  static final MapStateDescriptor<Long, List<SearchRow>> ROWS =
      new MapStateDescriptor<>("held-rows", LongSerializer.INSTANCE, new SearchRowsSerializer());

  private final KeyedStateBackend<Integer> backend;
  private final MapState<Long, List<SearchRow>> rows;

  KeyedSearchStore(KeyedStateBackend<Integer> backend) throws Exception {
    this.backend = backend;
    this.rows =
        backend.getPartitionedState(VoidNamespace.INSTANCE, VoidNamespaceSerializer.INSTANCE, ROWS);
  }

  @Override
  public void put(Segment place, List<SearchRow> segment) throws Exception {
    backend.setCurrentKey(place.shard());
    rows.put(place.number(), segment);
  }

  @Override
  public List<SearchRow> get(Segment place) throws Exception {
    backend.setCurrentKey(place.shard());
    return rows.get(place.number());
  }

  @Override
  public void remove(Segment place) throws Exception {
    backend.setCurrentKey(place.shard());
    rows.remove(place.number());
  }

  /** Hands every segment found in the state to the spool, oldest first. */
  void restore(SearchSpool spool) throws Exception {
    List<Integer> shards;
    try (Stream<Integer> stored = backend.getKeys(ROWS.getName(), VoidNamespace.INSTANCE)) {
      shards = stored.distinct().toList();
    }
    List<Segment> segments = new ArrayList<>();
    for (int shard : shards) {
      backend.setCurrentKey(shard);
      for (Map.Entry<Long, List<SearchRow>> entry : rows.entries()) {
        segments.add(new Segment(shard, entry.getKey()));
      }
    }
    segments.sort(Comparator.comparingLong(Segment::number));
    for (Segment segment : segments) {
      spool.restore(segment, get(segment));
    }
  }
}
