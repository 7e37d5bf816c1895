package io.spillway.job.config;

import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.events.Event;

/**
 * What a file may be at most. The reader of nodes calls itself for each level, and what an alias
 * stands for counts as often as it is named; both are seen in the events, which are a plain row.
 */
final class YamlBounds {
  static final int MAX_BYTES = 1 << 20;
  static final int MAX_DEPTH = 50;
  static final int MAX_ALIASES = 50;

  /**
   * What is too much.
   *
   * @param line from 1
   */
  record Excess(int line, String message) {}

  private YamlBounds() {}

  /** The first bound that the text breaks. Throws as the parser does on what is no YAML. */
  static Optional<Excess> excess(String yaml, LoadSettings settings) {
    int depth = 0;
    int aliases = 0;
    for (Event event : new Parse(settings).parseString(yaml)) {
      switch (event.getEventId()) {
        case MappingStart, SequenceStart -> depth++;
        case MappingEnd, SequenceEnd -> depth--;
        case Alias -> aliases++;
        default -> {}
      }
      if (depth > MAX_DEPTH) {
        return at(event, "mappings and lists are nested deeper than " + MAX_DEPTH + " levels");
      }
      if (aliases > MAX_ALIASES) {
        return at(event, "there are more than " + MAX_ALIASES + " aliases (*name)");
      }
    }
    return Optional.empty();
  }

  private static Optional<Excess> at(Event event, String message) {
    int line = event.getStartMark().map(mark -> mark.getLine() + 1).orElse(1);
    return Optional.of(new Excess(line, message));
  }
}
