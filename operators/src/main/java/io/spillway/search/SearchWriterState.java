package io.spillway.search;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of what a writer hasn't finished. Several parts, so that they spread over the writers when
 * the job is rescaled. A document's older change may then be at another writer than its newer one;
 * versions keep their order as long as the engine isn't restarted before these rows are done.
 *
 * @param rows to be written again, in the order they came
 */
public record SearchWriterState(List<SearchRow> rows) {
  private static final long PART_BYTES = 4 << 20;

  static List<SearchWriterState> parts(List<SearchRow> rows) {
    List<SearchWriterState> parts = new ArrayList<>();
    List<SearchRow> part = new ArrayList<>();
    long bytes = 0;
    for (SearchRow row : rows) {
      part.add(row);
      bytes += row.bytes().length;
      if (bytes >= PART_BYTES) {
        parts.add(new SearchWriterState(part));
        part = new ArrayList<>();
        bytes = 0;
      }
    }
    if (!part.isEmpty()) {
      parts.add(new SearchWriterState(part));
    }
    return parts;
  }
}
