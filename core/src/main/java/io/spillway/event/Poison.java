package io.spillway.event;

import java.util.List;

/**
 * A message that can't be decoded, with what is needed to put it back.
 *
 * @param position where it came from
 * @param key the Kafka message key as it came, or null
 * @param value the message as it came
 * @param kind error kind, one of the constants here
 * @param reason what is wrong and where in the message, for a person; holds no row values
 * @param about what is known of it all the same
 */
public record Poison(
    SourcePosition position, byte[] key, byte[] value, Kind kind, String reason, About about)
    implements Event {

  /** A message of which nothing is known. */
  public Poison(SourcePosition position, byte[] key, byte[] value, Kind kind, String reason) {
    this(position, key, value, kind, reason, About.NOTHING);
  }

  /**
   * What is known of a message that can't be decoded.
   *
   * @param table null where it can't be told
   * @param primaryKey the key's columns and their texts as a JSON object; empty where they can't be
   *     told
   */
  public record About(List<Header> headers, TableId table, String primaryKey) {
    public static final About NOTHING = new About(List.of(), null, "");
  }

  /** The same with its headers. */
  public Poison with(List<Header> headers) {
    return new Poison(
        position, key, value, kind, reason, new About(headers, about.table(), about.primaryKey()));
  }

  /** What was wrong; names are part of the dead-letter format. */
  public enum Kind {
    /** Nothing, or white space and nothing else. */
    EMPTY,
    /** Not JSON, or bytes that aren't UTF-8. */
    MALFORMED,
    /** JSON, but not a message of the configured format. */
    INVALID,
    /** Longer than a message may be. */
    TOO_LARGE,
    /** Its timestamp is further ahead of this machine's clock than the source may be. */
    AHEAD,
    /** A fault of this project: nobody foresaw such a message. */
    UNKNOWN
  }

  @Override
  public SourcePartition partition() {
    return position.partition();
  }
}
