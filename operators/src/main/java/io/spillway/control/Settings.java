package io.spillway.control;

import io.spillway.event.TableScope;
import java.util.List;

/**
 * What can be changed while the job runs, in its envelope.
 *
 * @param version 1 or more; a newer one replaces an older one as a whole
 * @param timestampMs when somebody wrote them, ms since 1970
 * @param paused tables that are paused for as long as these settings count
 * @param drained tables that are drained once, when these settings take effect
 */
public record Settings(
    long version, long timestampMs, List<TableScope> paused, List<TableScope> drained) {
  public Settings {
    paused = List.copyOf(paused);
    drained = List.copyOf(drained);
  }
}
