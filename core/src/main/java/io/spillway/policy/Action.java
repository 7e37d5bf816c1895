package io.spillway.policy;

import java.util.Locale;

/** What is done about one failure. */
public enum Action {
  /** The same is tried again, after a wait. */
  RETRY,
  /** The record leaves the flow with all that is needed to put it back. */
  DEAD_LETTER,
  /** It is counted and told, and the flow goes on. */
  RECORD,
  /** The job fails over: it restores its last checkpoint and does again what came after that. */
  STOP;

  public String word() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
