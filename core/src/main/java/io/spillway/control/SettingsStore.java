package io.spillway.control;

import java.io.IOException;
import java.io.Serializable;
import java.util.Arrays;
import java.util.List;

/** Where settings lie. Used by one thread at a time, and not by the task's. */
public interface SettingsStore extends Serializable {

  /**
   * Looks whether there is something new.
   *
   * @param known what was seen last; null for nothing
   * @param force whether the newest is wanted even if it looks unchanged
   */
  Look look(Stamp known, boolean force) throws IOException;

  /** Gives up what it holds, behind its last look and in the same thread. */
  default void close() {}

  /**
   * What the newest settings look like from outside.
   *
   * @param mark the length of a file; of a record, its offset and 1
   */
  record Stamp(long modifiedMs, long mark) {
    /** There are none. */
    static final Stamp NONE = new Stamp(0, 0);
  }

  /**
   * Settings as somebody wrote them, whether they can be read or not.
   *
   * @param modifiedMs when, ms since 1970, by the clock of the store or of whoever wrote them
   * @param place where they stand, for people
   */
  record Text(long modifiedMs, String place, byte[] bytes) {
    boolean isSameAs(Text other) {
      return other != null && place.equals(other.place) && Arrays.equals(bytes, other.bytes);
    }
  }

  /**
   * @param stamp of the newest
   * @param texts what was read: nothing where nothing is new, else in the order in which it was
   *     written
   */
  record Look(Stamp stamp, List<Text> texts) {
    boolean isMissing() {
      return stamp.equals(Stamp.NONE);
    }
  }
}
