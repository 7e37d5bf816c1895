package io.spillway.event;

import java.nio.charset.StandardCharsets;

/**
 * Who a message is meant for that was put back into its topic: its header {@link #HEADER} is the
 * pipeline whose dead letter it was, and the letter's name: the stage that had refused it, the
 * position that it had then, and its source where that is known, with blanks between them.
 */
public enum Replay {
  /** An ordinary message. */
  NONE,
  /** Nobody has had it yet. */
  ALL,
  /** Storage has it already, only the search engine had refused it. */
  SEARCH,
  /** It was another pipeline's letter. This one has had it, or has a letter of its own. */
  FOREIGN;

  public static final String HEADER = "spillway.replay";

  /** The header's value. */
  public static byte[] header(String pipeline, String letter) {
    return (pipeline + " " + letter).getBytes(StandardCharsets.UTF_8);
  }

  /** What a header of that name says to a pipeline. */
  public static Replay of(byte[] header, String pipeline) {
    String text = header == null ? "" : new String(header, StandardCharsets.UTF_8);
    if (!text.startsWith(pipeline + " ")) {
      return FOREIGN;
    }
    return text.startsWith("search ", pipeline.length() + 1) ? SEARCH : ALL;
  }
}
