package io.spillway.search;

import java.util.ArrayList;
import java.util.List;

/**
 * A part of what a writer hasn't finished. Several parts, so that they spread over the writers when
 * the job is rescaled. A document's older change may then be at another writer than its newer one;
 * versions keep their order as long as the engine isn't restarted before these rows are done.
 *
 * @param rows to be written again, in the order they came
 * @param attempts how often each was sent
 */
public record SearchWriterState(List<SearchRow> rows, List<Integer> attempts) {
  private static final long PART_BYTES = 4 << 20;

  static List<SearchWriterState> parts(List<SearchRow> rows, List<Integer> attempts) {
    List<SearchWriterState> parts = new ArrayList<>();
    int begin = 0;
    long bytes = 0;
    for (int i = 0; i < rows.size(); i++) {
      bytes += rows.get(i).bytes().length;
      if (bytes >= PART_BYTES || i == rows.size() - 1) {
        parts.add(
            new SearchWriterState(
                List.copyOf(rows.subList(begin, i + 1)),
                List.copyOf(attempts.subList(begin, i + 1))));
        begin = i + 1;
        bytes = 0;
      }
    }
    return parts;
  }
}
