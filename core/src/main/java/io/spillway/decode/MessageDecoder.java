package io.spillway.decode;

import io.spillway.event.Event;
import io.spillway.event.SourcePartition;

/**
 * Turns one message into its events: one in most formats, several where messages are batches. Not
 * thread-safe; one per reader.
 */
public interface MessageDecoder {
  /**
   * Decodes one message, to its first event. Never throws on bad input: what can't be decoded
   * becomes a {@link io.spillway.event.Poison}, which has its own copy of the value.
   *
   * @param partition where the message came from
   * @param offset its offset there
   * @param timestampMs the message's own time in ms since 1970, or -1
   * @param key the message's key as it came, or null
   * @param buffer holds the value at {@code start}, {@code length} bytes of it; null for a message
   *     without a value. A row refers to it without copying
   */
  Event decode(
      SourcePartition partition,
      long offset,
      long timestampMs,
      byte[] key,
      byte[] buffer,
      int start,
      int length);

  /**
   * The next event of the message that was decoded last; null behind its last one. A row that was
   * returned before is no longer valid then.
   */
  default Event next() {
    return null;
  }
}
