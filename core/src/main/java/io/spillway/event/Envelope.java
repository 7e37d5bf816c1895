package io.spillway.event;

import java.util.List;

/**
 * What came with a message besides its value.
 *
 * @param key the message's key as it came; null where it had none
 * @param timestampMs the message's own time in ms since 1970, or -1 where it has none
 */
public record Envelope(byte[] key, long timestampMs, List<Header> headers) {
  /** Of what is only a line in a file. */
  public static final Envelope NONE = new Envelope(null, -1, List.of());
}
