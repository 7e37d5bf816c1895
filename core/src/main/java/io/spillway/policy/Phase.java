package io.spillway.policy;

import java.util.Locale;

/** Where in its life an event is. Only what has failed is decided. */
public enum Phase {
  STARTED,
  COMPLETED,
  /** It went wrong for the first time. */
  FAILED,
  /** It was tried again and went wrong again. */
  RETRY;

  /** Whether the matrix decides here; at the others there is only something to count. */
  public boolean decides() {
    return this == FAILED || this == RETRY;
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
