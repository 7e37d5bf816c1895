package io.spillway.control;

/** The order of versions: a newer one replaces an older one, never the other way round. Pure. */
final class SettingsOrder {
  private final boolean allowRollback;
  private Settings current;

  /**
   * @param current what counted before a restart, or null
   */
  SettingsOrder(boolean allowRollback, Settings current) {
    this.allowRollback = allowRollback;
    this.current = current;
  }

  /** What became of settings that were offered. */
  enum Verdict {
    /** They count from now on. */
    APPLIED,
    /** They are the ones that count already. */
    SAME,
    /** They are older than those that count, and count from now on all the same. */
    ROLLED_BACK,
    /** They are older than those that count, and are refused. */
    OLDER,
    /** Other settings under the version that counts; refused. */
    CONTRADICTION;

    boolean takesEffect() {
      return this == APPLIED || this == ROLLED_BACK;
    }
  }

  Verdict offer(Settings offered) {
    Verdict verdict = judge(offered);
    if (verdict.takesEffect()) {
      current = offered;
    }
    return verdict;
  }

  private Verdict judge(Settings offered) {
    if (current == null || offered.version() > current.version()) {
      return Verdict.APPLIED;
    }
    if (offered.version() < current.version()) {
      return allowRollback ? Verdict.ROLLED_BACK : Verdict.OLDER;
    }
    return offered.saysWhat(current) ? Verdict.SAME : Verdict.CONTRADICTION;
  }

  /** What counts, or null for nothing yet. */
  Settings current() {
    return current;
  }
}
