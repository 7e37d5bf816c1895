package io.spillway.search;

import java.util.List;
import java.util.TreeMap;

/** Segments in memory. */
final class MemoryStore implements SearchStore {
  final TreeMap<Long, List<SearchRow>> segments = new TreeMap<>();
  private final TreeMap<Long, Segment> places = new TreeMap<>();

  @Override
  public void put(Segment place, List<SearchRow> rows) {
    segments.put(place.number(), List.copyOf(rows));
    places.put(place.number(), place);
  }

  @Override
  public List<SearchRow> get(Segment place) {
    return segments.get(place.number());
  }

  @Override
  public void remove(Segment place) {
    segments.remove(place.number());
    places.remove(place.number());
  }

  void restore(SearchSpool spool) {
    segments.forEach((number, rows) -> spool.restore(places.get(number), rows));
  }
}
