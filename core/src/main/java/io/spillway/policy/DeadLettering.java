package io.spillway.policy;

import java.util.Locale;

/** When a record is taken out of the flow. */
public enum DeadLettering {
  NEVER,
  /** When its attempts are used up, or when it isn't to be tried again. */
  ON_EXHAUSTED,
  /** At its first failure, unless a condition says otherwise. */
  ALWAYS;

  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
