package io.spillway.event;

/**
 * A message that can't be decoded, with what is needed to put it back.
 *
 * @param position where it came from
 * @param key the Kafka message key as it came, or null
 * @param value the message as it came; empty where it had no value
 * @param kind error kind, one of the constants here
 * @param reason what is wrong and where in the message, for a person; holds no row values
 */
public record Poison(SourcePosition position, byte[] key, byte[] value, Kind kind, String reason)
    implements Event {

  /** What was wrong; names are part of the dead-letter format. */
  public enum Kind {
    /** No value at all, or an empty one. */
    EMPTY,
    /** Not JSON, or bytes that aren't UTF-8. */
    MALFORMED,
    /** JSON, but not a message of the configured format. */
    INVALID,
    /** Longer than a message may be. */
    TOO_LARGE
  }

  @Override
  public SourcePartition partition() {
    return position.partition();
  }
}
