package io.spillway.control;

import io.spillway.event.TableScope;
import io.spillway.event.Tuning;
import java.util.List;

/**
 * What can be changed while the job runs, in its envelope.
 *
 * @param version 1 or more; a newer one replaces an older one as a whole
 * @param timestampMs when somebody wrote them, ms since 1970
 * @param paused tables that are paused for as long as these settings count
 * @param drained tables that are drained once, when these settings take effect
 * @param tuning everything else
 */
public record Settings(
    long version,
    long timestampMs,
    List<TableScope> paused,
    List<TableScope> drained,
    Tuning tuning) {
  public Settings {
    paused = List.copyOf(paused);
    drained = List.copyOf(drained);
  }

  /** Settings about tables only. */
  public Settings(
      long version, long timestampMs, List<TableScope> paused, List<TableScope> drained) {
    this(version, timestampMs, paused, drained, Tuning.NONE);
  }

  /** Whether they say the same, whoever wrote them when. */
  boolean saysWhat(Settings other) {
    return paused.equals(other.paused)
        && drained.equals(other.drained)
        && tuning.equals(other.tuning);
  }
}
