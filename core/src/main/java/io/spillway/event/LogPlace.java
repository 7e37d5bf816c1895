package io.spillway.event;

/**
 * What tells a change apart from every other of its table, where the source has a log and says
 * where in it the change stands.
 *
 * @param change a hash of its place in the log, its type and its key; 0 where there is none
 * @param content a hash of its values
 */
public record LogPlace(long change, long content) {
  public static final LogPlace NONE = new LogPlace(0, 0);
}
