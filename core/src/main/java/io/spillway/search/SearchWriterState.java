package io.spillway.search;

import io.spillway.event.ControlChange;
import java.util.ArrayList;
import java.util.List;

/**
 * A part of what a writer hasn't finished. Several parts, so that they spread over the writers when
 * the job is rescaled. A document's older change may then be at another writer than its newer one;
 * versions keep their order as long as the engine isn't restarted before these rows are done.
 *
 * @param rows to be written again, in the order they came
 * @param attempts how often each was sent
 * @param control settings that count, in one part at least; null in the others or for none
 */
public record SearchWriterState(
    List<SearchRow> rows, List<Integer> attempts, ControlChange control) {
  private static final long PART_BYTES = 4 << 20;

  static List<SearchWriterState> parts(
      List<SearchRow> rows, List<Integer> attempts, ControlChange control) {
    List<SearchWriterState> parts = new ArrayList<>();
    if (control != null) {
      // on its own, or it would be lost where a writer has nothing else to keep
      parts.add(new SearchWriterState(List.of(), List.of(), control));
    }
    int begin = 0;
    long bytes = 0;
    for (int i = 0; i < rows.size(); i++) {
      bytes += rows.get(i).bytes().length;
      if (bytes >= PART_BYTES || i == rows.size() - 1) {
        parts.add(
            new SearchWriterState(
                List.copyOf(rows.subList(begin, i + 1)),
                List.copyOf(attempts.subList(begin, i + 1)),
                null));
        begin = i + 1;
        bytes = 0;
      }
    }
    return parts;
  }
}
