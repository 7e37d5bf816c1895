package io.spillway.control;

import java.io.IOException;
import java.io.Serializable;

/** Where settings lie. Used by one thread at a time, and not by the task's. */
public interface SettingsStore extends Serializable {

  /**
   * Looks whether there is something new.
   *
   * @param known what was seen last; null for nothing
   * @param force whether the content is wanted even if it looks unchanged
   */
  Look look(Stamp known, boolean force) throws IOException;

  /** What a file looks like from outside; both 0 where there is none. */
  record Stamp(long modifiedMs, long length) {}

  /**
   * @param content null where it was not read
   */
  record Look(Stamp stamp, byte[] content) {
    boolean isMissing() {
      return stamp.modifiedMs() == 0 && stamp.length() == 0;
    }
  }
}
