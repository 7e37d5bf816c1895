package io.spillway.policy;

import java.util.Locale;

/** Whether a failure is tried again. */
public enum Retry {
  YES,
  /** The {@link FailureTrait} of the failure decides. */
  CONDITIONAL,
  NO;

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
