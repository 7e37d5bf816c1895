package io.spillway.policy;

import java.util.Locale;

/** Which names a row is about, from most to least specific: the order of resolution. */
public enum Level {
  /** Domain, type, phase and kind. */
  EXACT,
  /** Domain, type and kind, in every phase. */
  EVENT,
  /** The kind, wherever it happens. */
  KIND,
  /** Everything. */
  DEFAULT;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
