package io.spillway.event;

import java.nio.charset.StandardCharsets;

/**
 * Who a message is meant for that was put back into its topic: its header {@link #HEADER} is the
 * stage that had refused it, a blank, and the position that it had then.
 */
public enum Replay {
  /** An ordinary message. */
  NONE,
  /** Nobody has had it yet. */
  ALL,
  /** Storage has it already, only the search engine had refused it. */
  SEARCH;

  public static final String HEADER = "spillway.replay";

  private static final byte[] SEARCH_STAGE = "search ".getBytes(StandardCharsets.US_ASCII);

  /** The header's value. */
  public static byte[] header(String stage, SourcePosition position) {
    return (stage + " " + position).getBytes(StandardCharsets.UTF_8);
  }

  /** What a header of that name says. */
  public static Replay of(byte[] header) {
    if (header == null || header.length < SEARCH_STAGE.length) {
      return ALL;
    }
    for (int i = 0; i < SEARCH_STAGE.length; i++) {
      if (header[i] != SEARCH_STAGE[i]) {
        return ALL;
      }
    }
    return SEARCH;
  }
}
