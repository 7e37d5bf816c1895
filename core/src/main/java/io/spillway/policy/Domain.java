package io.spillway.policy;

import java.util.Locale;

/** The parts of the job in which something can fail. */
public enum Domain {
  SOURCE,
  DECODE,
  ENCODE,
  SPOOL,
  STORAGE,
  SEARCH,
  CURSOR,
  CONTROL,
  DEAD_LETTERS,
  SYSTEM;

  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
